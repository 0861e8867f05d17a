"""Run a program and look for a line of its output. Usage: prints.py LINE COMMAND..."""

import subprocess
import sys

line, *command = sys.argv[1:]
done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
print(done.stdout)
sys.exit(0 if done.returncode == 0 and line in done.stdout.splitlines() else 1)
