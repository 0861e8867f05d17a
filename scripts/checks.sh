# Sourced by scripts that check things: a line for each check, and a last line that counts them as
# that of the tests does.
#
# check_log  where what is checked writes; its end is shown after a failure
# check_add  not empty: the log keeps what is there, and has a line for each check
# check_by   a command that runs the others
# shellcheck shell=sh
passed=0
failed=0
skipped=0

# WHAT COMMAND...: one check; with status 77 it is skipped. Fails if the check does.
check() {
    check_what=$1
    check_status=0
    check_began=$(date +%s)
    shift
    [ -n "${check_add:-}" ] || : >"${check_log:?}"
    [ -z "${check_add:-}" ] || echo "== $check_what: $*" >>"$check_log"
    ${check_by:-} "$@" >>"$check_log" 2>&1 || check_status=$?
    if [ "$check_status" = 0 ]; then
        passed=$((passed + 1))
        echo "ok - $check_what ($(($(date +%s) - check_began)) s)"
    elif [ "$check_status" = 77 ]; then
        skipped=$((skipped + 1))
        echo "ok - $check_what # SKIP $(tail -n 1 "$check_log")"
    else
        failed=$((failed + 1))
        echo "not ok - $check_what: $*${check_add:+ (log: $check_log)}"
        tail -n 60 "$check_log" | sed 's/^/    /'
        return 1
    fi
}

# The last line; fails if a check did.
count_checks() {
    echo "$passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
    [ "$failed" = 0 ]
}
