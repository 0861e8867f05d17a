"""Mutation tests of kernels: changes one token of a kernel, and checks that a test fails.

Usage: run.py SOURCE BUILD [--check] [--jobs N] [NUMBER...]
  SOURCE   the project's folder, with cl/ and tests/mutants/mutants.tsv
  BUILD    a build folder with built tests
  --check  run no tests, only check that each change can be made
  --jobs N number of parallel jobs (default 2)
  NUMBER   only these mutants, from 1

Each mutant is a copy of cl/ with one change of the list. Tests take their kernels from it by
CLMODP_KERNEL_PATH, with small cases and separate caches. First all tests must pass with an
unchanged copy. A line per mutant names the failing test; the last line has the counts. The list
must not have changes without effect, such as a word fetched one step too early. Exits with 1 if
any mutant survived."""
import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

LIMIT = 600  # seconds for one test: a mutant may not terminate


def read_list(source):
    """Returns the changes: (file, tests, from, to)."""
    with open(os.path.join(source, 'tests', 'mutants', 'mutants.tsv'), encoding='utf-8') as lines:
        rows = [line.rstrip('\n').split('\t') for line in lines if not line.startswith('#')]
    return [(name, tests.split(), old, new) for name, tests, old, new in rows]


def mutate(source, change):
    """Returns the changed text of the file; raises ValueError if the change is impossible."""
    name, _, old, new = change
    with open(os.path.join(source, 'cl', name), encoding='utf-8') as file:
        text = file.read()
    if text.count(old) != 1:
        raise ValueError(f'cl/{name} has {text.count(old)} times: {old}')
    return text.replace(old, new)


def commands(build):
    """Returns the command of each test of the build, by its name."""
    told = subprocess.run(['meson', 'introspect', build, '--tests'], stdout=subprocess.PIPE,
                          check=True).stdout
    return {test['name']: test['cmd'] for test in json.loads(told)}


def passes(command, folder):
    """Runs a test with the kernels in folder/cl; returns whether it passes."""
    environment = dict(os.environ, CLMODP_KERNEL_PATH=os.path.join(folder, 'cl'),
                       CLMODP_CACHE_DIR=os.path.join(folder, 'cache'),
                       POCL_CACHE_DIR=os.path.join(folder, 'pocl'), CLMODP_TEST_SMALL='1',
                       CLMODP_TEST_FEW='1')
    os.makedirs(environment['POCL_CACHE_DIR'], exist_ok=True)
    try:
        return subprocess.run(command, env=environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=LIMIT,
                              check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def noticed(source, calls, change):
    """Returns the first test that fails with the change, or None, and the time in seconds.
    Without a change all given tests run."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(source, 'cl'), os.path.join(folder, 'cl'))
        name, tests = change[:2]
        if name is not None:
            with open(os.path.join(folder, 'cl', name), 'w', encoding='utf-8') as file:
                file.write(mutate(source, change))
        killer = next((test for test in tests if not passes(calls[test], folder)), None)
    return killer, time.monotonic() - began


def report(number, change, killer, seconds):
    """Prints a line for one mutant."""
    name, _, old, new = change
    fate = f'noticed by {killer}' if killer else 'SURVIVED'
    print(f'{number:3} {fate} in {seconds:.0f} s: {name}: {old} -> {new}', flush=True)


def main():
    """Runs the mutants selected on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('source')
    parser.add_argument('build')
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('number', type=int, nargs='*')
    options = parser.parse_intermixed_args()
    changes = read_list(options.source)
    for change in changes:
        mutate(options.source, change)
    if options.check:
        print(f'{len(changes)} mutants can be made')
        return 0
    numbers = options.number or range(1, len(changes) + 1)
    every = sorted({test for number in numbers for test in changes[number - 1][1]})
    calls = commands(options.build)
    broken, _ = noticed(options.source, calls, (None, every))
    if broken:
        print(f'{broken} fails without any change')
        return 1
    survived = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        fates = {number: pool.submit(noticed, options.source, calls, changes[number - 1])
                 for number in numbers}
        for number, fate in fates.items():
            killer, seconds = fate.result()
            report(number, changes[number - 1], killer, seconds)
            survived += killer is None
    print(f'{len(fates) - survived} noticed, {survived} survived')
    return 1 if survived else 0


if __name__ == '__main__':
    sys.exit(main())
