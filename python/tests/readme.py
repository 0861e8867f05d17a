"""Run the Python code of the README, and compare values with the comments at the ends of lines.

Usage: readme.py README
"""

import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    shown = "".join(re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S))
names = {}
told = 0
for line in shown.splitlines():
    code, _, comment = line.partition("  # ")
    if not comment:
        exec(code, names)
        continue
    value = repr(eval(code, names))
    told += 1
    if value != comment:
        sys.exit(f"{code} is {value}, not {comment}")
sys.exit(0 if told else "nothing to compare")
