"""Budgets of kernels' inner loops: compares counted issue slots with budgets.tsv.

A line of budgets.tsv names a kernel and one of its loops, described by a unit of its work:

    target    architecture
    program, kernel
    unit      description of the unit of work
    per       counts the units of a pass: a pipe with one instruction per unit, such as `store`,
              or with several, such as `load/7` with seven; so unrolling is detected
    loop      `whole` for a whole kernel, or conditions on instructions per unit by pipe, such as
              `wide>=4`; of all such loops the one with the most units, then the longest
    minimum   instructions necessary for a unit, such as `4 wide + narrow + 2 load`
    budget    issue slots per unit
    why       composition of the minimum, and reasons for a large excess over it

A budget a third above its minimum requires a reason.
"""

import collections
import operator
import os
import re

import loops
import programs

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "budgets.tsv")
COLUMNS = ["target", "program", "kernel", "unit", "per", "loop", "minimum", "budget", "why"]
MUCH = 1.3  # times the minimum
REASON = "Above: "
COMPARE = {">=": operator.ge, "<": operator.lt}
CONDITION = re.compile(r"(\w+)(>=|<)([\d.]+)")
TERM = re.compile(r"(?:([\d.]+) )?(\w+)")

Budget = collections.namedtuple("Budget", COLUMNS)


def machine_of(target):
    return loops.AMD if target.startswith("gfx") else loops.NVIDIA


def minimum_of(budget):
    """Returns the issue slots of a line's minimum."""
    counts = dict.fromkeys(loops.PIPES, 0)
    for term in budget.minimum.split(" + "):
        number, pipe = TERM.fullmatch(term).groups()
        counts[pipe] += float(number or 1)
    return machine_of(budget.target).slots(counts)


def read_table(text):
    """Returns the lines of a table below the line of column names; raises ValueError."""
    head, *lines = [line.split("\t") for line in text.splitlines()]
    if head != COLUMNS:
        raise ValueError(f"columns are {head}, not {COLUMNS}")
    table = []
    for number, cells in enumerate(lines, 2):
        if len(cells) != len(COLUMNS) or not all(cells):
            raise ValueError(f"line {number} has not {len(COLUMNS)} cells")
        budget = Budget(*cells)
        least = minimum_of(budget)
        if float(budget.budget) < least:
            raise ValueError(f"line {number}: a budget of {budget.budget} below its minimum, "
                             f"{least}")
        if float(budget.budget) > MUCH * least and REASON not in budget.why:
            raise ValueError(f"line {number}: a budget of {budget.budget} for a minimum of "
                             f"{least}, and no reason")
        table.append(budget)
    return table


def units_of(counts, per):
    """Returns the number of units of work in a pass of a loop."""
    pipe, _, number = per.partition("/")
    return counts[pipe] / float(number or 1)


def meets(counts, units, conditions):
    return units >= 1 and all(COMPARE[relation](counts[pipe], float(number) * units)
                              for pipe, relation, number in CONDITION.findall(conditions))


def measure(budget, code):
    """Returns (slots per unit, units, counts) of the loop named by a line; None: no such loop."""
    machine = machine_of(budget.target)
    if budget.loop == "whole":
        found = [machine.whole(code)]
    else:
        found = [counts for counts in machine.loops(code)
                 if meets(counts, units_of(counts, budget.per), budget.loop)]
    if not found:
        return None
    counts = max(found, key=lambda c: (units_of(c, budget.per), machine.slots(c)))
    units = units_of(counts, budget.per)
    return machine.slots(counts) / units, units, counts


def names(table, target, program):
    """Tests whether a program has budgets for a target."""
    return any((budget.target, budget.program) == (target, program) for budget in table)


def hold(table, target, found, kernels):
    """Adds the issue slots of a program's loops to its findings, with all excesses over budgets.
    kernels: {name: code}."""
    for budget in table:
        if not names([budget], target, found.program):
            continue
        what = f"{budget.unit}: {target} {budget.program} {budget.kernel}"
        measured = measure(budget, kernels.get(budget.kernel, []))
        if measured is None or measured[1] == 0:
            found.takes_more(f"no loop of {what}")
            continue
        slots, units, counts = measured
        by_pipe = " ".join(f"{pipe} {count / units:.4g}" for pipe, count in counts.items()
                           if count > 0)
        found.lines.append(f"{slots:5.1f} slots, {float(budget.budget):5.1f} allowed, "
                           f"{minimum_of(budget):5.1f} at least, {units:4.3g} a pass: {what}: "
                           f"{by_pipe}")
        if slots > float(budget.budget):
            found.takes_more(f"{slots:.2f} issue slots, {budget.budget} are allowed: {what}")


def load():
    return read_table(programs.read(TABLE))
