"""The file that bench/gpu --all writes and bench/gpu_report reads: commands with their outputs,
each after a line "== NAME (SECONDS s, exit CODE, MEMORY MiB): COMMAND", with the memory of the
largest process on the host so far."""
import datetime
import os
import platform
import random
import re
import resource
import shutil
import subprocess
import sys
import time

import measured

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST = 'clmodp GPU report 1'
HEAD = re.compile(r'^== (\w+) \(([0-9.]+) s, (exit -?\d+|stopped)(?:, \d+ MiB)?\): (.*)$',
                  re.M)


def dense_resultant(clmodp, folder, degree):
    """Returns the command for two random polynomials of this total degree with coefficients of 16
    bits, and the files of operands and result."""
    files = [os.path.join(folder, name) for name in ('f', 'g', 'result')]
    for seed, path in enumerate(files[:2]):
        source = random.Random(seed)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(measured.dense(degree, lambda rng=source: rng.randrange(1, 65536)))
    return [clmodp, 'resultant', '--engine', 'euclid', '--stats', '--max-result', '4G',
            '--output', files[2], *(f'@{path}' for path in files[:2])], files


def record_sections(build, folder, small):
    """Returns sections, as below, of a large resultant whose values are checked without clmodp."""
    clmodp = os.path.join(build, 'src', 'cli', 'clmodp')
    checker = os.path.join(HERE, '..', 'tests', 'peers', 'values.py')
    command, files = dense_resultant(clmodp, folder, 40 if small else 600)
    return [
        ('version', 0.05, [clmodp, '--version']),
        ('devices', 0.05, [clmodp, 'devices']),
        ('record', 0.8, command),
        ('values', 0.5, [sys.executable, os.path.relpath(checker), *files]),
    ]


def cub_section(folder, small):
    """Returns the section of CUB's scan and sort, where CUDA's compiler is installed."""
    nvcc = shutil.which('nvcc') or shutil.which('nvcc', path='/usr/local/cuda/bin')
    if small or nvcc is None:
        return []
    program = os.path.join(folder, 'cub')
    source = os.path.join(HERE, 'cub.cu')
    return [('cub', 0.15, ['sh', '-c', f'{nvcc} -O2 -o {program} {source} && {program}'])]


def sections(build, folder, small):
    """Returns names, largest shares of the time, and commands, in the order of importance."""
    bench, clmodp = os.path.join(build, 'bench'), os.path.join(build, 'src', 'cli', 'clmodp')
    rows = os.path.join(folder, 'rows.csv')
    return [
        ('version', 0.05, [clmodp, '--version']),
        ('devices', 0.05, [clmodp, 'devices']),
        ('check', 0.2, [clmodp, 'check']),
        ('machine', 0.15, [clmodp, 'calibrate', '--format', 'machine']),
        ('rows', 0.15, ['sh', '-c', '"$0" "$@" >/dev/null 2>&1 && cat ' + rows,
                        f'{bench}/resultant', '--table', '--against', 'none', '--csv', rows,
                        *(['--rows', '1', '--runs', '1'] if small else [])]),
        ('large', 0.15, dense_resultant(clmodp, folder, 10 if small else 400)[0]),
        ('tune', 0.25, [clmodp, 'tune', *('scan --n 2^8..2^9 --runs 1'.split() if small else [])]),
        ('tests', 0.45, ['meson', 'test', '-C', build, '--no-rebuild', '--num-processes', '8',
                         '--logbase', 'gpu-report',
                         *(['mont64'] if small else ['--suite', 'kernels', '--suite', 'device'])]),
        ('together', 0.05, [f'{bench}/rows', *(['1', '1', '2'] if small else ['5'])]),
        ('batches', 0.15, [f'{bench}/fpx_batch', *(['1', '50'] if small else ['3'])]),
        ('sort', 0.15, [f'{bench}/sort', *(['1', '1000'] if small else ['3'])]),
        ('scan', 0.1, [f'{bench}/scan', *(['1', '1000', '8', '4'] if small else ['5'])]),
        *cub_section(folder, small),
        ('arrays', 0.1, [f'{bench}/fpx_arrays', *(['1', '100'] if small else ['9', '1000000'])]),
    ]


def run(command, seconds, environment):
    """Returns the output, and the exit status or None if the time was over."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, env=environment, errors='replace',
                          start_new_session=True) as process:
        try:
            return process.communicate(timeout=seconds)[0], process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 15)
            return process.communicate()[0], None


def write(path, listed, environment, seconds):
    """Runs the listed sections in `seconds`, and writes the file after each, so that none is
    lost."""
    end = time.monotonic() + seconds
    text = (f'{FIRST}\n{datetime.date.today():%d %B %Y}\n{platform.platform()}, '
            f'{os.cpu_count()} processors\n')
    for name, share, command in listed:
        began = time.monotonic()
        output, code = run(command, max(1, min(share * seconds, end - began)), environment)
        state = 'stopped' if code is None else f'exit {code}'
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
        text += (f'\n== {name} ({time.monotonic() - began:.1f} s, {state}, {peak} MiB): '
                 f'{" ".join(command)}\n{output.rstrip()}\n')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        print(f'{name}: {time.monotonic() - began:.1f} s, {state}, {peak} MiB')


def read(path):
    """Returns the lines before the first section, and (seconds, state, output) by name."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    if not text.startswith(FIRST + '\n'):
        raise ValueError(f'{path} does not begin with "{FIRST}"')
    start, *parts = HEAD.split(text)
    found = {parts[k]: (float(parts[k + 1]), parts[k + 2], parts[k + 4].strip('\n'))
             for k in range(0, len(parts), 5)}
    return start.splitlines(), found
