"""Completions for fish."""

from program import EXPRESSION, FILE, FOLDER, TEXT

ARGUMENTS = {FILE: "-F", FOLDER: "-a '(__fish_complete_directories)'",
             EXPRESSION: "-a '(__clmodp_expression)'", TEXT: ""}

HEAD = r"""# Completions of clmodp for fish, made from its help.

# Whether a command stands on the line.
function __clmodp_is
    set -l words (commandline -opc)
    test "$words[2]" = $argv[1]
end

# Completes the name of a file with an expression.
function __clmodp_expression
    set -l typed (commandline -ct)
    if string match -q '@*' -- $typed
        printf '@%s\n' (__fish_complete_path (string sub -s 2 -- $typed))
    else if test -z "$typed"
        printf '@\ta file with an expression\n'
    end
end

# The options of a command that expect a value in the next word.
function __clmodp_valued
    switch $argv[1]
@VALUED@
    end
end

# COMMAND NUMBER [BEFORE]: whether the cursor is at the operand of this number, from 0, of a
# command, after this other one; with a number below 0 at that one or a later one.
function __clmodp_at
    set -l words (commandline -opc)
    set -l valued (__clmodp_valued $argv[1])
    set -l operands
    set -l state
    __clmodp_is $argv[1]; or return
    for word in $words[3..]
        if test "$state" = value
            set state
        else if test "$state" != operands -a "$word" = --
            set state operands
        else if test "$state" != operands; and string match -qr -- '^--[A-Za-z]' $word
            contains -- $word $valued; and set state value
        else
            set -a operands $word
        end
    end
    test "$state" != value; or return
    if test $argv[2] -lt 0
        test (count $operands) -ge (math -- "-1 * $argv[2]")
    else
        test (count $operands) = $argv[2] -a \( -z "$argv[3]" -o "$argv[3]" = "$operands[-1]" \)
    end
end

complete -c clmodp -f
"""


def quote(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def argument(value):
    return f"-a {quote(' '.join(value.words))}" if value.words else ARGUMENTS[value.kind]


def complete(condition, *parts):
    return " ".join(["complete -c clmodp -n", quote(condition), *filter(None, parts)])


def option_line(command, option):
    needs = ""
    if option.value and not option.may_lack_value:
        needs = "-r" if option.value.kind == FILE else "-x"
    return complete(f"__clmodp_is {command.name}", f"-l {option.name}", needs,
                    option.value and argument(option.value),
                    option.description and f"-d {quote(option.description)}")


def operand_lines(command):
    lines = []
    for number, value in enumerate(command.operands):
        if command.repeats and value is command.operands[-1]:
            number = -number
        at = f"__clmodp_at {command.name} {number}"
        lines += [complete(f"{at} {before}", f"-a {quote(' '.join(words))}")
                  for before, words in value.after.items()]
        if not value.after:
            lines.append(complete(at, argument(value)))
    return lines


def script(program):
    first = "test (count (commandline -opc)) = 1"
    valued = "\n".join(
        f"        case {command.name}\n            printf '%s\\n' " +
        " ".join("--" + option.name for option in command.options
                 if option.value and not option.may_lack_value)
        for command in program.commands
        if any(option.value for option in command.options))
    lines = [complete(first, f"-a {command.name}", f"-d {quote(command.summary)}")
             for command in program.commands]
    lines += [complete(first, f"-l {option.name}") for option in program.options]
    for command in program.commands:
        lines += [option_line(command, option) for option in command.options]
        lines += operand_lines(command)
    return HEAD.replace("@VALUED@", valued) + "\n".join(lines) + "\n"
