"""What pip builds the package by: meson-python, but wheels tell which Pythons they are for.

The extension keeps to the limited interface of CPython 3.9 (python/meson.build), and a wheel with
such an extension is for that version and all later ones. meson-python names it after the one that
happens to build it.
"""

import subprocess
import sys

import mesonpy
from mesonpy import (build_editable, build_sdist, get_requires_for_build_editable,
                     get_requires_for_build_sdist, get_requires_for_build_wheel)

OLDEST = "cp39"

__all__ = ["build_editable", "build_sdist", "build_wheel", "get_requires_for_build_editable",
           "get_requires_for_build_sdist", "get_requires_for_build_wheel"]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """As PEP 517 has it. Wheels of other interfaces, as PyPy's, keep their names."""
    name = mesonpy.build_wheel(wheel_directory, config_settings, metadata_directory)
    if name.split("-")[-2] != "abi3":
        return name
    done = subprocess.run([sys.executable, "-m", "wheel", "tags", "--remove", "--python-tag",
                           OLDEST, name], cwd=wheel_directory, check=True,
                          stdout=subprocess.PIPE, text=True)
    return done.stdout.split()[-1]
