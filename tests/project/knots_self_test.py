"""Test knots.py with objects in known circles: it must report them, and nothing else."""

import sys

import knots

# Symbols defined and used by each object, by source.
SOUND = {
    "src/core/error.c": ("error", ""),
    "src/fpx/plan.c": ("plan", "cost error"),
    "src/fpx/cost.c": ("cost", "error malloc"),
    "src/fpx/many/batch.c": ("batch", "plan"),
    "src/cli/main.c": ("main", "run_help"),
    "src/cli/commands/help.c": ("run_help", "plan"),
    "tests/fpx/plan.c": ("main", "plan"),
}

# Description of a fault, replaced or added objects, modules that may have circles, and messages.
CASES = [
    ("nothing", {}, [], []),
    ("two objects", {"src/fpx/cost.c": ("cost", "plan")}, [], [
        "src/fpx: a circle of 2 objects", "    src/fpx/cost.c -> src/fpx/plan.c: plan",
        "    src/fpx/plan.c -> src/fpx/cost.c: cost"]),
    ("three objects", {"src/fpx/cost.c": ("cost", "rate"), "src/fpx/rate.c": ("rate", "plan")},
     [], [
        "src/fpx: a circle of 3 objects", "    src/fpx/cost.c -> src/fpx/rate.c: rate",
        "    src/fpx/plan.c -> src/fpx/cost.c: cost",
        "    src/fpx/rate.c -> src/fpx/plan.c: plan"]),
    ("folders of the program", {"src/cli/commands/help.c": ("run_help", "main")}, [], [
        "src/cli: a circle of 2 objects",
        "    src/cli/commands/help.c -> src/cli/main.c: main",
        "    src/cli/main.c -> src/cli/commands/help.c: run_help"]),
    ("two modules", {"src/core/error.c": ("error", "plan")}, [], []),
    ("a module that may be tied", {"src/fpx/cost.c": ("cost", "plan")}, ["src/fpx"], []),
    ("a module that is tied no longer", {}, ["src/fpx"],
     ["src/fpx has no circle: remove it from TIED"]),
]


def listing(objects):
    """Returns the output of nm for such objects."""
    lines = []
    for number, (defined, used) in enumerate(objects.values()):
        lines += [f"/b: c/{number}.o: {name} T 0 8" for name in defined.split()]
        lines += [f"/b: c/{number}.o: {name} U " for name in used.split()]
        lines.append(f"/b: c/{number}.o: plan t 0 8")  # a local symbol
    return "\n".join(lines)


def main():
    wrong = 0
    for name, changes, tied, expected in CASES:
        objects = {**SOUND, **changes}
        places = {f"/b: c/{number}.o": source for number, source in enumerate(objects)}
        found = knots.check(knots.read_symbols(listing(objects), places), tied)
        if found != expected:
            wrong += 1
            print(f"{name}: {found}")
    print(f"{len(CASES) - wrong} of {len(CASES)} judged rightly")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
