"""Share a long computation among processes, on one machine or several."""

import concurrent.futures
import multiprocessing
import os
import time

import matplotlib.figure

import clmodp

f = {(i, j): 3**((7*i + 11*j) % 100) for i in range(41) for j in range(41 - i)}
g = {(i, j): 3**((5*i + 13*j) % 100) for i in range(41) for j in range(41 - i)}


def work(plan_bytes, unit):
    """Computes a work unit from the bytes of the plan alone, so it can run on any machine."""
    began = time.time()
    images = clmodp.Plan.from_bytes(plan_bytes).run(unit)
    return images, os.getpid(), began, time.time()


def main():
    """Distributes the work units of a plan, and reconstructs the result from their images."""
    plan = clmodp.Plan(f, g, unit_seconds=0.005)
    print("several units:", plan.units > 5)
    # A process that has used a device cannot be forked, so start new processes.
    with concurrent.futures.ProcessPoolExecutor(
            2, mp_context=multiprocessing.get_context("spawn")) as pool:
        done = list(pool.map(work, [bytes(plan)] * plan.units, range(plan.units)))
    result = plan.finish(images for images, _, _, _ in done)
    print("the same:", result == clmodp.resultant(f, g))

    figure = matplotlib.figure.Figure(figsize=(5, 2), layout="constrained")
    axes = figure.add_subplot(xlabel="seconds", yticks=(0, 1), ylim=(-0.6, 1.6))
    axes.set_yticklabels(("first", "second"))
    start = min(began for _, _, began, _ in done)
    processes = sorted({process for _, process, _, _ in done})
    for _, process, began, ended in done:
        axes.barh(processes.index(process), ended - began, left=began - start, height=0.6,
                  color="tab:blue", edgecolor="white")
    figure.savefig("units.svg")


if __name__ == "__main__":
    main()
