"""Drawing, up to where Python takes over: python/tests/test_curves.py has pictures."""

import os
import sys

from program import Case, main

# A Python that says what it was given.
SHOWN = f"""#!{sys.executable}
import sys
print(sys.argv[1], *sys.argv[3:], sep="\\n")
"""


class Plot(Case):
    def path_with(self, script):
        """A folder with this python3 alone, as PATH."""
        os.mkdir(self.path("bin"))
        os.chmod(self.write("bin/python3", script), 0o755)
        return {"PATH": self.path("bin")}

    def test_arguments(self):
        shown = self.output("plot", "-x^2 + y", "--output=a b.svg", "x", "--eliminate", "t",
                            "--device", "cpu", variables=self.path_with(SHOWN))
        self.assertEqual(shown.splitlines(),
                         ["-c", "--device=cpu", "--eliminate=t", "--output=a b.svg", "--",
                          "-x^2 + y", "x"])

    def test_least(self):
        shown = self.output("plot", "y - x", variables=self.path_with(SHOWN))
        self.assertEqual(shown.splitlines(), ["-c", "--", "y - x"])

    def test_what_is_missing(self):
        said = self.refused("plot", "y - x", leave=1, variables={"PATH": self.path("none")})
        self.assertIn("python3", said)
        # -S: without what is installed.
        without = self.path_with(f"#!/bin/sh\nexec '{sys.executable}' -S -E \"$@\"\n")
        said = self.refused("plot", "y - x", leave=1, variables=without)
        self.assertIn("pip install '.[plot]'", said)
        self.assertNotIn("Traceback", said)

    def test_modules_beside_the_user_are_not_run(self):
        self.write("clmodp.py", "print('hostile')")
        without = self.path_with(f"#!/bin/sh\nexec '{sys.executable}' -S -E \"$@\"\n")
        self.refused("plot", "y - x", leave=1, variables=without, cwd=self.folder)

    def test_refusals(self):
        self.assertIn("not 0", self.refused("plot"))
        self.assertIn("not 3", self.refused("plot", "x", "y", "x"))
        self.assertIn("--what", self.refused("plot", "--what", "x"))
        self.assertIn("--eliminate", self.refused("plot", "--eliminate", "2", "x"))


if __name__ == "__main__":
    main()
