/* Skips a test unsupported by the environment, and prints the reason. cmocka 1.1.5 reports its own
 * skip() to Meson as a failure; scripts/count_results.py parses the printed line. */
#ifndef TESTS_SUPPORT_SKIP_H
#define TESTS_SUPPORT_SKIP_H

/* For functions with nothing to release, in files including support/assertions.h. */
#define SKIP_UNLESS(condition, reason)                                              \
    do {                                                                            \
        if (!(condition)) {                                                         \
            print_message("# skipped: %s\n", reason);                               \
            return;                                                                 \
        }                                                                           \
    } while (0)

#endif
