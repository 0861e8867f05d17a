# Functions for the other scripts, which source this file after setting root: messages, the log of
# the set-up, and a test whether the built program is up to date.
# shellcheck shell=sh
: "${root:?}"
log=$root/build.log

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# COMMAND...: run it with its output in the log, without handing the lock to background processes.
logged() { "$@" >>"$log" 2>&1 </dev/null 9>&-; }

# MESSAGE: show the end of the log, and any full file systems, which may have truncated the log.
show_log() {
    say "$1; the last lines of $log:"
    tail -n 12 "$log" | cut -c 1-300 | sed 's/^/    /' >&2
    full=$(df -Pk "$root" /tmp /var 2>/dev/null |
        awk 'NR > 1 && $4 < 20480 { print " " $6 }' | sort -u | tr -d '\n')
    [ -z "$full" ] || say "no space: less than 20 MB are free on$full"
}
fail() { show_log "$1"; exit 1; }

# Test whether the program is up to date, by the times of build/began (the start of the last
# build, and its location) and build/ended. Change times (ctime) detect more than modification
# times: moved files, files with restored old times, and folders of deleted files. It is a single
# find, because every call of scripts/run waits for it.
ready() {
    read -r place <"$root/build/began" && [ "$place" = "$root" ] && changed=$(
        cd "$root" && find src lab include cl examples meson.build meson_options.txt \
            build/build.ninja build/meson-private/coredata.dat build/src build/src/cli/clmodp \
            build/src/libclmodp.so.* build/lab/studies/clmodp-study build/examples/resultant \
            \( -path 'build/*' -cnewer build/ended -o ! -path 'build/*' -cnewer build/began \) \
            -print -quit -o -path build/src -prune
    ) && [ -z "$changed" ]
} 2>/dev/null
