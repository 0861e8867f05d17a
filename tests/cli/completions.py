"""Tests of completions: each shell offers exactly the words that the program accepts.

Names of options and values are extracted from the sources, and the program is run to find the
options of each command. The help, from which completions are generated, is not used.
CLMODP_TEST_COMPLETIONS names the folder of the completions.
"""

import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from program import PROGRAM, ROOT, Case, main, open_terminal

FOLDER = os.environ["CLMODP_TEST_COMPLETIONS"]
END = "-- end --"
OPTION_SOURCES = {
    "src/cli/settings.c": r'\{"([a-z-]+)", OPTION_',
    "src/cli/commands/model.c": r'\{"(\w+)", (?:TO|\.id)',
    "src/cli/commands/model_rows.c": r'\[MODEL_\w+\] = "(\w+)"',
    "lab/studies/main.c": r'strcmp\(option, "--([\w-]+)"\)|\{"--(\w+)", &',
}
WORD_SOURCES = {
    "src/cli/settings.c": r'\[CLMODP_\w+\] = "([\w-]+)"',
    "src/cli/values.c": r'\[FORMAT_\w+\] = "(\w+)"',
    "src/cli/commands/model.c": r'strcmp\(value, "(\w+)"\)',
}
FILES = ("a.txt", "two words.txt")


def named(sources):
    """Returns all names matched by the patterns in their sources."""
    found = set()
    for path, pattern in sources.items():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            names = {name for match in re.finditer(pattern, file.read())
                     for name in match.groups() if name}
        if len(names) < 2:
            raise AssertionError(f"{path} has no names as they are looked for here")
        found |= names
    return found


def refusal(*arguments):
    """Returns the error message for arguments followed by an unknown option."""
    done = subprocess.run([PROGRAM, *arguments, "--no-such-option"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60,
                          env={name: value for name, value in os.environ.items()
                               if not name.startswith("CLMODP_")})
    if done.returncode != 2:
        raise AssertionError(f"{arguments}: exit status {done.returncode}: {done.stderr}")
    return done.stderr.split("\n")[0]


class Truth:
    """Commands, options and values accepted by the program, determined once for all shells."""

    def __init__(self):
        listed = subprocess.run([PROGRAM, "help"], stdout=subprocess.PIPE, text=True, check=True)
        with open(os.path.join(ROOT, "src/cli/main.c"), encoding="utf-8") as file:
            self.commands = re.findall(r"&cli_command_(\w+),", file.read())
        if self.commands != re.findall(r"(?m)^  ([a-z]+) ", listed.stdout):
            raise AssertionError("the program lists other commands than its table")
        with open(os.path.join(ROOT, "lab/studies/main.c"), encoding="utf-8") as file:
            self.studies = {name.replace("_", "-")
                            for name in re.findall(r"&study_(\w+)", file.read())}
        names = named(OPTION_SOURCES)
        self.options = {}  # command -> names
        self.values = {}   # (command, option that takes a value) -> words
        self.known = {}
        with ThreadPoolExecutor(4) as pool:
            taken = dict(pool.map(self.ask, ((command, name) for command in self.commands
                                             for name in names)))
        words = named(WORD_SOURCES)
        for (command, name), first in taken.items():
            if first is not None or name == "help":
                self.options.setdefault(command, set()).add("--" + name)
            if first is not None and name != "help":
                self.find_values(command, name, first, words)

    def ask(self, question):
        """Returns (question, arguments required before the option; None: no such option)."""
        command, name = question
        for first in [[study] for study in sorted(self.studies)] if command == "study" else [[]]:
            if not re.search(rf"option --{name}\b(?!-)",
                             refusal(command, *first, f"--{name}=")):
                return question, first
        return question, None

    def find_values(self, command, name, first, words):
        """Finds the accepted words, none if the option takes any value."""
        message = refusal(command, *first, f"--{name}=nonsense")
        if message.endswith("takes no value"):
            return
        key = name, message
        if key not in self.known:
            self.known[key] = set()
            if f"--{name} nonsense" in message:
                self.known[key] = {word for word in words if f"--{name} {word}" not in
                                   refusal(command, *first, f"--{name}={word}")}
        self.values[command, name] = self.known[key]


class Bash:
    """Calls the completion function, with words split as by readline."""
    program = "bash"

    def complete(self, lines, folder):
        script = f"source {shlex.quote(FOLDER)}/clmodp\n"
        for line in lines:
            words = [part for word in line.split(" ")
                     for part in re.findall(r"[=@]+|[^=@]+", word) or [""]]
            script += (f"COMP_WORDS=({' '.join(map(shlex.quote, words))})\n"
                       f"COMP_CWORD={len(words) - 1}\nCOMPREPLY=(stale)\n_clmodp\n"
                       "printf '%s\\n' \"${COMPREPLY[@]}\"\n"
                       f"echo '{END}'\n")
        return outputs([self.program, "--norc", "-c", script], "", folder)


class Zsh:
    """Presses Tab in a shell on a pseudo-terminal, with compadd replaced by printing."""
    program = "zsh"
    SCRIPT = r"""
zmodload zsh/zpty
zpty inner zsh -f -i
settings=(
    'PROMPT= RPROMPT= PS2='
    'fpath=($FOLDER $fpath)'
    'autoload -Uz compinit && compinit -u -D'
    "bindkey '^I' complete-word"
    "zstyle ':completion:*' completer _complete"
    'tell() { print -r -- "$1" }'
    'finish() { tell "-- end --"; comppostfuncs=(finish) }'
    'comppostfuncs=(finish)'
    'compadd() {
        local -a found before begin
        local each
        if [[ ${@[1,(i)(-|--)]} == *-[OAD]\ * ]]; then builtin compadd "$@"; return; fi
        builtin compadd -A found "$@"
        zparseopts -E p:=before P:=begin
        for each in $found; do tell "<$IPREFIX$begin[2]$before[2]$each>"; done
        builtin compadd "$@"
    }'
    'tell ready; tell ready'
)
for setting in $settings; do zpty -w inner $setting; done
zpty -r inner seen $'*ready\r\n*ready\r\n'
while IFS= read -r line; do
    zpty -n -w inner $'\x15'$line$'\t'
    zpty -r inner seen $'*-- end --\r\n'
    print -r -- $seen
done
zpty -d inner
"""

    def complete(self, lines, folder):
        done = subprocess.run([self.program, "-f", "-c", self.SCRIPT], text=True, cwd=folder,
                              input="".join(line + "\n" for line in lines), timeout=120,
                              stdout=subprocess.PIPE, env=environment(folder), check=True)
        parts = done.stdout.split(END)[:-1]
        return [set(re.findall(r"<([^>\n]*)>", part)) for part in parts]


class Fish:
    """Lists completions by `complete -C`."""
    program = "fish"

    def complete(self, lines, folder):
        script = f"source {shlex.quote(FOLDER)}/clmodp.fish\n" + "".join(
            f"complete -C {shlex.quote(line)}\necho '{END}'\n" for line in lines)
        found = outputs([self.program, "--no-config"], script, folder)
        return [{name.split("\t")[0] for name in names} for names in found]


def environment(folder):
    return {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8", "TERM": "dumb",
            "FOLDER": FOLDER}


def outputs(command, script, folder):
    """Returns the lines printed by a command, in sets terminated by END."""
    done = subprocess.run(command, input=script, text=True, cwd=folder, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(folder))
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{command[0]}: {done.returncode}: {done.stderr}")
    return [set(filter(None, part.split("\n"))) for part in done.stdout.split(END)[:-1]]


class Completions:
    """Tests for every shell."""
    shell = None
    truth = None
    maxDiff = None

    def setUp(self):
        super().setUp()
        if shutil.which(self.shell.program) is None:
            self.skipTest(f"{self.shell.program} is not installed")
        Completions.truth = Completions.truth or Truth()
        os.mkdir(self.path("work"))
        os.mkdir(self.path("work/folder"))
        for name in FILES:
            self.write(f"work/{name}", "x")
        self.write("work/folder/inner.txt", "x")

    def offers(self, lines):
        """Returns the words offered for each line, as shown to a user: of "--option=value" only
        the value, and names without quoting."""
        found = self.shell.complete(["clmodp " + line for line in lines], self.path("work"))
        self.assertEqual(len(found), len(lines))
        return {line: {re.sub(r"^--[\w-]+=(?=.)", "", name) if line.endswith("=") else
                       name.replace("\\", "") for name in names}
                for line, names in zip(lines, found)}

    def check(self, expected):
        """Asserts that the shell offers these words for each line; ignores slashes of folders."""
        found = {line: {name.rstrip("/") for name in names}
                 for line, names in self.offers(list(expected)).items()}
        wrong = {line: f"offered {sorted(names)}, not {sorted(expected[line])}"
                 for line, names in found.items() if names != set(expected[line])}
        self.assertEqual(wrong, {})

    def test_commands(self):
        found = self.offers(["", "res"])
        self.assertEqual(found[""] - {"--help", "--version"}, set(self.truth.commands))
        self.assertEqual(found["res"], {"resultant"})
        self.check({"--": ["--help", "--version"], "help ": self.truth.commands,
                    "help resultant ": []})

    def test_options(self):
        self.check({f"{command} --": self.truth.options[command]
                    for command in self.truth.commands})

    def test_values(self):
        fixed = {key: words for key, words in self.truth.values.items() if words}
        self.assertEqual(fixed["resultant", "mode"], {"certified", "probable"})
        self.check({f"{command} --{option}{joint}": words
                    for (command, option), words in fixed.items() for joint in "= "})

    def test_values_of_other_options(self):
        folders = ["folder"]
        files = [*FILES, "folder"]
        kinds = {"batch": files, "machine": files, "output": files, "checkpoint": folders}
        found = {f"{command} --{option} ": kinds.get(option, [])
                 for (command, option), words in self.truth.values.items()
                 if not words and (command, option) != ("model", "device")}
        self.assertIn("resultant --checkpoint ", found)
        self.check(found)

    def test_operands(self):
        at = ["@"]
        folders = ["folder"]
        operations = "mul divrem gcd xgcd resultant eval powmod ratrecon".split()
        expected = {
            "poly ": operations, "poly gcd ": at, "poly powmod x 3 ": at,
            "model ": ["mmm", "tmm", "brent"], "study ": self.truth.studies,
            "model brent ": ["scan", "scan-runs", "scan-doubling"],
            "model mmm --n 5 ": ["division", "multiplication", "gcd", "radix-sort"],
            "model --device mmm ": ["division", "multiplication", "gcd", "radix-sort"],
            "submit ": folders, "worker ": folders, "status ": folders, "finish ": folders,
            "submit --engine host fol": folders, "submit folder ": at, "submit folder x ": at,
            "submit folder x y ": [], "worker folder ": [], "devices ": [], "version ": [],
            "resultant ": at, "resultant --stats x ": at, "resultant --mode probable x y ": [],
            "discriminant x ": [], "plan x --crt=tree ": at, "resultant -- --": [],
            "resultant -x+y ": at, "det ": at, "det x ": [],
        }
        self.check(expected)
        for command in ("tune", "model tmm"):
            taken = self.refused(*command.split(), "nonsense")
            self.check({command + " ": re.split(", ", re.search(r"(?:there are|it has) (.*)",
                                                                taken).group(1))})

    def test_files_with_expressions(self):
        files = ["@" + name for name in FILES]
        inner = ["@folder/inner.txt"]
        self.check({"resultant @": [*files, "@folder"], "resultant x @a": ["@a.txt"],
                    "submit folder @two": ["@two words.txt"], "poly gcd @a": ["@a.txt"],
                    "resultant --stats @folder/i": inner, "discriminant -- @folder/": inner})


class InBash(Completions, Case):
    shell = Bash()

    def test_typed(self):
        """Keys are typed in a shell on a pseudo-terminal."""
        self.write("work/b 1.txt", "x")
        self.write("work/b 2.txt", "x")
        child, terminal = open_terminal(pty.fork)
        if child == 0:
            os.chdir(self.path("work"))
            os.execvpe("bash", ["bash", "--norc", "-i"], environment(self.folder))
        os.write(terminal, b"source $FOLDER/clmodp; clmodp() { printf '<%s>' \"$@\"; echo; }\n"
                           b"clmodp res\t--engine=ho\t --cr\tpos\t @a\t @tw\t --stat\t\n"
                           b"clmodp submit fol\t@folder/i\t\n"
                           b"clmodp poly gcd @b\t2\t @a.\t\nexit\n")
        seen = b""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and select.select([terminal], [], [], 60)[0]:
            try:
                seen += os.read(terminal, 4096)
            except OSError:  # the shell has ended
                break
        os.close(terminal)
        os.waitpid(child, 0)
        text = seen.decode()
        self.assertIn("<resultant><--engine=host><--crt><positional><@a.txt><@two words.txt>"
                      "<--stats>", text)
        self.assertIn("<submit><folder/@folder/inner.txt>", text)
        self.assertIn("<poly><gcd><@b 2.txt><@a.txt>", text)  # after two matches
        self.assertNotIn("\\@", text)


class InZsh(Completions, Case):
    shell = Zsh()

    def offers(self, lines):
        """Ignores options offered by zsh if no operand can follow."""
        return {line: names if line.split(" ")[-1].startswith("-") else
                {name for name in names if not name.startswith("--")}
                for line, names in super().offers(lines).items()}


class InFish(Completions, Case):
    shell = Fish()


main()
