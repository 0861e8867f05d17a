"""Run scripts/run and scripts/setup in a temporary tree, with stand-ins for compilers and package
tools that record their calls.

Usage: setup.py ROOT
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
POCL = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
SKIPPED = 77

TOOLS = ["awk", "cat", "chmod", "cp", "cut", "date", "df", "dirname", "env", "find", "flock",
         "grep", "ln", "ls", "mkdir", "mv", "rm", "sed", "sh", "sleep", "sort", "tail", "tee",
         "touch", "tr"]

NOTE = '#!/bin/sh\necho "${0##*/} $*" >>"$CALLS"\n'
STAND_INS = {
    "cc": """[ "$1" != -print-multiarch ] || echo arch-test
        case $* in *"${MISSING:-none}"*) exit 1 ;; esac""",
    "pkg-config": 'case $* in *"${MISSING:-none}"*) exit 1 ;; esac',
    "id": "echo 1000",
    "meson": """[ "$1" = setup ] && [ "$2" != --reconfigure ] || exit 0
        [ ! -e "$3/wrong" ] || { echo 'that is wrong'; exit 1; }
        mkdir -p "$2/meson-private" "$2/src/cli" "$2/lab/studies" "$2/examples"
        echo x | tee "$2/meson-private/build.dat" "$2/meson-private/coredata.dat" >"$2/build.ninja"
        """,
    # -C FOLDER [-n] TARGET...
    "ninja": """[ -s "$2/build.ninja" ] || exit 1
        cd "$2"
        new=$([ -e src/cli/clmodp ] && [ -e src/libclmodp.so.0.1.0 ] &&
            [ -z "$(find ../src -newer src/cli/clmodp)" ] && echo 'ninja: no work to do.')
        [ "$3" != -n ] || { echo "$new"; exit 0; }
        [ -z "$new" ] || exit 0
        sleep "${SLEEP:-0}"
        [ ! -e ../wrong ] || { echo 'that is wrong'; exit 1; }
        printf '#!/bin/sh\\necho "program $*"\\n' >src/cli/clmodp
        chmod +x src/cli/clmodp
        cp src/cli/clmodp lab/studies/clmodp-study
        cp src/cli/clmodp examples/resultant
        echo library | tee src/libclmodp.so.0.1.0 >src/libclmodp.a
        ln -sf libclmodp.so.0.1.0 src/libclmodp.so.0""",
}

# For the test with real tools: the smallest project of this layout.
REAL = ["ar", "as", "cc", "ld", "meson", "ninja", "pkg-config", "python3"]
PROJECT = {
    "src/cli/main.c": "int main(void) { return 0; }\n",
    "src/cli/meson.build": "executable('clmodp', main)\n",
    "src/meson.build": "both_libraries('clmodp', main, version: '0.1.0')\nsubdir('cli')\n",
    "src/completions/meson.build":
        "custom_target('words', command: ['touch', '@OUTPUT@'], output: 'clmodp')\n",
    "lab/studies/meson.build": "executable('clmodp-study', main)\n",
    "examples/meson.build": "executable('resultant', main)\nexecutable('discriminant', main)\n",
    "meson_options.txt": "option('tests', type: 'feature', value: 'disabled')\n",
    "meson.build": """
project('small', 'c')
meson.get_compiler('c').has_header('later.h')
message('level', get_option('warning_level') + ', tests', get_option('tests').enabled())
main = files('src/cli/main.c')
subdir('src')
subdir('lab/studies')
subdir('src/completions')
subdir('examples')
""",
}


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.top.chmod(0o755)
        self.root = self.top / "a tree [1]"
        self.root.mkdir()
        (self.root / "scripts").mkdir()
        for name in ("lib.sh", "packages", "run", "setup"):
            shutil.copy(ROOT / "scripts" / name, self.root / "scripts" / name)
        for name in ("src/cli/main.c", "include/x.h", "cl/x.cl", "lab/studies/x.c", "examples/x.c",
                     "meson.build", "meson_options.txt"):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text("text\n")
        self.tools = self.top / "tools"
        self.tools.mkdir()
        for name in filter(shutil.which, TOOLS):
            (self.tools / name).symlink_to(shutil.which(name))
        for name, text in STAND_INS.items():
            self.stand_in(name, text)
        self.calls_file = self.top / "calls"
        self.calls_file.touch()

    def stand_in(self, name, text):
        (self.tools / name).write_text(NOTE + text + "\n")
        (self.tools / name).chmod(0o755)

    def start(self, *command, more=None, **options):
        environment = {"PATH": str(self.tools), "CALLS": str(self.calls_file), **(more or {})}
        return subprocess.Popen([self.root / "scripts" / command[0], *command[1:]], text=True,
                                env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                **options)

    def call(self, *command, leave=0, **options):
        """Returns stdout and stderr of one call, and its recorded calls of tools."""
        self.calls_file.write_text("")
        process = self.start(*command, **options)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, leave, err)
        return out, err, self.calls_file.read_text().splitlines()

    def works(self):
        out, err, calls = self.call("run", "a", "b c")
        self.assertEqual(out, "program a b c\n")
        return err, calls

    def quiet(self):
        self.assertEqual(self.works(), ("", []))

    def test_first_use(self):
        err, calls = self.works()
        self.assertIn(f"meson setup {self.root}/build {self.root} --buildtype release "
                      "--libdir lib/arch-test -Dtests=disabled", calls)
        self.assertEqual(len([call for call in calls if call.startswith("meson")]), 1)
        self.assertTrue(3 <= len(err.splitlines()) <= 10, err)
        self.quiet()
        self.assertEqual(self.call("run")[0], "program \n")

    def test_changes_are_noticed(self):
        main, build = self.root / "src/cli/main.c", self.root / "build"

        def old_text():
            main.write_text("older\n")
            os.utime(main, (1e9, 1e9))

        changes = {
            "edit": lambda: main.write_text("edited\n"),
            "old": old_text,
            "add": lambda: (self.root / "src/new.h").touch(),
            "delete": (self.root / "src/new.h").unlink,
            "options": lambda: (self.root / "meson_options.txt").write_text("more\n"),
            "program": (build / "src/cli/clmodp").unlink,
            "link": (build / "src/libclmodp.so.0").unlink,
            "library": (build / "src/libclmodp.so.0.1.0").unlink,
            "emptied": lambda: (build / "src/cli/clmodp").write_text(""),
            "overwritten": lambda: (build / "src/cli/clmodp").write_text("#!/bin/false\n"),
            "ninja": lambda: (build / "build.ninja").write_text(""),
            "meson": lambda: shutil.rmtree(build / "meson-private"),
            "all": lambda: shutil.rmtree(build),
        }
        self.works()
        for name, change in changes.items():
            with self.subTest(name):
                change()
                self.assertTrue(any(call.startswith("ninja") for call in self.works()[1]))
                self.quiet()

    def test_moved(self):
        self.works()
        self.root = self.root.rename(self.top / "moved")
        self.assertIn(f"meson setup {self.root}/build", "\n".join(self.works()[1]))
        self.quiet()

    def test_failures_show_the_log(self):
        (self.root / "wrong").touch()
        out, err, _ = self.call("run", leave=1)
        self.assertEqual(out, "")
        self.assertIn(f"configuring failed; the last lines of {self.root}/build.log:\n"
                      "    that is wrong\n", err)
        (self.root / "wrong").unlink()
        self.works()
        (self.root / "wrong").touch()
        (self.root / "src/cli/main.c").write_text("edited\n")
        out, err, _ = self.call("run", leave=1)
        self.assertEqual(out, "")
        self.assertIn(f"failed; the last lines of {self.root}/build.log:\n"
                      "    that is wrong\n", err)
        (self.root / "wrong").unlink()
        self.works()
        self.quiet()

    def test_first_uses_at_once(self):
        runs = [self.start("run", "x", more={"SLEEP": "0.5"}) for _ in range(4)]
        for process in runs:
            self.assertEqual(process.communicate(timeout=60)[0], "program x\n")
        calls = self.calls_file.read_text().splitlines()
        self.assertEqual(len([call for call in calls
                              if call.startswith("ninja") and " -n " not in call]), 1, calls)

    def test_what_is_installed_later_is_found(self):
        self.works()
        _, err, calls = self.call("setup", "--all")
        self.assertIn("going on without g++ clang oclgrind valgrind", err)
        again = f"meson setup --reconfigure {self.root}/build {self.root} -Dtests=enabled"
        self.assertIn(again, calls)
        calls = self.call("setup", "--all")[2]
        self.assertFalse(any(call.startswith("meson") for call in calls), calls)
        self.stand_in("oclgrind", "")
        _, err, calls = self.call("setup", "--all")
        self.assertIn("going on without g++ clang valgrind", err)
        self.assertIn(again, calls)
        self.works()

    def test_with_the_real_tools(self):
        """Meson finds a dependency installed after the first configuration; options remain."""
        # ccache, under the compiler's name, would look for the compiler beside itself.
        path = ":".join(folder for folder in os.environ["PATH"].split(":")
                        if not folder.endswith("ccache"))
        for name in REAL:
            (self.tools / name).unlink(missing_ok=True)
            (self.tools / name).symlink_to(shutil.which(name, path=path))
        for path, text in PROJECT.items():
            (self.root / path).parent.mkdir(exist_ok=True)
            (self.root / path).write_text(text)
        later = self.top / "include"
        later.mkdir()
        more = {"CPATH": str(later)}
        log = self.root / "build.log"
        self.call("run", more=more)
        subprocess.run(["meson", "configure", self.root / "build", "-Dwarning_level=2"],
                       check=True, stdout=subprocess.DEVNULL)
        self.call("setup", "--all", more=more)
        self.assertIn('"later.h" : NO', log.read_text())
        (later / "later.h").touch()
        self.stand_in("oclgrind", "")
        self.call("setup", "--all", more=more)
        self.assertIn('"later.h" : YES', log.read_text())
        self.assertIn("level 2, tests true", log.read_text())

    def test_only_what_is_needed_stops(self):
        self.works()
        self.assertNotIn("without", self.call("setup", "--tests")[1])
        _, err, _ = self.call("setup", "--tests", leave=1, more={"MISSING": "cmocka"})
        self.assertIn("(libcmocka-dev)", err)
        self.assertNotIn("gmp", err)
        shutil.rmtree(self.root / "build")
        self.call("run", more={"MISSING": "cmocka"})
        shutil.rmtree(self.root / "build")
        _, err, _ = self.call("run", leave=1, more={"MISSING": "gmp"})
        self.assertIn("GMP (libgmp-dev)", err)

    @unittest.skipUnless(os.getuid() == 0, "needs root, to be somebody else")
    def test_a_tree_of_somebody_else(self):
        self.calls_file.chmod(0o666)
        err = self.call("run", leave=1, user=65534)[1]
        self.assertIn(f"may not write to {self.root}", err)
        self.works()
        self.assertEqual(self.call("run", "x", user=65534), ("program x\n", "", []))


if __name__ == "__main__":
    if not POCL.exists():
        print(f"no {POCL} here")
        sys.exit(SKIPPED)
    unittest.main()
