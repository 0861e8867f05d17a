"""Generates the completions of the program for all shells.

Usage: generate.py CLMODP BASH ZSH FISH, the last three being files to write.
"""

import sys

import bash
import fish
import zsh
from program import Program


def main():
    program = Program(sys.argv[1])
    for shell, path in zip((bash, zsh, fish), sys.argv[2:]):
        with open(path, "w", encoding="utf-8") as file:
            file.write(shell.script(program))


if __name__ == "__main__":
    main()
