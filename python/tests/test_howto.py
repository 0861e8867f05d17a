"""Tests that programs of docs print the output on their pages, and draw their pictures."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "howto"
MEASURED = ("units",)  # programs whose plots show times
OUTPUT = re.compile(r"^```text\n(.*?)^```", re.M | re.S)


@pytest.mark.parametrize("program", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_program(program: Path, tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    pytest.importorskip("sympy")
    folders = [tmp_path / name for name in ("first", "second")]
    page = program.with_suffix(".md").read_text(encoding="utf-8")
    pictures = []
    for folder in folders[:1] if program.stem in MEASURED else folders:
        folder.mkdir()
        done = subprocess.run([sys.executable, program], cwd=folder, stdout=subprocess.PIPE,
                              text=True, check=True)
        assert OUTPUT.findall(page) == [done.stdout]
        pictures.append((folder / program.name).with_suffix(".svg").read_text(encoding="utf-8"))
    assert pictures[0].count("<path") and pictures[0] == pictures[-1]
    shown = program.with_suffix(".svg").read_text(encoding="utf-8")
    if program.stem not in MEASURED and f"Matplotlib v{matplotlib.__version__}," in shown:
        assert shown == pictures[0]  # other versions may write other bytes


def test_gallery(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    folder = FOLDER.parent / "gallery"
    done = subprocess.run([sys.executable, folder / "draw.py", tmp_path], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=True)
    drawn = sorted(tmp_path.iterdir())
    assert sorted(done.stdout.split()) == [path.name for path in drawn]  # and no remarks
    assert [path.name for path in drawn] == sorted(path.name for path in folder.glob("*.png"))
    page = (FOLDER.parent / "gallery.md").read_text(encoding="utf-8")
    for path in drawn:
        assert f"(gallery/{path.name})" in page
        made, shown = path.read_bytes(), (folder / path.name).read_bytes()
        versions = re.search(rb"matplotlib [\d.]+, Pillow [\d.]+", shown)
        assert versions
        if versions[0] in made:
            assert shown == made  # other versions may write other bytes


@pytest.mark.parametrize("page", ["bifurcation", "critical"])
def test_plots(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    monkeypatch.chdir(tmp_path)
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    for command in re.findall(r"^    clmodp plot (.*)", text, re.M):
        assert plot.main(shlex.split(command)) == 0
    assert (tmp_path / "t.svg").stat().st_size > 5000


@pytest.mark.parametrize("page", ["codes", "intersect", "roots", "several-variables", "solve"])
def test_examples(page: str) -> None:
    pytest.importorskip("sympy")
    failed, tried = doctest.testfile(str(FOLDER / f"{page}.md"), module_relative=False)
    assert tried > 0 and failed == 0


def test_there_are_programs() -> None:
    assert len(list(FOLDER.glob("*.py"))) >= 5
