"""Budgets of kernels' inner loops: what each line of budgets.tsv allows, and what was counted.

A line names a program's kernel and a loop of it by what one unit of work does. The columns:

    target    an architecture
    program, kernel
    unit      of work, in words
    per       how many units a pass has: a pipe whose instructions are so many in each, as in
              `store`, or `load/7` for seven; so unrolling is seen, not stated
    loop      `whole` for all of a kernel, or conditions on pipes, as in `wide>=4`, in a unit; of
              loops that meet them it is the one of most units, and of those the longest
    minimum   the instructions that the unit cannot do without, as in `4 wide + narrow + 2 load`
    budget    issue slots a unit
    why       what the minimum is made of, and what is above it where that is much

A budget that is a third more than its minimum has to say why.
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
    """Issue slots of a line's minimum."""
    counts = dict.fromkeys(loops.PIPES, 0)
    for term in budget.minimum.split(" + "):
        number, pipe = TERM.fullmatch(term).groups()
        counts[pipe] += float(number or 1)
    return machine_of(budget.target).slots(counts)


def read_table(text):
    """The lines of a table, whose first names the columns; ValueError tells what is wrong."""
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
    """How many units of work a loop has."""
    pipe, _, number = per.partition("/")
    return counts[pipe] / float(number or 1)


def meets(counts, units, conditions):
    return units >= 1 and all(COMPARE[relation](counts[pipe], float(number) * units)
                              for pipe, relation, number in CONDITION.findall(conditions))


def measure(budget, code):
    """(slots a unit, units, counts) of the loop that a line means, None if there is none."""
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
    """Whether a program has budgets for a target."""
    return any((budget.target, budget.program) == (target, program) for budget in table)


def hold(table, target, found, kernels):
    """Add to the findings of a program what its kernels' loops take, and which are above their
    budgets. kernels: {name: code}."""
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
