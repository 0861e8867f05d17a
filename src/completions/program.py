"""Reads the commands, options, operands and values of the program from its help.

The words accepted as a value are found from the program's error message about an empty value. The
option in question is followed by an unknown one, so that the program computes nothing and opens no
device if it accepts the value.
"""

import os
import re
import subprocess
from dataclasses import dataclass, field

# Names in the text: lower-case letters, or one letter for parameters of models.
NAME = r"--([A-Za-z]|[a-z][a-z-]*[a-z])(?![\w-])"
MENTION = re.compile(r"(?<![\w-])" + NAME)
# In the column of options: an argument follows one space, "=" or "[=" after the name.
COLUMN = re.compile(r"(?<=  )" + NAME + r"(?:(\[=| |=)([^\s\]]+)\]?)?")
WORDS = re.compile(r"(?:expected|there are|it has) ([\w-]+(?:(?:, | or )[\w-]+)*)$")
NOBODY_HAS = "--no-such-option"

FILE, FOLDER, EXPRESSION, TEXT = "file", "folder", "expression", "text"
KINDS = {"FILE": FILE, "DIR": FOLDER, "F": EXPRESSION, "G": EXPRESSION, "MATRIX": EXPRESSION,
         "OPERANDS": EXPRESSION}


@dataclass
class Value:
    """The value of an option, or an operand: one of some words, or of a kind."""
    name: str
    kind: str = TEXT
    words: list = field(default_factory=list)
    after: dict = field(default_factory=dict)  # an operand's words by the operand before it


@dataclass
class Option:
    name: str
    description: str = ""
    value: Value = None  # None: takes no value
    may_lack_value: bool = False


@dataclass
class Command:
    name: str
    summary: str
    options: list
    operands: list
    repeats: bool  # the last operand may be repeated


class Program:
    def __init__(self, path):
        self.path = path
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("CLMODP_", "LC_", "LANG"))}
        listed = self.help()
        lines = re.findall(r"(?m)^  ([a-z][a-z-]*) +(\S.*)$", listed)
        self.options = [Option(name) for name in mentioned(listed)]
        self.names = [name for name, _ in lines]
        self.commands = [self.command(name, summary) for name, summary in lines]
        self.lend_descriptions()

    def run(self, *arguments):
        done = subprocess.run([self.path, *arguments], env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60)
        return done.returncode, done.stdout, done.stderr

    def help(self, *command):
        status, text, message = self.run("help", *command)
        if status != 0:
            raise RuntimeError(f"help {' '.join(command)}: {message}")
        return text

    def refusal(self, *arguments):
        """Returns the first line of the error message about wrong arguments."""
        status, _, message = self.run(*arguments)
        if status != 2:
            raise RuntimeError(f"{arguments}: exit status {status}, not 2: {message}")
        return message.splitlines()[0].removeprefix("clmodp: ")

    def command(self, name, summary):
        text = self.help(name)
        operands, repeats = self.operands(name, text)
        found = columns(text)
        options = [self.option(name, operands, option, *found.get(option, ("", [], False)))
                   for option in sorted({*mentioned(text), "help"}, key=order)]
        return Command(name, summary, options, operands, repeats)

    def operands(self, name, text):
        """Returns the operands of the longest usage, and whether the last may be repeated."""
        longest = []
        for usage in re.findall(rf"(?m)^(?:Usage:|      ) clmodp {name}\b(.*)$", text):
            usage = re.sub(r"   .*|\[(?:OPTION|--)[^]]*\](?: |$)|--det |--\w+ [A-Z.]+", "", usage)
            longest = max(longest, usage.split(), key=len)
        values = []
        for word in longest:
            values.append(self.operand(name, word.strip("[]"), values))
        return values, longest[-1:] == ["OPERANDS"]

    def operand(self, command, word, before):
        if word == "COMMAND":
            return Value(word, words=self.names)
        if "|" in word:
            return Value(word, words=word.split("|"))
        if word in KINDS:
            return Value(word, KINDS[word])
        if before and before[-1].words:
            return Value(word, after={first: words(self.refusal(command, first, ""))
                                      for first in before[-1].words})
        return Value(word, words=words(self.refusal(command, "")))

    def option(self, command, operands, name, description, arguments, may_lack_value):
        if name == "help":
            return Option(name, description)
        message = self.ask(command, operands, name)
        if message.endswith("takes no value"):
            return Option(name, description)
        literals = [word for word in arguments if not word[0].isupper()]
        argument = arguments[0] if arguments and not literals else "VALUE"
        value = Value(argument, KINDS.get(argument, TEXT), words(message) or literals)
        return Option(name, description, value, may_lack_value)

    def ask(self, command, operands, name):
        """Returns the error message about an empty value. Some options are valid for one first
        operand only, such as a study."""
        firsts = [[word] for word in operands[0].words] if operands else []
        for first in [*firsts, []]:
            message = self.refusal(command, *first, f"--{name}=", NOBODY_HAS)
            if not re.search(rf"option --{name}(?![\w-])", message):
                return message
        raise RuntimeError(f"the help of {command} has --{name}, but it says: {message}")

    def lend_descriptions(self):
        """Copies descriptions to options that other commands describe."""
        for command in self.commands:
            for option in command.options:
                if option.value and not option.description:
                    option.description = next(
                        (other.description for lender in self.commands
                         for other in lender.options
                         if other.description and other.name == option.name and other.value and
                         (other.value.name == option.value.name or
                          option.value.words and other.value.words == option.value.words)), "")
                elif option.name == "help":
                    option.description = option.description or "this text"


def quote(text):
    """Returns the text as a word of bash and zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def order(name):
    """Sorts lower-case letters beside upper-case ones, in a deterministic order."""
    return name.lower(), name


def mentioned(text):
    """Returns the names of all options in a text."""
    return sorted(set(MENTION.findall(text)))


def words(message):
    """Returns the list of words at the end of an error message, or none."""
    match = WORDS.search(message)
    return re.split(", | or ", match.group(1)) if match else []


def columns(text):
    """Returns the options with a column: name -> (description, arguments, optional or not)."""
    found = {}
    for block in re.findall(r"(?m)^  --.*\n(?:    .*\n)*", text):
        matches = list(COLUMN.finditer(block.split("\n")[0]))
        described = " ".join(block[matches[-1].end():].split())
        for match in matches:
            name, joint, argument = match.groups()
            before, arguments, _ = found.get(name, ("", [], False))
            if argument:
                arguments.append(argument)
            description = first_clause(described) if len(matches) == 1 else ""
            if len(arguments) > 1:  # a line for each word
                description = ", ".join(arguments[:-1]) + " or " + arguments[-1]
            found[name] = description or before, arguments, joint == "[="
    return found


def first_clause(text):
    """Returns the text before the first colon, semicolon or full stop."""
    return re.split(r"[:;] |\. ", text)[0]
