/* Leave a test that cannot be done here, saying why. cmocka 1.1.5 reports its own skip() to Meson
 * as a failure; scripts/count_results.py knows this comment. */
#ifndef TESTS_SUPPORT_SKIP_H
#define TESTS_SUPPORT_SKIP_H

/* For a function that has nothing to release, in files that include support/assertions.h. */
#define SKIP_UNLESS(condition, reason)                                              \
    do {                                                                            \
        if (!(condition)) {                                                         \
            print_message("# skipped: %s\n", reason);                               \
            return;                                                                 \
        }                                                                           \
    } while (0)

#endif
