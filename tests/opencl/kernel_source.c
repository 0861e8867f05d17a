/* Tests kernel sources: includes, #line marks, missing files, compiler errors, launches. */
#include <string.h>
#include <sys/stat.h>

#include "core/size.h"
#include "cl/arith/fp.h"
#include "opencl/kernel.h"
#include "opencl/source.h"
#include "support/context.h"
#include "support/scratch.h"

/* A directory with kernel files of the test, and a context that reads its kernels there. */
typedef struct fixture {
    scratch files;
    clmodp_context *ctx;
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);

    assert_non_null(f);
    scratch_make(&f->files);
    f->ctx = context_open_in(f->files.path, "");
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;

    clmodp_context_destroy(f->ctx);
    scratch_remove(&f->files);
    free(f);
    return 0;
}

static void includes_are_expanded_once(void **state)
{
    const fixture *f = *state;
    clm_error error = {0};
    char *text = NULL;

    scratch_put(&f->files, "a.cl", "#include \"x.h\"\nint a;\n");
    scratch_put(&f->files, "b.cl", "  # include\t\"x.h\" // again\n#include <y.h>\nint b;");
    scratch_put(&f->files, "x.h", "#include \"y.h\"\nint x;\n#include \"x.h\"\n");
    scratch_put(&f->files, "y.h", "int y;\n");
    assert_int_equal(clm_source_load(&error, &text, "", f->files.path,
                                     (const char *const[]){"a.cl", "b.cl"}, 2, NULL),
                     CLMODP_OK);
    assert_string_equal(text, "#line 1 \"a.cl\"\n"
                              "#line 1 \"x.h\"\n"
                              "#line 1 \"y.h\"\nint y;\n"
                              "#line 2 \"x.h\"\nint x;\n"
                              "#line 4 \"x.h\"\n"
                              "#line 2 \"a.cl\"\nint a;\n"
                              "#line 1 \"b.cl\"\n"
                              "#line 2 \"b.cl\"\n#include <y.h>\nint b;\n");
    free(text);
}

static void includes_begin_beside_their_file(void **state)
{
    const fixture *f = *state;
    clm_error error = {0};
    char folder[SCRATCH_PATH], *text = NULL;

    scratch_name(&f->files, folder, "room");
    assert_int_equal(mkdir(folder, 0700), 0);
    scratch_put(&f->files, "top.h", "int top;\n#include \"room/side.h\"\n");
    scratch_put(&f->files, "room/side.h", "int side;\n#include \"../../outside.h\"\n");
    scratch_put(&f->files, "room/a.cl", "#include \"../top.h\"\n#include \"side.h\"\n"
                                        "#include \"a/../side.h\"\n");
    assert_int_equal(clm_source_load(&error, &text, "", f->files.path,
                                     (const char *const[]){"room/a.cl"}, 1, NULL),
                     CLMODP_OK);
    assert_string_equal(text, "#line 1 \"room/a.cl\"\n"
                              "#line 1 \"top.h\"\nint top;\n"
                              "#line 1 \"room/side.h\"\nint side;\n"
                              "#include \"../../outside.h\"\n"
                              "#line 3 \"top.h\"\n"
                              "#line 2 \"room/a.cl\"\n"
                              "#line 3 \"room/a.cl\"\n"
                              "#include \"a/../side.h\"\n");
    free(text);
}

static void a_missing_file_is_named(void **state)
{
    const fixture *f = *state;
    const clm_kernel *kernel;

    assert_int_equal(clm_kernel_get(f->ctx, &kernel, "absent.cl", "k"), CLMODP_NO_KERNEL);
    assert_null(kernel);
    assert_non_null(strstr(clmodp_context_message(f->ctx), f->files.path));
    assert_non_null(strstr(clmodp_context_message(f->ctx), "absent.cl"));

    scratch_put(&f->files, "lost.cl", "int x;\n#include \"lost.h\"\n");
    assert_int_equal(clm_kernel_get(f->ctx, &kernel, "lost.cl", "k"), CLMODP_NO_KERNEL);
    assert_non_null(strstr(clmodp_context_message(f->ctx), "lost.cl:2"));
    assert_non_null(strstr(clmodp_context_message(f->ctx), "lost.h"));
}

static void a_file_that_is_no_text_is_refused(void **state)
{
    const fixture *f = *state;
    clm_error error = {0};
    char *text = NULL, *large = calloc(1, (1 << 20) + 2);

    scratch_write(&f->files, "zero.cl", "a\0b", 3);
    assert_int_equal(clm_source_load(&error, &text, "", f->files.path,
                                     (const char *const[]){"zero.cl"}, 1, NULL),
                     CLMODP_NO_KERNEL);
    assert_null(text);

    assert_non_null(large);
    memset(large, ' ', (1 << 20) + 1);
    scratch_put(&f->files, "large.cl", large);
    free(large);
    assert_int_equal(clm_source_load(&error, &text, "", f->files.path,
                                     (const char *const[]){"large.cl"}, 1, NULL),
                     CLMODP_NO_KERNEL);
}

/* Names in messages are those of NVIDIA's compiler. */
static void line_numbers_become_those_of_files(void **state)
{
    static const char source[] = "#define A 1\n#line 1 \"a.cl\"\nint a;\n\n#line 7 \"b.h\"\n"
                                 "int b;\nint c;\n#line 3 \"a.cl\"\nint d;";
    static const struct {
        const char *said, *meant;
    } cases[] = {
        {"", ""},
        {"<kernel>:3:5: error: x\n", "a.cl:1:5: error: x\n"},
        {"<kernel>:6:1: error: y\n<kernel>:9:4: note: z\n",
         "b.h:7:1: error: y\na.cl:3:4: note: z\n"},
        {"<kernel>:7:", "b.h:8:"},
        {"<kernel>:1:9: error: before all marks", "<kernel>:1:9: error: before all marks"},
        {"<kernel>: no line <kernel>:", "<kernel>: no line <kernel>:"},
        {"broken.cl:3:1: error: <kernel>:4", "broken.cl:3:1: error: a.cl:2"},
    };
    const fixture *f = *state;
    char *log = NULL;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(clm_source_log(&f->ctx->error, &log, source, cases[k].said), CLMODP_OK);
        assert_string_equal(log, cases[k].meant);
        free(log);
    }
}

static void an_error_names_file_line_device_and_options(void **state)
{
    const fixture *f = *state;
    const clm_kernel *kernel;
    const char *message;

    scratch_put(&f->files, "broken.cl",
                "#include \"fine.h\"\n\n__kernel void k(void) { nonsense; }\n");
    scratch_put(&f->files, "fine.h", "int fine(void);\n");
    assert_int_equal(clm_kernel_get(f->ctx, &kernel, "broken.cl", "k"), CLMODP_BUILD);
    message = clmodp_context_message(f->ctx);
    assert_non_null(strstr(message, "broken.cl:3"));
    assert_non_null(strstr(message, "nonsense"));
    assert_non_null(strstr(message, clmodp_context_device(f->ctx)->name));
    assert_non_null(strstr(message, "-cl-std=CL1.2"));
    assert_int_equal(f->ctx->kept->builds, 0);
}

static const char scale[] = "__kernel void scale(__global uint *a, uint factor, ulong shift,\n"
                            "                    uint n, __local uint *scratch)\n"
                            "{\n"
                            "    uint i = (uint)get_global_id(0);\n"
                            "    scratch[get_local_id(0)] = factor;\n"
                            "    if (i < n)\n"
                            "        a[i] = a[i] * scratch[get_local_id(0)]\n"
                            "             + (uint)(shift >> 32) + W * 0 + T * 0;\n"
                            "}\n";

static void kernels_run_and_are_built_once(void **state)
{
    const fixture *f = *state;
    const clm_kernel *kernel, *again;
    clm_buffer buffer = {0};
    uint32_t a[1000];
    const size_t sizes[] = {0, 1, 15, 16, 17, 999, 1000};

    scratch_put(&f->files, "scale.cl", scale);
    assert_int_equal(clm_kernel_get(f->ctx, &kernel, "scale.cl", "missing"), CLMODP_NO_KERNEL);
    assert_int_equal(clm_kernel_get(f->ctx, &kernel, "scale.cl", "scale"), CLMODP_OK);
    assert_int_equal(clm_kernel_get(f->ctx, &again, "scale.cl", "scale"), CLMODP_OK);
    assert_ptr_equal(kernel, again);
    assert_int_equal(f->ctx->kept->builds, 1);

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const size_t n = sizes[s];

        for (uint32_t i = 0; i < 1000; i++)
            a[i] = i;
        assert_int_equal(clm_buffer_create(f->ctx, &buffer, 1000, 4), CLMODP_OK);
        assert_int_equal(clm_buffer_write(f->ctx, &buffer, 0, a, sizeof a), CLMODP_OK);
        assert_int_equal(clm_launch(f->ctx, kernel, n, 0, ARG_INOUT(&buffer, n, u32), ARG_U32(3),
                                    ARG_U64(7ull << 32), ARG_U32(n),
                                    ARG_LOCAL(4 * f->ctx->tuning.group)),
                         CLMODP_OK);
        assert_int_equal(clm_finish(f->ctx), CLMODP_OK);
        assert_int_equal(clm_buffer_read(f->ctx, &buffer, 0, a, sizeof a), CLMODP_OK);
        for (uint32_t i = 0; i < 1000; i++)
            assert_int_equal(a[i], i < n ? 3 * i + 7 : i);
        clm_buffer_destroy(f->ctx, &buffer);
    }
}

/* One file with several sets of definitions makes several programs, each compiled once. */
static void definitions_make_another_program(void **state)
{
    const fixture *f = *state;
    const char *const definitions[] = {"", "#define ADDEND 5\n", "#define ADDEND 6\n",
                                       "#define ADDEND 6\n#undef NT\n#define NT 3\n"};
    const uint32_t expected[] = {f->ctx->tuning.group, 5, 6, 9};
    const clm_kernel *kernel, *kernels[4];

    scratch_put(&f->files, "define.cl", "#ifndef ADDEND\n#define ADDEND NT\n#endif\n"
                                        "#if NT == 3\n#define MORE NT\n#else\n"
                                        "#define MORE 0\n#endif\n"
                                        "kernel void put(global uint *a)\n"
                                        "{\n    *a = ADDEND + MORE;\n}\n");
    for (size_t k = 0; k < 4; k++) {
        clm_buffer buffer = {0};
        uint32_t value = 0;

        assert_int_equal(clm_kernel_get_with(f->ctx, &kernels[k], "define.cl", "put",
                                             "%s", definitions[k]),
                         CLMODP_OK);
        assert_int_equal(clm_buffer_create(f->ctx, &buffer, 1, sizeof value), CLMODP_OK);
        assert_int_equal(clm_launch(f->ctx, kernels[k], 1, 1, ARG_OUT(&buffer, 1, u32)),
                         CLMODP_OK);
        assert_int_equal(clm_buffer_read(f->ctx, &buffer, 0, &value, sizeof value), CLMODP_OK);
        assert_int_equal(value, expected[k]);
        clm_buffer_destroy(f->ctx, &buffer);
    }
    assert_int_equal(f->ctx->kept->builds, 4);
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(clm_kernel_get_with(f->ctx, &kernel, "define.cl", "put",
                                             "%s", definitions[k]),
                         CLMODP_OK);
        assert_ptr_equal(kernel, kernels[k]);
    }
    assert_int_equal(clm_kernel_get_with(f->ctx, &kernel, "define.cl", "put",
                                         "#define ADDEND %*d\n", CLM_DEFINITIONS_SIZE, 5),
                     CLMODP_INVALID);
    assert_null(kernel);
    assert_int_equal(f->ctx->kept->builds, 4);
}

static void launches_that_do_not_fit_are_refused(void **state)
{
    const fixture *f = *state;
    const clm_kernel *kernel;
    clm_buffer buffer = {0};
    const size_t too_wide = clmodp_context_device(f->ctx)->max_work_group + 1;
    const size_t too_much = (size_t)clmodp_context_device(f->ctx)->local_memory + 4;

    scratch_put(&f->files, "scale.cl", scale);
    assert_int_equal(clm_kernel_get(f->ctx, &kernel, "scale.cl", "scale"), CLMODP_OK);
    assert_int_equal(clm_buffer_create(f->ctx, &buffer, 1, 4), CLMODP_OK);
#define LAUNCH(items, group, local)                                                      \
    clm_launch(f->ctx, kernel, (items), (group), ARG_INOUT(&buffer, 1, u32), ARG_U32(3), \
               ARG_U64(0), ARG_U32(1), ARG_LOCAL(local))
    assert_int_equal(LAUNCH(1, too_wide, 4 * too_wide), CLMODP_LIMIT);
    assert_int_equal(LAUNCH(1, 1, too_much), CLMODP_LIMIT);
    assert_int_equal(LAUNCH((size_t)1 << 32, 1, 4), CLMODP_LIMIT);
    assert_int_equal(LAUNCH(SIZE_MAX, 1, 4), CLMODP_LIMIT);
    assert_int_equal(clm_launch(f->ctx, kernel, 1, 1, ARG_U32(3)), CLMODP_INVALID);
    assert_true(strlen(clmodp_context_message(f->ctx)) > 0);
    assert_int_equal(LAUNCH(1, 1, 4), CLMODP_OK);
#undef LAUNCH
#define LAUNCH(argument) \
    clm_launch(f->ctx, kernel, 1, 1, argument, ARG_U32(3), ARG_U64(0), ARG_U32(1), ARG_LOCAL(4))
    assert_int_equal(LAUNCH(ARG_INOUT(&buffer, 2, u32)), CLMODP_INVALID);
    assert_string_equal(clmodp_context_message(f->ctx),
                        "scale reads and writes 2 elements of 4 bytes of the buffer &buffer, "
                        "which has 4 bytes");
    assert_int_equal(LAUNCH(ARG_OUT(&buffer, 1, uint64_t)), CLMODP_INVALID);
    assert_int_equal(LAUNCH(ARG_IN(&buffer, clm_size_times(SIZE_MAX, 2), u32)), CLMODP_INVALID);
    assert_int_equal(LAUNCH(ARG_IN_OF(&buffer, 4, 1)), CLMODP_OK);
#undef LAUNCH
    clm_buffer_destroy(f->ctx, &buffer);
}

static void check_directory(const char *wanted, const char *expected)
{
    char *found = NULL;

    assert_int_equal(clm_kernel_directory(NULL, &found, wanted), CLMODP_OK);
    assert_string_equal(found, expected);
    free(found);
}

static void the_directory_is_the_nearest_named(void **state)
{
    char *own = NULL;
    char *kept = getenv("CLMODP_KERNEL_PATH") ? strdup(getenv("CLMODP_KERNEL_PATH")) : NULL;
    clm_error error = {0};
    char *text = NULL;

    (void)state;
    assert_int_equal(unsetenv("CLMODP_KERNEL_PATH"), 0);
    assert_int_equal(clm_kernel_directory(NULL, &own, NULL), CLMODP_OK);
    /* This program lies in the build tree, so the sources are found there. */
    assert_int_equal(clm_source_load(&error, &text, "", own,
                                     (const char *const[]){"arith/fp.h"}, 1, NULL),
                     CLMODP_OK);
    free(text);
    check_directory("/given", "/given");
    assert_int_equal(setenv("CLMODP_KERNEL_PATH", "/named", 1), 0);
    check_directory(NULL, "/named");
    check_directory("/given", "/given");
    assert_int_equal(setenv("CLMODP_KERNEL_PATH", "", 1), 0);
    check_directory(NULL, own);
    assert_int_equal(unsetenv("CLMODP_KERNEL_PATH"), 0);
    if (kept != NULL)
        assert_int_equal(setenv("CLMODP_KERNEL_PATH", kept, 1), 0);
    free(kept);
    free(own);
}

TESTS(
    cmocka_unit_test_setup_teardown(includes_are_expanded_once, set_up, tear_down),
    cmocka_unit_test_setup_teardown(includes_begin_beside_their_file, set_up,
                                    tear_down),
    cmocka_unit_test_setup_teardown(a_missing_file_is_named, set_up, tear_down),
    cmocka_unit_test_setup_teardown(a_file_that_is_no_text_is_refused, set_up, tear_down),
    cmocka_unit_test_setup_teardown(line_numbers_become_those_of_files, set_up,
                                    tear_down),
    cmocka_unit_test_setup_teardown(an_error_names_file_line_device_and_options, set_up,
                                    tear_down),
    cmocka_unit_test_setup_teardown(kernels_run_and_are_built_once, set_up, tear_down),
    cmocka_unit_test_setup_teardown(definitions_make_another_program, set_up, tear_down),
    cmocka_unit_test_setup_teardown(launches_that_do_not_fit_are_refused, set_up,
                                    tear_down),
    cmocka_unit_test(the_directory_is_the_nearest_named));
