"""Completions for zsh."""

import re

from program import EXPRESSION, FILE, FOLDER, TEXT, quote

ACTIONS = {FILE: "_files", FOLDER: "_files -/", EXPRESSION: "_clmodp_expression", TEXT: " "}

HEAD = r"""#compdef clmodp
# Completions of clmodp for zsh, made from its help.

# Completes the name of a file with an expression.
_clmodp_expression()
{
    if compset -P @; then
        _files
    elif [[ -z $PREFIX ]]; then
        compadd -S '' -- @
    else
        _message 'expression, or @FILE'
    fi
}
@AFTER@
_clmodp()
{
    local curcontext=$curcontext
    local -a commands options

    if ((CURRENT == 2)); then
        commands=(
@COMMANDS@
        )
        options=(@OPTIONS@)
        _describe -t commands command commands -- options
        return
    fi
    shift words
    ((CURRENT--))
    curcontext=${curcontext%:*}-$words[1]:
    case $words[1] in
@CASES@
    esac
}
_clmodp "$@"
"""


def escape(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def action(value):
    return f"({' '.join(value.words)})" if value.words else ACTIONS[value.kind]


def spec(option):
    described = f"[{escape(option.description)}]" if option.description else ""
    if not option.value:
        return quote(f"--{option.name}{described}")
    mark, colon = ("=-", "::") if option.may_lack_value else ("=", ":")
    return quote(f"--{option.name}{mark}{described}{colon}{escape(option.value.name)}:"
                 f"{action(option.value)}")


def operand_specs(command):
    specs = []
    for number, value in enumerate(command.operands, 1):
        place = "*" if command.repeats and number == len(command.operands) else number
        does = f"_clmodp_{command.name}_{number}" if value.after else action(value)
        specs.append(quote(f"{place}:{escape(value.name)}:{does}"))
    return specs


def after(command):
    """Returns functions for operands that depend on the operand before."""
    text = ""
    for number, value in enumerate(command.operands, 1):
        if value.after:
            lines = "\n".join(f"            {before}) compadd -- {' '.join(words)}; return ;;"
                              for before, words in value.after.items())
            text += (f"\n_clmodp_{command.name}_{number}()\n{{\n    local word\n\n"
                     "    for word in $words; do\n        case $word in\n"
                     f"{lines}\n        esac\n    done\n}}\n")
    return text


def case(command):
    specs = [spec(option) for option in command.options] + operand_specs(command)
    return (f"        {command.name})\n            _arguments -S \\\n                " +
            " \\\n                ".join(specs) + " ;;")


def script(program):
    parts = {
        "AFTER": "".join(after(command) for command in program.commands),
        "COMMANDS": "\n".join(
            "            " + quote(f"{command.name}:{command.summary}")
            for command in program.commands),
        "OPTIONS": " ".join("--" + option.name for option in program.options),
        "CASES": "\n".join(case(command) for command in program.commands),
    }
    text = HEAD
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    return text
