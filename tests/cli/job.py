"""Jobs in folders: submit, worker, status, finish."""

import json
import os
import signal
import subprocess
import time

from program import PROGRAM, Case, main

F, G = "(x+y+2)^12+x*y/3", "(x-y+3)^11-x^3"
SMALL = "y^3 + x*y + 1", "y^2 - x"


class Job(Case):
    def submit(self, *arguments):
        return self.output("submit", *arguments)

    def status(self, folder):
        return json.loads(self.output("status", folder, "--format", "json"))

    def test_the_same_result(self):
        for number, (arguments, command) in enumerate((
                ((F, G), "resultant"), ((F,), "discriminant"),
                ((*SMALL, "--eliminate", "x"), "resultant"),
                ((*SMALL, "--subresultant", "1"), "resultant"), (("0", "y"), "resultant"))):
            folder = self.path(f"job{number}")
            self.assertRegex(self.submit(folder, *arguments, "--unit-primes", "3"),
                             r"^\d+ units?, .* s predicted\n$")
            self.output("worker", folder)
            for form in ("expr", "json", "coeffs"):
                self.assertEqual(self.output("finish", folder, "--format", form),
                                 self.output(command, *arguments, "--format", form), arguments)

    def test_step_by_step(self):
        folder = self.path("job")
        self.submit(folder, F, G, "--unit-primes", "1", "--engine", "host")
        units = self.status(folder)["units"]
        self.assertGreater(units, 5)
        self.assertIn("units are not done", self.refused("finish", folder, leave=1))
        self.output("worker", folder, "--units", "2")
        self.assertEqual(self.status(folder)["done"], 2)
        self.assertEqual(self.output("status", folder),
                         f"2 of {units} units done, 0 at work, {units - 2} waiting\n")
        self.submit(folder, F, G, "--unit-primes", "1", "--engine", "host")
        self.assertEqual(self.status(folder)["done"], 2)
        self.assertIn("another plan", self.refused("submit", folder, F, G, "--engine", "host",
                                                   "--unit-primes", "3", leave=1))
        self.output("worker", folder, "--wait", "--lease", "5")
        self.assertEqual(self.output("finish", folder, "--wait"), self.output("resultant", F, G))

    def test_workers_that_are_killed(self):
        folder = self.path("job")
        long = "(x+y+2)^30+x*y", "(x-2*y+3)^31-x^3+y"
        self.submit(folder, *long, "--unit-primes", "4", "--engine", "host")
        for turn in range(6):
            done = self.status(folder)["done"]
            worker = subprocess.Popen([PROGRAM, "worker", folder, "--threads", "1"],
                                      env=self.environment())
            time.sleep(0.05 + 0.03 * turn)
            worker.send_signal(signal.SIGKILL if turn % 2 == 0 else signal.SIGINT)
            worker.wait()
            state = self.status(folder)
            self.assertGreaterEqual(state["done"], done)
            self.assertEqual(state["at_work"], state["lost"])
        workers = [subprocess.Popen([PROGRAM, "worker", folder, "--wait"], env=self.environment())
                   for _ in range(3)]
        result = self.output("finish", folder, "--wait")
        self.assertEqual([worker.wait() for worker in workers], [0, 0, 0])
        self.assertEqual(result, self.output("resultant", *long, "--engine", "host"))

    def test_checkpoints(self):
        folder = self.path("job")
        command = ["resultant", "(x+y+2)^24+x*y", "(x-2*y+3)^25-x^3", "--engine", "host",
                   "--threads", "1", "--checkpoint", folder]
        for turn in range(4):
            process = subprocess.Popen([PROGRAM, *command], env=self.environment(),
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(0.1 + 0.05 * turn)
            process.send_signal((signal.SIGKILL, signal.SIGINT, signal.SIGTERM)[turn % 3])
            process.communicate()
        result = self.output(*command)
        self.assertEqual(result, self.output(*command[:-2]))
        self.assertEqual(self.output(*command), result)  # from what is there
        self.refused("resultant", *SMALL, "--checkpoint", folder, "--engine", "host", leave=1)
        self.refused("resultant", *SMALL, "--checkpoint", folder, "--modulus", "7")
        self.refused("resultant", *SMALL, "--checkpoint", folder, "--mode", "probable")
        self.refused("resultant", "--batch", "x", "--checkpoint", folder)
        self.refused("resultant", *SMALL, "--checkpoint", folder, "--device", "all")

    def test_damage(self):
        folder = self.path("job")
        self.submit(folder, *SMALL)
        self.output("worker", folder)
        with open(self.path("job/images/0"), "r+b") as file:
            file.seek(90)
            file.write(b"damage")
        self.assertIn("images/0", self.refused("finish", folder, leave=1))
        os.remove(self.path("job/images/0"))
        self.output("worker", folder)
        self.assertEqual(self.output("finish", folder), self.output("resultant", *SMALL))
        with open(self.path("job/note"), "a", encoding="ascii") as file:
            file.write("more\n")
        self.assertIn("note", self.refused("finish", folder, leave=1))

    def test_refusals(self):
        self.assertIn("open the folder", self.refused("worker", self.path("none"), leave=1))
        self.assertIn("open the folder", self.refused("status", self.path("none"), leave=1))
        self.refused("submit", self.path("job"))
        self.refused("submit", self.path("job"), "x", "y", "z")
        self.refused("worker")
        self.refused("status", "a", "b")
        self.refused("finish")
        self.refused("worker", self.path("job"), "--lease", "0")
        self.write("file", "")
        self.refused("submit", self.path("file"), *SMALL, leave=1)
        os.mkdir(self.path("other"))
        self.write("other/thesis.tex", "")
        self.assertIn("thesis.tex", self.refused("submit", self.path("other"), *SMALL, leave=1))


main()
