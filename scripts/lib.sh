# Sourced by the scripts beside this file, which set root: messages, the log of the set-up, and
# whether what it built is still what the sources give.
# shellcheck shell=sh
: "${root:?}"
log=$root/build.log

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# COMMAND...: its output goes to the log; it does not hold the lock if it stays behind.
logged() { "$@" >>"$log" 2>&1 </dev/null 9>&-; }

# WHAT: show the end of the log, and that a disk is full if one is: then the log may be cut, too.
show_log() {
    say "$1; the last lines of $log:"
    tail -n 12 "$log" | cut -c 1-300 | sed 's/^/    /' >&2
    full=$(df -Pk "$root" /tmp /var 2>/dev/null |
        awk 'NR > 1 && $4 < 20480 { print " " $6 }' | sort -u | tr -d '\n')
    [ -z "$full" ] || say "no space: less than 20 MB are free on$full"
}
fail() { show_log "$1"; exit 1; }

# The program stands as built/began and built/ended say: the times when the last build of it
# began and ended, and its place. Times of change tell more than those of modification: files
# that were moved here or got an old time have changed, as has the folder of a deleted one.
# One find, because every call of scripts/run waits for it.
ready() {
    read -r place <"$root/build/began" && [ "$place" = "$root" ] && changed=$(
        cd "$root" && find src lab include cl examples meson.build meson_options.txt \
            build/build.ninja build/meson-private/coredata.dat build/src build/src/cli/clmodp \
            build/src/libclmodp.so.* build/lab/studies/clmodp-study build/examples/resultant \
            \( -path 'build/*' -cnewer build/ended -o ! -path 'build/*' -cnewer build/began \) \
            -print -quit -o -path build/src -prune
    ) && [ -z "$changed" ]
} 2>/dev/null
