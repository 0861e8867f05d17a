#!/usr/bin/env python3
"""Run ranks on two hosts: network namespaces with separate names and addresses, connected by a
virtual cable for all messages.

Usage: hosts.py MPIRUN CLMODP: mpirun.openmpi or mpirun.mpich, and a program built with the same
MPI. Needs root and the programs ip and unshare. Exits with 77 and a reason if hosts cannot be
made.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile

NAMES = [f"clmodp-{os.getpid()}-{number}" for number in (1, 2)]
ADDRESSES = ["10.77.0.1", "10.77.0.2"]
NETWORK = "10.77.0.0/24"

# A stand-in for ssh: [-x] HOST COMMAND...
AGENT = """#!/bin/sh
[ "$1" != -x ] || shift
case $1 in
    {addresses[0]}) name={names[0]} ;;
    *) name={names[1]} ;;
esac
shift
exec ip netns exec "$name" unshare --uts sh -c "hostname $name; $*"
"""


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def make_hosts():
    for name in NAMES:
        ip("netns", "add", name)
    ip("link", "add", "clmodp1", "netns", NAMES[0], "type", "veth", "peer", "name", "clmodp2",
       "netns", NAMES[1])
    for number, name in enumerate(NAMES):
        ip("-n", name, "addr", "add", ADDRESSES[number] + "/24", "dev", f"clmodp{number + 1}")
        for device in (f"clmodp{number + 1}", "lo"):
            ip("-n", name, "link", "set", device, "up")


def remove_hosts():
    for name in NAMES:
        subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


def received():
    """Returns the number of bytes received by the second host."""
    path = "/sys/class/net/clmodp2/statistics/rx_bytes"
    return int(subprocess.run(["ip", "netns", "exec", NAMES[1], "cat", path], check=True,
                              capture_output=True, text=True).stdout)


def start(mpirun, agent):
    """Returns the command that starts one rank on each host."""
    if "openmpi" in os.path.realpath(shutil.which(mpirun)) + mpirun:
        return [mpirun, "--host", ",".join(ADDRESSES), "-n", "2", "--mca", "plm_rsh_agent", agent,
                "--mca", "oob_tcp_if_include", NETWORK, "--mca", "btl_tcp_if_include", NETWORK]
    return [mpirun, "-hosts", ",".join(ADDRESSES), "-n", "2", "-launcher", "ssh",
            "-launcher-exec", agent, "-iface", "clmodp1"]


def on_hosts(folder, mpirun, command):
    agent = os.path.join(folder, "agent")
    with open(agent, "w", encoding="ascii") as file:
        file.write(AGENT.format(addresses=ADDRESSES, names=NAMES))
    os.chmod(agent, 0o755)
    line = " ".join(f"'{word}'" for word in [*start(mpirun, agent), *command])
    environment = dict(os.environ, UCX_TLS="tcp,self", OMPI_ALLOW_RUN_AS_ROOT="1",
                       OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return subprocess.run(["ip", "netns", "exec", NAMES[0], "unshare", "--uts", "sh", "-c",
                           f"hostname {NAMES[0]}; {line}"], capture_output=True, text=True,
                          check=True, timeout=300, env=environment).stdout


def write_polynomial(folder, name, degree, seed):
    draw = random.Random(seed)
    path = os.path.join(folder, name)
    with open(path, "w", encoding="ascii") as file:
        file.write("+".join(f"({draw.getrandbits(300) - (1 << 299)})*x^{i}*y^{j}"
                            for i in range(degree + 1) for j in range(degree + 1)))
    return "@" + path


def check(folder, mpirun, clmodp):
    said = on_hosts(folder, mpirun, ["hostname"]).split()
    if sorted(said) != NAMES:
        sys.exit(f"not ok: ranks on {said}")
    command = [clmodp, "resultant", "--engine=euclid", write_polynomial(folder, "f", 44, 1),
               write_polynomial(folder, "g", 42, 2)]
    alone = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    before = received()
    if on_hosts(folder, mpirun, command) != alone:
        sys.exit("not ok: two hosts print something else than one")
    moved, sent = received() - before, sum(os.path.getsize(word[1:]) for word in command[-2:])
    if moved < sent:
        sys.exit(f"not ok: {moved} bytes went to the second host, which are no images")
    print(f"ok: two hosts print what one prints, {len(alone)} bytes; {moved} bytes went to the "
          "second one")


def main():
    mpirun, clmodp = sys.argv[1], os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        try:
            try:
                make_hosts()
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"no hosts can be made here: {error}")
                sys.exit(77)
            check(folder, mpirun, clmodp)
        finally:
            remove_hosts()


if __name__ == "__main__":
    main()
