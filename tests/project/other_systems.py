"""Type what docs/howto/from-other-systems.md shows at the prompts of PARI, Singular and Sage, and
compare what they print. Systems that are not installed are left out; exits with 77 if none is.
scripts/check_python runs the page's Python.

Usage: other_systems.py ROOT
"""

import os
import re
import shutil
import subprocess
import sys

SKIPPED = 77
# The prompt, by which a block is recognised, and the command of each system.
SYSTEMS = {"? ": ["gp", "-q", "--default", "colors=no"],
           "> ": ["Singular", "-q", "--no-rc"],
           "sage: ": ["sage", "--simple-prompt"]}


def dialogue(block, prompt):
    """Returns what a block types, and the lines that it shows as printed."""
    lines = block.splitlines()
    typed = [line[len(prompt):] for line in lines if line.startswith(prompt)]
    return typed, [line for line in lines if not line.startswith(prompt)]


def printed(command, typed):
    """Returns the lines that a system prints, without prompts and remarks."""
    done = subprocess.run(command, input="\n".join(typed) + "\n", text=True, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = [re.sub(r"^((sage|\.\.\.\.): )+", "", line) for line in done.stdout.splitlines()]
    remarks = ("// **", "┌", "│", "└", "Exiting Sage")
    return [line for line in lines if line and not line.startswith(remarks)]


def main():
    page = os.path.join(sys.argv[1], "docs", "howto", "from-other-systems.md")
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"^```text\n(.*?)^```", file.read(), re.M | re.S)
    tried = wrong = 0
    for block in blocks:
        (prompt, command), = [one for one in SYSTEMS.items() if block.startswith(one[0])]
        typed, shown = dialogue(block, prompt)
        assert typed and shown, command
        if not shutil.which(command[0]):
            print(f"{command[0]} is not installed")
            continue
        tried += 1
        found = printed(command, typed)
        if found != shown:
            wrong += 1
            print(f"{command[0]} prints {found}, the page shows {shown}")
    return 1 if wrong else 0 if tried else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
