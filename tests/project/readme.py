"""Compile and run the C program of the README, and run the commands shown in documents.

Usage: readme.py ROOT CLMODP LIBRARY COMPILER...
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

# Documents whose commands are run, besides docs/howto/*.md; the last one has options for the
# README's C program.
DOCUMENTS = ["README.md", "docs/index.md", "docs/install.md", "docs/models.md",
             "docs/program.md", "docs/tutorial.md"]
# Slow commands, and those that need a quiet machine; tests/cli runs them in another way.
TESTED_ELSEWHERE = re.compile(r"clmodp (calibrate|prepare|study|tune|model .* --device)\b")
# Files in the working directory of the commands.
FILES = {"f.txt": "y^2 - x", "g.txt": "y^2 - 2", "system.mpl": "f := y^2 - x: g := y - 2:",
         "pairs.txt": "y - x ; y + x\ny^2 - x ; y\n",
         "surfaces.txt": "x^2 + y^2 + z^2 - 4\nx*z - y^2 + 1\n"}


def program(text, tutorial, library, include, compiler, folder):
    """Checks that the README's C program prints the result in its comment, also with the options
    of the tutorial."""
    plain = re.search(r"^```c\n(.*?)^```", text, re.M | re.S)[1]
    options = re.search(r"^```c\n(.*?)^```", tutorial, re.M | re.S)[1]
    puts = re.search(r"puts\(text\); /\* (.*) \*/\n", plain)
    with_options = plain[:puts.end()] + "{" + options + "}" + plain[puts.end():]
    printed = re.search(r'printf\("(.*?)%g\\n"', options).group(1) + r"[0-9.e-]+\n"
    expected = re.escape(puts.group(1)) + r"\n"
    return (compiled(plain, expected, library, include, compiler, folder) +
            compiled(with_options, expected + printed, library, include, compiler, folder))


def compiled(source, expected, library, include, compiler, folder):
    """Checks that the program compiles without a warning and prints the expected text."""
    path, binary = os.path.join(folder, "program.c"), os.path.join(folder, "program")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    subprocess.run([*compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", path, "-I", include,
                    library, f"-Wl,-rpath,{os.path.dirname(library)}", "-o", binary], check=True)
    done = subprocess.run([binary], stdout=subprocess.PIPE, text=True)
    if done.returncode == 0 and re.fullmatch(expected, done.stdout):
        return []
    return [f"the program ended with {done.returncode} and printed {done.stdout!r}"]


def commands(text, clmodp, folder):
    """Checks that each "$ COMMAND" succeeds and prints the lines shown below it, if any."""
    faults = []
    for name, content in FILES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)
    path = os.path.dirname(clmodp) + os.pathsep + os.environ["PATH"]
    shown = re.compile(r"^    \$ (.*)\n((?:    (?!\$).*\n)*)", re.M)
    for command, expected in shown.findall(text):
        if TESTED_ELSEWHERE.match(command):
            continue
        environment = {**os.environ, "PATH": path}
        done = subprocess.run(command, shell=True, cwd=folder, env=environment,
                              stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            faults.append(f"{command}: exit status {done.returncode}")
        if expected and done.stdout != re.sub("^    ", "", expected, flags=re.M):
            faults.append(f"{command}: printed {done.stdout!r}")
    return faults


def main():
    root, clmodp, library, *compiler = sys.argv[1:]
    texts = []
    pages = sorted(glob.glob(os.path.join(root, "docs", "howto", "*.md")))
    for path in [*pages, *(os.path.join(root, name) for name in DOCUMENTS)]:
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    include = os.path.join(root, "include")
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        faults += program(texts[len(pages)], texts[-1], os.path.abspath(library), include,
                          compiler, folder)
    for text in texts:
        with tempfile.TemporaryDirectory() as folder:
            faults += commands(text, os.path.abspath(clmodp), folder)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
