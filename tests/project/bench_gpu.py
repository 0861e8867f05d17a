"""Check that bench/gpu measures and predicts on any device, and that the files of GPUs in
bench/machines are consistent.

Usage: bench_gpu.py ROOT BUILD
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

CAUSES = "integer pipe|memory|latency|launches|transfers|host"
STAGES = "plan reduce evaluate euclid divide interpolate crt check".split()


def output(root, build, *arguments):
    """Returns the output of the script."""
    run = subprocess.run([sys.executable, os.path.join(root, "bench", "gpu"), build, *arguments],
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{arguments}: {run.returncode}\n{run.stdout}{run.stderr}"
    return run.stdout


def tables(text):
    """Returns Markdown tables as lists of rows, without the line below the head."""
    found = [[]]
    for line in text.splitlines():
        if line.startswith("| "):
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif not line.startswith("|") and found[-1]:
            found.append([])
    return [table for table in found if table]


def check_predicted(text, names):
    """Every row and stage takes time on every GPU, and the totals are the sums of the rows."""
    rows, stages = tables(text)
    assert rows[0] == ["row", *names], rows[0]
    assert [row[0] for row in rows[1:]] == ["3", "4", "all"], rows
    for column in range(1, len(names) + 1):
        first, second, whole = (float(row[column]) for row in rows[1:])
        assert first > 0 and second > 0, rows
        assert abs(first + second - whole) < 0.02 * whole, rows
    assert [row[0] for row in stages[1:]] == [*STAGES, "launches"], stages
    for row in stages[1:]:
        for cell in row[1:]:
            assert re.fullmatch(f"[0-9.e-]+, ({CAUSES})", cell), cell
            assert float(cell.split(",")[0]) > 0, row


def check_measured(text, names):
    """Rows and stages have all columns, and ratios match the times beside them."""
    rows, stages = tables(text)
    assert rows[0][:4] == ["row", "measured", "predicted", "ratio"], rows[0]
    assert rows[0][4] in names, rows[0]
    for row in rows[1:] + stages[1:-1]:
        took, predicted, ratio, other = map(float, row[1:])
        assert took > 0 and predicted > 0 and other > 0, row
        assert abs(predicted / took - ratio) <= 0.02 * ratio + 0.006, row
    assert [row[0] for row in rows[1:]] == ["1", "all"], rows
    assert [row[0] for row in stages[1:]] == [*STAGES, "launches"], stages
    assert re.search(r"\nOf 1 rows [01] are predicted within a factor of 1.5: ", text), text


def check_machine(path):
    """Model parameters follow from the times; a predicted pair takes no less time than its
    words."""
    with open(path, encoding="utf-8") as file:
        value = dict(re.findall(r"^(\w+)[ \t]+([^#\n]*?)[ \t]*(?:#.*)?$", file.read(), re.M))
    letters = {"U": ("stream", "product"), "L": ("chase_1", "alone"), "P": ("alone", "product")}
    for letter, (above, below) in letters.items():
        ratio = float(value[above]) / float(value[below])
        assert abs(float(value[letter]) / ratio - 1) < 0.01, f"{path}: {letter} is not {ratio}"
    predicted = value["driver"].endswith("predicted")
    assert not predicted or float(value["pair"]) > 1.49 * float(value["stream"]), path
    assert value["kind"] == "gpu", path


def states(text):
    """Returns the states of the sections of a report."""
    return re.findall(r"^== \w+ \([0-9.]+ s, ([^,)]*)", text, re.M)


def check_record(root, build):
    """A small record has the times of stages, and values that are right."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "record.txt")
        output(root, build, "--record", path, "--small")
        with open(path, encoding="utf-8") as file:
            text = file.read()
    assert states(text) == 4 * ["exit 0"], text
    assert re.search(r"^euclid .* s, device ", text, re.M), text
    assert "\n1601 terms, 20 values, 0 wrong\n" in text, text


def check_report(root, build):
    """A small report has all sections, and becomes a machine's file and the lines of tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.txt")
        output(root, build, "--all", path, "--small", "--seconds", "600")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        assert states(text) == 13 * ["exit 0"], text
        said = subprocess.run([sys.executable, os.path.join(root, "bench", "gpu_report"), path,
                               "--name", "small"], capture_output=True, text=True, check=True)
    kinds = ("small.machine:", "device ", "pair ", "docs/gpus.md:", "src/opencl/tuning.c:")
    assert all(f"\n{kind}" in "\n" + said.stdout for kind in kinds), said.stdout
    assert re.search(r"^\| .* \| [0-9.]+ s \| measured on .*, 1 rows only \|$", said.stdout,
                     re.M), said.stdout


def main():
    root, build = sys.argv[1:]
    files = sorted(glob.glob(os.path.join(root, "bench", "machines", "*.machine")))
    names = [os.path.basename(path)[:-len(".machine")] for path in files]
    assert len(files) >= 4, files
    for path in files:
        check_machine(path)
    check_predicted(output(root, build, "--predict", "--rows", "3-4"), names)
    check_measured(output(root, build, "--rows", "1", "--runs", "1"), names)
    check_report(root, build)
    check_record(root, build)


main()
