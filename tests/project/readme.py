"""Do what the README says: compile and run its program, run its commands, find its sources.

Usage: readme.py ROOT CLMODP LIBRARY COMPILER...
"""

import os
import re
import subprocess
import sys
import tempfile

# What the README's commands find in their working directory.
FILES = {"f.txt": "y^2 - x", "g.txt": "y^2 - 2", "pairs.txt": "y - x ; y + x\ny^2 - x ; y\n"}
CITED = ("src", "cl", "include", "tests", "bench")


def program(text, library, include, compiler, folder):
    """The C program, as shown, prints what its comment says."""
    source = re.search(r"^```c\n(.*?)^```", text, re.M | re.S).group(1)
    expected = re.search(r"puts\(text\); /\* (.*) \*/", source).group(1)
    path, binary = os.path.join(folder, "program.c"), os.path.join(folder, "program")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    subprocess.run([*compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", path, "-I", include,
                    library, f"-Wl,-rpath,{os.path.dirname(library)}", "-o", binary], check=True)
    found = subprocess.run([binary], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [] if found == expected + "\n" else [f"the program printed {found!r}"]


def commands(text, clmodp, folder):
    """Each "$ clmodp ..." works; a line below it that is no command is its output."""
    faults = []
    for name, content in FILES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)
    path = os.path.dirname(clmodp) + os.pathsep + os.environ["PATH"]
    shown = re.compile(r"^    \$ (clmodp .*)\n(?:    (?!\$)(.*)\n)?", re.M)
    for command, expected in shown.findall(text):
        environment = {**os.environ, "PATH": path}
        done = subprocess.run(command, shell=True, cwd=folder, env=environment,
                              stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            faults.append(f"{command}: exit status {done.returncode}")
        if expected and done.stdout != expected + "\n":
            faults.append(f"{command}: printed {done.stdout!r}")
    return faults


def citations(text, root):
    """Each [Name 1999, ...] in the sources is in the README's list, and the other way round."""
    key = re.compile(r"\[([A-Z][\w ,&]*? ?(?:\d{4}|\d{2}))(?:, [^\]]*)?\]")
    listed = set(re.findall(r"^- \[([^\]]*)\]", text, re.M))
    cited, faults = {}, []
    for folder in CITED:
        for place, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                if name.endswith((".c", ".h", ".cl")):
                    with open(os.path.join(place, name), encoding="utf-8") as file:
                        for found in key.findall(file.read()):
                            cited.setdefault(found, os.path.join(place, name))
    faults += [f"{cited[k]} cites [{k}], which the README does not list"
               for k in sorted(set(cited) - listed)]
    return faults


def paths(text, root):
    """Files and folders named in code spans are there."""
    folders = "include|src|cl|tests|bench|examples|scripts|subprojects|docs"
    named = re.findall(rf"`((?:{folders})/[\w./]*|[A-Z]+\.md)`", text)
    named += re.findall(r"^    (scripts/\w+)", text, re.M)
    return [f"no such file: {name}" for name in named
            if not os.path.exists(os.path.join(root, name))]


def main():
    root, clmodp, library, *compiler = sys.argv[1:]
    with open(os.path.join(root, "README.md"), encoding="utf-8") as file:
        text = file.read()
    include = os.path.join(root, "include")
    with tempfile.TemporaryDirectory() as folder:
        faults = program(text, os.path.abspath(library), include, compiler, folder)
        faults += commands(text, os.path.abspath(clmodp), folder)
    faults += citations(text, root) + paths(text, root)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
