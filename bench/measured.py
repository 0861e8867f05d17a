"""Code shared by the scripts in bench/: options, random polynomials, a separate cache for each
run, plots of predicted and measured values, and updates of documents."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager

# Settings of PoCL and of Intel's CPU runtime.
ONE_CORE = {'POCL_MAX_PTHREAD_COUNT': '1', 'POCL_CPU_MAX_CU_COUNT': '1', 'POCL_AFFINITY': '0',
            'DPCPP_CPU_NUM_CUS': '1'}


class Parser(argparse.ArgumentParser):
    """Parses the options of a script; --help prints its docstring."""

    def __init__(self, doc):
        super().__init__()
        self.doc = doc

    def format_help(self):
        return self.doc + '\n'


def dense(degree, coefficient):
    """Returns a polynomial with all terms up to a total degree; coefficient() returns each one."""
    return ' + '.join(f'{coefficient()}*x^{i}*y^{j}'
                      for i in range(degree + 1) for j in range(degree + 1 - i))


@contextmanager
def own_cache():
    """Provides the environment with an empty cache during a run."""
    with tempfile.TemporaryDirectory() as cache:
        yield {**os.environ, 'CLMODP_CACHE_DIR': cache}


def check_gnuplot():
    """Ends the program before measuring if gnuplot is missing."""
    if not shutil.which('gnuplot'):
        sys.exit('--write needs gnuplot, which is not installed')


def output(command, environment=None, stderr=None):
    """Returns the output of a command, which must succeed."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=stderr, text=True,
                          env=environment).stdout


def draw(path, title, over, curves, over_y='milliseconds; predicted: dashed', scale=1e3):
    """Draws an SVG plot of curves by title, lists of (x, solid, dashed), both in the same colour:
    measured and predicted values, in seconds by default."""
    plots, data = [], []
    for colour, (name, points) in enumerate(curves.items(), 1):
        plots.append(f"'-' using 1:2 with linespoints lc {colour} pt 7 ps 0.4 title '{name}', "
                     f"'-' using 1:2 with lines lc {colour} dt 2 notitle")
        for which in (1, 2):
            data += [f'{point[0]} {scale * point[which]:.6g}' for point in points] + ['e']
    script = '\n'.join([
        'set terminal svg size 640,420', f"set output '{path}'", f"set title '{title}' noenhanced",
        f"set xlabel '{over}'", f"set ylabel '{over_y}'",
        'set logscale x 2', 'set logscale y', 'set key below', 'plot ' + ', '.join(plots), *data,
        ''])
    subprocess.run(['gnuplot'], check=True, input=script, text=True)


def replace(path, program, content):
    """Replaces the text of a document between the marks of a program."""
    begin, end = (f'<!-- {program}: {mark} -->' for mark in ('begin', 'end'))
    with open(path, encoding='utf-8') as file:
        text = file.read()
    replaced, times = re.subn(re.escape(begin) + '.*' + re.escape(end),
                              lambda _: '\n'.join([begin, content, end]), text, flags=re.S)
    if times != 1:
        sys.exit(f'{program}: {path} has no marks')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(replaced)
