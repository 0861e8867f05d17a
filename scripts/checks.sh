# Functions for scripts that run checks: they print a line per check, and a last line with the
# counts in the same format as the tests.
#
# check_log  file for the output of checks; its end is shown after a failure
# check_add  if not empty, append to the log, with a line for each check
# check_by   command that runs the commands of checks
# shellcheck shell=sh
passed=0
failed=0
skipped=0

# DESCRIPTION COMMAND...: run one check; status 77 skips it. Fails if the check fails.
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

# Print the last line; fails if a check failed.
count_checks() {
    echo "$passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
    [ "$failed" = 0 ]
}
