"""The programs of docs/howto print what their pages say, and draw."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "howto"
OUTPUT = re.compile(r"^```text\n(.*?)^```", re.M | re.S)


@pytest.mark.parametrize("program", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_program(program: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("flint")
    page = program.with_suffix(".md").read_text(encoding="utf-8")
    done = subprocess.run([sys.executable, program], cwd=tmp_path, stdout=subprocess.PIPE,
                          text=True, check=True)
    assert OUTPUT.findall(page) == [done.stdout]
    assert (tmp_path / program.name).with_suffix(".svg").read_text(encoding="utf-8").count("<path")
    assert program.with_suffix(".svg").exists()


def test_there_are_programs() -> None:
    assert len(list(FOLDER.glob("*.py"))) >= 5
