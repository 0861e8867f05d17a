"""Completions for bash."""

from program import EXPRESSION, FILE, FOLDER, TEXT, quote

KINDS = {FILE: "/file", FOLDER: "/folder", EXPRESSION: "/expression", TEXT: "/text"}

HEAD = r"""# Completions of clmodp for bash, generated from its help.

# COMMAND: its options.
_clmodp_options()
{
    case $1 in
@OPTIONS@
    esac
}

# COMMAND OPTION: prints the words or the kind of its value; nothing without a value.
_clmodp_value()
{
    case "$1 $2" in
@VALUES@
    esac
}

# COMMAND NUMBER BEFORE: prints the words or the kind of an operand, from 0, after BEFORE.
_clmodp_operand()
{
    case "$1 $2 $3" in
@OPERANDS@
    esac
}

# KIND|WORDS TYPED: the replies.
_clmodp_reply()
{
    case $1 in
        /file) _clmodp_paths -f "$2" ;;
        /folder) _clmodp_paths -d "$2" ;;
        /expression)
            case $2 in
                @* | \\@*) _clmodp_marked "${2#*@}" ;;
                '') COMPREPLY=(@) && compopt -o nospace 2>/dev/null ;;
            esac ;;
        /text) ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2") ;;
    esac
}

# -f|-d TYPED: files or folders.
_clmodp_paths()
{
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
}

# TYPED: files and folders with @ before each, quoted here, since readline would quote the @.
_clmodp_marked()
{
    local path

    while IFS= read -r path; do
        if [[ -d $path ]]; then # which is no folder to readline
            path+=/
            compopt -o nospace 2>/dev/null
        fi
        COMPREPLY+=("@$(printf %q "$path")")
    done < <(compgen -f -- "${1//\\/}")
}

_clmodp()
{
    local IFS=$' \t\n' typed=() word last expects='' command='' before='' only_operands=''
    local -i count=0 attached=0

    # Words are cut at = and @ where these are in COMP_WORDBREAKS, as they are by default.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        last=$((${#typed[@]} - 1))
        if ((attached)) || [[ $word == =* && last -ge 0 && ${typed[last]} == --* ]]; then
            typed[last]+=$word
        else
            typed+=("$word")
        fi
        [[ $word == [=@] ]] && attached=1 || attached=0
    done
    last=$((${#typed[@]} - 1))
    for word in "${typed[@]:0:last}"; do
        if [[ -z $command ]]; then
            command=$word
        elif [[ -n $expects ]]; then
            expects=''
        elif [[ -z $only_operands && $word == -- ]]; then
            only_operands=yes
        elif [[ -z $only_operands && $word == --[A-Za-z]* ]]; then
            [[ $word == *=* ]] || expects=$(_clmodp_value "$command" "$word")
            [[ $expects == '?'* ]] && expects=''
        else
            before=$word
            count+=1
        fi
    done
    word=${typed[last]}
    COMPREPLY=()
    if [[ -z $command ]]; then
        _clmodp_reply '@COMMANDS@' "$word"
    elif [[ -n $expects ]]; then
        _clmodp_reply "$expects" "$word"
    elif [[ -z $only_operands && $word == --*=* ]]; then
        expects=$(_clmodp_value "$command" "${word%%=*}")
        _clmodp_reply "${expects#\?}" "${word#*=}"
        COMPREPLY=("${COMPREPLY[@]/#/${word%%=*}=}")
    elif [[ -z $only_operands && $word == -* ]]; then
        _clmodp_reply "$(_clmodp_options "$command")" "$word"
    else
        _clmodp_reply "$(_clmodp_operand "$command" "$count" "$before")" "$word"
    fi
    # What stands before a cut at = stays on the line, but @ is replaced with what is behind it.
    [[ $word != --*=* || $COMP_WORDBREAKS != *=* ]] ||
        COMPREPLY=("${COMPREPLY[@]#"${word%%=*}="}")
}
complete -F _clmodp clmodp
"""


def case(pattern, words):
    return f"        {pattern}) echo {quote(words)} ;;"


def reply(value):
    return " ".join(value.words) or KINDS[value.kind]


def values(command):
    """Returns one line for all options of a command that expect the same values."""
    by_reply = {}
    for option in command.options:
        if option.value:
            mark = "?" if option.may_lack_value else ""
            by_reply.setdefault(mark + reply(option.value), []).append(option.name)
    return [case(" | ".join(quote(f"{command.name} --{name}") for name in names), words)
            for words, names in by_reply.items()]


def operands(command):
    lines = []
    for number, value in enumerate(command.operands):
        repeated = command.repeats and value is command.operands[-1]
        place = f"{command.name} " + ("" if repeated else f"{number} ")
        lines += [case(quote(place + before), " ".join(words))
                  for before, words in value.after.items()]
        if not value.after:
            lines.append(case(quote(place) + "*", reply(value)))
    return lines


def script(program):
    first = program.names + ["--" + option.name for option in program.options]
    parts = {
        "OPTIONS": [case(command.name, " ".join("--" + option.name for option in command.options))
                    for command in program.commands],
        "VALUES": [line for command in program.commands for line in values(command)],
        "OPERANDS": [line for command in program.commands for line in operands(command)],
        "COMMANDS": [" ".join(first)],
    }
    text = HEAD
    for name, lines in parts.items():
        text = text.replace(f"@{name}@", "\n".join(lines))
    return text
