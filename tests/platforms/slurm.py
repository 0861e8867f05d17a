#!/usr/bin/env python3
"""Run the README's Slurm array on a temporary cluster consisting of this machine.

Workers are tasks of an array, one of which is killed while it computes; the result from the job
folder must equal that of `clmodp resultant`. Needs root, Slurm and Munge (on Debian slurm-wlm);
exits with 77 if the test cannot be run here. Usage: slurm.py ROOT CLMODP
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import waiting

SKIPPED = 77
NEEDED = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo"]
SLOTS = 3
TASKS = 4
SECONDS = 120  # timeout of any wait
F = "(x^3*y + 3*y^2 - x + 1)^32 + 7*x*y - 5"
G = "(y^3 + x^2*y - 2*x + 5)^23 - x"

CONFIGURATION = """
ClusterName=clmodp
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={daemon}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
KillWait=1
MinJobAge=600
NodeName={host} NodeAddr=127.0.0.1 CPUs={slots} RealMemory=16000
PartitionName=all Nodes={host} Default=YES
"""


class NotHere(Exception):
    """The reason why the test cannot be run here."""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """Munge, a controller and one node, with all their files in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        self.environment = {**os.environ, "SLURM_CONF": self.path("slurm.conf")}
        for name in ("state", "spool"):
            os.mkdir(self.path(name))
        controller, daemon = free_ports(2)
        with open(self.path("slurm.conf"), "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(
                host=socket.gethostname().split(".")[0], folder=folder, slots=SLOTS,
                controller=controller, daemon=daemon))
        with open(self.path("munge.key"), "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(os.urandom(128))

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, *command):
        log = open(self.path(command[0] + ".log"), "wb")
        self.processes.append((command[0], subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)))
        log.close()

    def up(self):
        self.start("munged", "--foreground", "--force", f"--key-file={self.path('munge.key')}",
                   f"--socket={self.path('munge.socket')}", f"--pid-file={self.path('munge.pid')}",
                   f"--seed-file={self.path('munge.seed')}",
                   f"--log-file={self.path('munge.log')}")
        self.wait("Munge's socket", lambda: os.path.exists(self.path("munge.socket")))
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D")
        self.wait("an idle node",
                  lambda: "idle" in self.call("sinfo", "-h", "-o", "%T", quiet=True))

    def wait(self, what, ready):
        """Waits as waiting.wait_for, but raises NotHere if a daemon ends."""
        def look():
            for name, process in self.processes:
                if process.poll() is not None:
                    with open(self.path(name + ".log"), encoding="utf-8") as file:
                        raise NotHere(f"{name} ended: " + " ".join(file.read().split())[-300:])
            return ready()
        try:
            return waiting.wait_for(what, look, SECONDS)
        except TimeoutError as why:
            raise NotHere(str(why)) from why

    def call(self, *command, quiet=False):
        done = subprocess.run(command, env=self.environment, cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0 and not quiet:
            raise RuntimeError(f"{command}: {done.stderr}")
        return done.stdout

    def states(self, job):
        """Returns the states of an array's tasks, by their numbers."""
        listed = self.call("squeue", "-h", "-r", "-t", "all", "-j", job, "-o", "%K %T")
        return dict(line.split() for line in listed.splitlines())

    def down(self):
        self.call("scancel", "--state=RUNNING", "--state=PENDING", "-u", "root", quiet=True)
        for _, process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def job_script(root):
    """Returns the job script of the README."""
    with open(os.path.join(root, "README.md"), encoding="utf-8") as file:
        text = file.read()
    found = re.search(r"^    #!/bin/sh\n(?:    .*\n)*?    clmodp worker .*\n", text, re.M).group()
    return "".join(line.removeprefix("    ") for line in found.splitlines(keepends=True))


def try_array(cluster, root, program):
    """Runs the array; returns a list of faults."""
    cluster.environment["PATH"] = (os.path.dirname(program) + os.pathsep +
                                   cluster.environment["PATH"])
    with open(cluster.path("job.sh"), "w", encoding="utf-8") as file:
        file.write(job_script(root))
    print(cluster.call("clmodp", "submit", "--engine", "host", "--unit-primes", "4", "job", F, G),
          end="")
    began = time.monotonic()
    answer = cluster.call("sbatch", f"--array=1-{TASKS}", "--cpus-per-task=1", "--mem=100M",
                          "--parsable", "job.sh")
    job = answer.strip()

    def at_work():
        state = cluster.call("clmodp", "status", "job")
        return state if int(re.search(r"(\d+) at work", state).group(1)) >= 2 else ""
    print("two tasks at work:", waiting.wait_for("two tasks at work", at_work, SECONDS),
          end="")
    killed = next(task for task, state in sorted(cluster.states(job).items())
                  if state == "RUNNING")
    cluster.call("scancel", "--signal=KILL", "--full", f"{job}_{killed}")
    left = cluster.call("clmodp", "status", "job")
    print(f"task {killed} was killed:", left, end="")
    result = cluster.call("clmodp", "finish", "--wait", "job")
    states = cluster.wait("the tasks' ends", lambda: (
        lambda now: now if not {"RUNNING", "PENDING", "COMPLETING"} & set(now.values())
        else None)(cluster.states(job)))
    print(f"done after {time.monotonic() - began:.1f} s; tasks:",
          ", ".join(f"{task} {state}" for task, state in sorted(states.items())))
    faults = []
    if len(states) != TASKS or any((state == "COMPLETED") == (task == killed)
                                   for task, state in states.items()):
        faults.append(f"tasks ended otherwise than they should: {states}")
    if left.split()[0] == left.split()[2]:
        faults.append("all was done before a task was killed")
    if result != cluster.call("clmodp", "resultant", F, G):
        faults.append("the result is another than that of clmodp resultant")
    return faults


def main():
    root, program = map(os.path.abspath, sys.argv[1:])
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing or os.getuid() != 0:
        print("not installed: " + ", ".join(missing) if missing else "only root can try this")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(folder)
        try:
            cluster.up()
            faults = try_array(cluster, root, program)
        except NotHere as why:
            print(f"Slurm does not run here: {why}")
            return SKIPPED
        finally:
            cluster.down()
    print("\n".join(faults) or "the result is that of clmodp resultant")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
