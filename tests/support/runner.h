/* Registers the tests of a file, instead of a main function. All files of a folder are one
 * program, and `test-FOLDER FILE [ARGUMENT]` runs the tests of tests/FOLDER/FILE.c; a program of
 * one file needs no arguments. */
#ifndef TESTS_SUPPORT_RUNNER_H
#define TESTS_SUPPORT_RUNNER_H

typedef struct test_file {
    const char *path;
    int (*run)(void);
    struct test_file *next;
} test_file;

/* Registers a file; for TESTS_RUN_BY. */
void runner_add(test_file *file);

/* The program's name as called, and ARGUMENT or NULL. */
extern const char *runner_program, *runner_argument;

/* Registers a function that runs the tests of this file and returns the exit status. */
#define TESTS_RUN_BY(function)                                                    \
    static test_file file_of_tests;                                               \
    __attribute__((constructor)) static void add_file_of_tests(void)              \
    {                                                                             \
        runner_add(&file_of_tests);                                               \
    }                                                                             \
    static test_file file_of_tests = {__FILE__, function, NULL}

/* TESTS(cmocka_unit_test(a), ...); the second with functions to run before and after all tests. */
#define TESTS(...) TESTS_BETWEEN(NULL, NULL, __VA_ARGS__)
#define TESTS_BETWEEN(set_up, tear_down, ...)                                     \
    static const struct CMUnitTest tests_of_file[] = {__VA_ARGS__};               \
    static int run_tests_of_file(void)                                            \
    {                                                                             \
        return cmocka_run_group_tests(tests_of_file, set_up, tear_down);          \
    }                                                                             \
    TESTS_RUN_BY(run_tests_of_file)

#endif
