"""Tests of job folders: submit, worker, status, finish."""

import hashlib
import json
import os
import resource
import signal
import subprocess
import time

from program import PROGRAM, Case, main

F, G = "(x+y+2)^12+x*y/3", "(x-y+3)^11-x^3"
SMALL = "y^3 + x*y + 1", "y^2 - x"


class Job(Case):
    def submit(self, *arguments):
        return self.output("submit", *arguments)

    def damage(self, name, place):
        with open(self.path(name), "r+b") as file:
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 1]))

    def status(self, folder):
        return json.loads(self.output("status", folder, "--format", "json"))

    def test_the_same_result(self):
        for number, (arguments, command) in enumerate((
                ((F, G), "resultant"), ((F,), "discriminant"),
                ((*SMALL, "--eliminate", "x"), "resultant"),
                ((*SMALL, "--subresultant", "1"), "resultant"), (("0", "y"), "resultant"),
                (("y^4/2 + x", "y^3 - x*y/3", "--subresultant", "2"), "resultant"))):
            folder = self.path(f"job{number}")
            self.assertRegex(self.submit(folder, *arguments, "--unit-primes", "3"),
                             r"^\d+ units?, .* s predicted\n$")
            self.output("worker", folder)
            for form in ("expr", "json"):
                self.assertEqual(self.output("finish", folder, "--format", form),
                                 self.output(command, *arguments, "--format", form), arguments)
        self.assertRegex(self.submit(self.path("schur"), F, G, "--engine", "schur"),
                         r"^\d+ units?\n$")

    @staticmethod
    def with_note(plan, old, new):
        """Returns the file of a job with another note and a valid digest."""
        size = int.from_bytes(plan[8:16], "little")
        note = plan[16:16 + size]
        assert old in note, note
        note = note.replace(old, new)
        file = plan[:8] + len(note).to_bytes(8, "little") + note + plan[16 + size:-32]
        return file + hashlib.sha256(file).digest()

    def test_chains(self):
        """The note has the length of a chain, and what each S_k is divided by."""
        for number, (form, *arguments) in enumerate((
                ("json", "x*y^4/3 + 7*x^2*y^3 - y", "y^4*x/6 - 11*y^2 + 2/7", "--principal"),
                ("expr", "x*y^4/3 + y - x^3", "y^4*x - 11*y^2 + 2/7", "--eliminate", "x"),
                ("json", "a*z^3/2 + b", "z^4 - a*b/5 + c*z", "--eliminate", "z"),
                ("expr", "i*z^3/2 + b", "z^4 - i*b/5 + i*z", "--eliminate", "z",
                 "--minimal-polynomial", "3*i^2 + 1"),
                ("expr", "y^9", "y^8", "--principal"), ("json", "0", "y^3"),
                ("expr", "3", "x"), ("json", "y + x", "y^3 - x/2"), ("expr", "4*y^2", "0"))):
            folder = self.path(f"chain{number}")
            self.submit(folder, "--chain", *arguments)
            self.output("worker", folder)
            self.assertEqual(self.output("finish", folder, "--format", form),
                             self.output("subresultants", *arguments, "--format", form), arguments)
        self.assertIn("expr or json", self.refused("finish", folder, "--format", "maple"))
        with open(self.path("chain0/plan"), "rb") as file:
            plan = file.read()
        for old, new, said in ((b"f 4 3\ng 4 42", b"f 2147483646 3\ng 2147483646 42", "created"),
                               (b"f 4 3\ng 4 42", b"f 9 3\ng 9 42", "results"),
                               (b"f 4 3", b"f -2 3", "created"), (b"f 4 3", b"f 4 0", "created"),
                               (b"g 4 42", b"g 4", "created"), (b"g 4 42\n", b"", "created"),
                               (b"coefficients principal\n", b"", "created")):
            self.write("chain0/plan", self.with_note(plan, old, new))
            self.assertIn(said, self.refused("finish", self.path("chain0"), leave=1))
        self.assertIn("another plan or note",
                      self.refused("submit", folder, "--chain", "4*y^2/3", "0", leave=1))
        for options in (["--chain", "y"], ["--chain", "--subresultant", "1", *SMALL],
                        ["--principal", *SMALL], ["--chain", "--engine", "schur", *SMALL]):
            self.refused("submit", self.path("none"), *options)

    def test_determinants(self):
        for number, (matrix, forms) in enumerate((
                ("[x/2 + 1, y, 3; x*y, x - 5, 1; 7, y^2, x]", ("expr", "json", "maple")),
                ("[1/2, 3; 4, 5]", ("expr",)), ("[x, 0; y, 0]", ("json",)), ("[]", ("expr",)))):
            folder = self.path(f"det{number}")
            self.submit("--det", folder, matrix, "--unit-primes", "1")
            self.submit("--det", folder, matrix, "--unit-primes", "1")
            self.output("worker", folder)
            for form in forms:
                self.assertEqual(self.output("finish", folder, "--format", form),
                                 self.output("det", matrix, "--format", form))
        self.assertIn("another plan", self.refused("submit", folder, F, leave=1))
        self.refused("submit", "--det", self.path("none"), "[x, y]")

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
            self.assertEqual(state["at_work"], 0)
        workers = [subprocess.Popen([PROGRAM, "worker", folder, "--wait"], env=self.environment())
                   for _ in range(3)]
        result = self.output("finish", folder, "--wait")
        self.assertEqual([worker.wait() for worker in workers], [0, 0, 0])
        self.assertEqual(result, self.output("resultant", *long, "--engine", "host"))

    def on_host(self, name, *arguments):
        """Returns a command for a host with this name and a separate process id namespace."""
        mine = [] if os.getuid() == 0 else ["--user", "--map-root-user"]
        return ["unshare", *mine, "--uts", "--pid", "--fork", "--kill-child", "--mount-proc",
                "sh", "-c", 'hostname "$1"; shift; exec "$@"', "sh", name, *arguments]

    def wait_for(self, ready):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            found = ready()
            if found:
                return found
            time.sleep(0.02)
        self.fail("not after 60 s")

    def need_hosts(self):
        try:
            here = subprocess.run(self.on_host("host-1", "hostname"), capture_output=True)
        except OSError as error:
            self.skipTest(str(error))
        if here.stdout != b"host-1\n":
            self.skipTest(f"no hosts can be made here: {here.stderr.decode().strip()}")

    def test_read_only_folders(self):
        """Messages of workers name the folder, whether a unit waits or has to be marked."""
        self.need_hosts()
        folder = self.path("job")
        self.submit(folder, *SMALL)
        mounted = ('mount --bind "$2" "$2" && mount -o remount,bind,ro "$2" && exec "$0" "$@"')
        for said in ("cannot take the unit 0", "cannot write 0"):
            worker = subprocess.run(
                self.on_host("host-1", "sh", "-c", mounted, PROGRAM, "worker", folder),
                capture_output=True, text=True, env=self.environment())
            self.assertIn(f"{folder}: {said}: Read-only file system", worker.stderr)
            self.assertEqual(worker.returncode, 1)
            if said == "cannot take the unit 0":  # lost, so that workers mark it again
                os.unlink(self.path("job/todo/0"))
        self.output("worker", folder)
        self.assertEqual(self.output("finish", folder), self.output("resultant", *SMALL))

    def test_two_hosts(self):
        """One host dies with its worker process; the other notices only by the lease."""
        self.need_hosts()
        folder = self.path("job")
        long = "(x+y+2)^38+x*y", "(x-2*y+3)^39-x^3+y"
        self.submit(folder, *long, "--unit-primes", "4", "--engine", "host")
        worker = [PROGRAM, "worker", folder, "--threads", "1", "--wait", "--lease", "1"]

        def begin(name):
            process = subprocess.Popen(self.on_host(name, *worker), env=self.environment())

            def is_seen():
                state = self.status(folder)
                return state["done"] == state["units"] or name in [
                    claim["host"] for claim in state["claims"]]
            self.wait_for(is_seen)
            return process
        dies, lives = map(begin, ("host-2", "host-1"))
        dies.kill()
        dies.wait()
        state = self.status(folder)
        lost = [claim["unit"] for claim in state["claims"] if claim["host"] == "host-2"]
        self.assertEqual(state["lost"], 0)  # processes of other hosts are invisible
        self.assertLessEqual(len(lost), 1, state)  # none if it died between two units
        result = self.output("finish", folder, "--wait")
        self.assertEqual(lives.wait(), 0)
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
        self.assertEqual(self.output(*command), result)  # from the stored images
        self.refused("resultant", *SMALL, "--checkpoint", folder, "--engine", "host", leave=1)
        self.assertIn("expected the name of a folder",
                      self.refused("resultant", *SMALL, "--checkpoint", ""))
        for command in (["submit", "", *SMALL], ["worker", ""], ["status", ""], ["finish", ""]):
            self.assertIn("expected a folder, not an empty name", self.refused(*command))
        for command in ["submit", folder], ["worker", folder, "x"], ["plan", *SMALL, "x"]:
            self.assertRegex(self.refused(*command), "expected .*, got [123] argument")
        self.refused("resultant", *SMALL, "--checkpoint", folder, "--modulus", "7")
        self.refused("resultant", *SMALL, "--checkpoint", folder, "--mode", "probable")
        self.refused("resultant", "--batch", "x", "--checkpoint", folder)
        self.refused("resultant", *SMALL, "--checkpoint", folder, "--device", "all")

    def test_checkpoints_of_systems(self):
        """Each resultant has a folder; completed ones are not computed again."""
        folder = self.path("job")
        system = ["(x^2-2)*((x+y+2)^26+x*y)", "(x-2*y+3)^27-x^3", "--engine", "host"]
        command = ["solve", *system, "--threads", "1", "--checkpoint", folder]
        first, second = self.path("job/1/images/0"), self.path("job/2/plan")
        for awaited, sent in ((self.path("job/1/plan"), signal.SIGINT), (second, signal.SIGKILL)):
            process = subprocess.Popen([PROGRAM, *command], env=self.environment(),
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.wait_for(lambda: os.path.exists(awaited))
            process.send_signal(sent)
            error = process.communicate()[1].decode()
            if process.returncode == -signal.SIGINT:
                self.assertIn("interrupted: run the command again to resume", error)
        written = os.stat(first).st_mtime_ns
        result = self.output("solve", *system)
        for _ in range(2):
            self.assertEqual(self.output(*command), result)
        self.assertEqual(os.stat(first).st_mtime_ns, written)
        self.assertEqual(sorted(os.listdir(folder)), ["1", "2"])
        self.refused("finish", folder, leave=1)
        self.assertIn("such as clmodp solve --checkpoint",
                      self.refused("finish", self.path("job/1"), leave=1))
        self.assertIn("1 has another plan", self.refused(
            "solve", *SMALL, "--engine", "host", "--checkpoint", folder, leave=1))
        small = [*SMALL, "--engine", "host", "--checkpoint"]
        for command in "resultant", "solve":
            self.output(command, *small, self.path(command))
            self.refused(command, *small, self.path("none/folder"), leave=1)
        self.assertIn("other files, such as",
                      self.refused("solve", *small, self.path("resultant"), leave=1))
        self.assertIn("other files, such as 1",
                      self.refused("resultant", *small, self.path("solve"), leave=1))
        self.refused("solve", *small, folder, "--device", "all")

    def test_interruption_tells_what_is_done(self):
        folder = self.path("job")
        command = ["resultant", "(x+y+2)^64+x*y", "(x-2*y+3)^65-x^3", "--engine", "host",
                   "--threads", "1", "--checkpoint", folder]
        process = subprocess.Popen([PROGRAM, *command], env=self.environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        images = os.path.join(folder, "images")
        self.wait_for(lambda: os.path.isdir(images) and
                      any(name.isdigit() for name in os.listdir(images)))
        process.send_signal(signal.SIGINT)
        error = process.communicate()[1].decode()
        state = self.status(folder)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertIn("clmodp: interrupted: run the command again to resume; "
                      f"{state['done']} of {state['units']} units done\n", error)

    def test_another_problem_of_the_same_plan(self):
        """Denominators and names distinguish problems, though the plan has only integers."""
        folder = self.path("job")
        self.submit(folder, "y-x", "y+1")
        for other in (("(y-x)/2", "y+1"), ("b-a", "b+1"), ("y-x", "(y+1)/3")):
            self.assertIn("another plan or note", self.refused("submit", folder, *other, leave=1))
            self.refused("resultant", *other, "--checkpoint", folder, "--engine", "host", leave=1)
        self.submit(folder, "2*y-x-y", "y+1")  # the same
        self.output("worker", folder)
        self.assertEqual(self.output("finish", folder), self.output("resultant", "y-x", "y+1"))
        folder = self.path("half")
        self.submit(folder, "(y-x)/2", "y+1")
        self.output("worker", folder)
        self.assertEqual(self.output("finish", folder), "1/2*x + 1/2\n")

    def test_submits_at_once(self):
        """One submit creates the folder, which gives its result; all others fail."""
        problems = ("y-x", "y+1"), ("(y-x)/2", "y+1"), ("b-a", "b+1"), (F, G)
        answers = [self.output("resultant", *problem) for problem in problems]
        for turn in range(4):
            folder = self.path(f"job{turn}")
            submits = [subprocess.Popen([PROGRAM, "submit", folder, *problem],
                                        env=self.environment(), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL) for problem in problems]
            codes = [submit.wait() for submit in submits]
            self.assertEqual(sorted(codes), [0, 1, 1, 1])
            self.output("worker", folder)
            self.assertEqual(self.output("finish", folder), answers[codes.index(0)])

    def test_verify(self):
        folder = self.path("job")
        self.submit(folder, F, G, "--unit-primes", "1", "--engine", "host")
        self.output("worker", folder)
        units = self.status(folder)["units"]
        os.truncate(self.path("job/images/2"), 200)
        self.damage("job/images/4", 90)
        self.assertIn(f"{units} of {units} units done", self.output("status", folder))
        for _ in range(2):  # the folder is unchanged
            lines = self.output("status", folder, "--verify").splitlines()
            self.assertEqual(lines[0], f"{units - 2} of {units} units done, 0 at work, 0 waiting, "
                             "2 damaged")
            self.assertRegex(lines[1], "^unit 2: its images are damaged: run clmodp finish")
            self.assertEqual((lines[2][:7], len(lines)), ("unit 4:", 3))
        state = json.loads(self.output("status", folder, "--verify", "--format", "json"))
        self.assertEqual((state["done"], state["damaged"]), (units - 2, [2, 4]))
        self.refused("finish", folder, leave=1)
        self.output("worker", folder)
        state = json.loads(self.output("status", folder, "--verify", "--format", "json"))
        self.assertEqual((state["done"], state["damaged"]), (units, []))

    def test_damage(self):
        folder = self.path("job")
        self.submit(folder, *SMALL)
        self.output("worker", folder)
        self.damage("job/images/0", 90)
        why = self.refused("finish", folder, leave=1)
        self.assertIn("images/0", why)
        self.assertIn("renamed to 0.damaged-1", why)
        self.output("worker", folder)
        self.assertEqual(self.output("finish", folder), self.output("resultant", *SMALL))
        self.damage("job/plan", 40)
        self.assertIn("job/plan", self.refused("worker", folder, leave=1))
        self.submit(folder, *SMALL)
        self.assertEqual(self.output("finish", folder), self.output("resultant", *SMALL))
        self.damage("job/images/0", 100)
        done = self.run_program("resultant", *SMALL, "--checkpoint", folder)  # repairs it
        self.assertEqual((done.returncode, done.stdout),
                         (0, self.output("resultant", *SMALL)), done.stderr)
        self.assertIn("renamed to 0.damaged-2", done.stderr)

    def test_who_is_at_work(self):
        folder = self.path("job")
        self.submit(folder, F, G, "--unit-primes", "1", "--engine", "host")
        units = self.status(folder)["units"]
        for unit, name, age in ((1, "60000.12345678-1-77-3-4@far.example", 5),
                                (2, "60000.12345678-1-78-3-4@far.example", 90),
                                (3, "500.nobody", 1)):
            os.rename(self.path(f"job/todo/{unit}"), self.path(f"job/claims/{unit}.{name}"))
            then = time.time() - age
            os.utime(self.path(f"job/claims/{unit}.{name}"), (then, then))
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            machine = file.read().split("-")[0]
        space = os.readlink("/proc/self/ns/pid").strip("pid:[]")
        dead = subprocess.run(["sh", "-c", "echo $$"], capture_output=True, check=True)
        name = f"4.60000.{machine}-{space}-{int(dead.stdout)}-1-1@here"
        os.rename(self.path("job/todo/4"), self.path("job/claims/" + name))
        state = self.status(folder)
        self.assertEqual({**state, "claims": []}, {
            "format": 1, "units": units, "done": 0, "at_work": 1, "lost": 1, "expired": 2,
            "waiting": units - 1, "claims": []})
        self.assertEqual([(c["unit"], c["host"], c["process"], c["lease"], c["state"])
                          for c in state["claims"]],
                         [(1, "far.example", 77, 60, "at work"),
                          (2, "far.example", 78, 60, "lease over"),
                          (3, "", 0, 0.5, "lease over"),
                          (4, "here", int(dead.stdout), 60, "worker gone")])
        for claim, age in zip(state["claims"][:3], (5, 90, 1)):
            self.assertTrue(age <= claim["age"] < age + 30, claim)
        text = self.output("status", folder).splitlines()
        self.assertEqual(text[0], f"0 of {units} units done, 1 at work, {units - 1} waiting")
        self.assertRegex(text[1], r"^unit 1: process 77 on far\.example, last seen \d+\.\d s "
                         r"ago, lease 60\.0 s: at work$")
        self.assertIn("process 0 on an unknown host", text[3])
        self.assertRegex(text[4], "worker gone$")
        self.output("worker", folder)
        self.assertEqual(self.status(folder)["done"], units - 1)

    def test_refusals(self):
        self.assertIn("open the folder", self.refused("worker", self.path("none"), leave=1))
        self.assertIn("open the folder", self.refused("status", self.path("none"), leave=1))
        os.mkdir(self.path("empty"))
        for command in ("status", "worker"):
            self.assertIn(f"no plan in {self.path('empty')}: it is not the folder of a job",
                          self.refused(command, self.path("empty"), leave=1))
        limits = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))}
        self.assertIn(f"{self.path('full')}: cannot write plan: File too large",
                      self.refused("submit", self.path("full"), *SMALL, leave=1, **limits))
        self.assertIn(f"{self.path('full')}: cannot write plan: File too large",
                      self.refused("resultant", *SMALL, "--engine", "host", "--checkpoint",
                                   self.path("full"), leave=1, **limits))
        self.submit(self.path("worked"), *SMALL, "--engine", "host")
        self.assertIn(f"{self.path('worked')}/images: cannot write 0: File too large",
                      self.refused("worker", self.path("worked"), leave=1, **limits))
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
