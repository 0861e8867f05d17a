"""Build backend for pip: meson-python, with wheels tagged for all suitable versions of Python.

The extension uses only the limited API of CPython 3.9 (python/meson.build), so its wheel works
with this version and all later ones. meson-python alone would tag the wheel with the version that
builds it.
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
    """Builds a wheel, as in PEP 517. Wheels without the limited API, as for PyPy, keep tags."""
    name = mesonpy.build_wheel(wheel_directory, config_settings, metadata_directory)
    if name.split("-")[-2] != "abi3":
        return name
    done = subprocess.run([sys.executable, "-m", "wheel", "tags", "--remove", "--python-tag",
                           OLDEST, name], cwd=wheel_directory, check=True,
                          stdout=subprocess.PIPE, text=True)
    return done.stdout.split()[-1]
