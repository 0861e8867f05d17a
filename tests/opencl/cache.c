/* Tests the cache: its folder, keys, payloads, and verified properties of devices. */
#include <string.h>
#include <sys/stat.h>

#include "opencl/cache.h"
#include "opencl/source.h"
#include "support/context.h"
#include "support/scratch.h"

static scratch sources, cache;

static const char kernel_text[] = "__kernel void nothing(void) {}\n";

static int set_up(void **state)
{
    (void)state;
    scratch_make(&sources);
    scratch_make(&cache);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scratch_remove(&sources);
    scratch_remove(&cache);
    return 0;
}

static void the_environment_chooses_the_directory(void **state)
{
    const struct {
        const char *variable, *xdg, *home, *expected;
    } cases[] = {
        {"/c", "/x", "/h", "/c"},
        {"", "/x", "/h", NULL},
        {NULL, "/x", "/h", "/x/clmodp"},
        {NULL, "relative", "/h", "/h/.cache/clmodp"},
        {NULL, NULL, "/h", "/h/.cache/clmodp"},
        {NULL, NULL, NULL, NULL},
        {NULL, NULL, "relative", NULL},
        {NULL, "", "", NULL},
        {"relative", "/x", "/h", "relative"},
    };
    static const char *const names[] = {"CLMODP_CACHE_DIR", "XDG_CACHE_HOME", "HOME"};
    char *kept[3];

    (void)state;
    for (size_t j = 0; j < 3; j++)
        kept[j] = getenv(names[j]) != NULL ? strdup(getenv(names[j])) : NULL;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const values[] = {cases[i].variable, cases[i].xdg, cases[i].home};
        char *found = NULL;

        for (size_t j = 0; j < 3; j++)
            assert_int_equal(values[j] != NULL ? setenv(names[j], values[j], 1)
                                               : unsetenv(names[j]), 0);
        assert_int_equal(clm_cache_directory(NULL, &found, NULL), CLMODP_OK);
        if (cases[i].expected == NULL)
            assert_null(found);
        else
            assert_string_equal(found, cases[i].expected);
        free(found);
        assert_int_equal(clm_cache_directory(NULL, &found, ""), CLMODP_OK);
        assert_null(found);
        assert_int_equal(clm_cache_directory(NULL, &found, "/own"), CLMODP_OK);
        assert_string_equal(found, "/own");
        free(found);
    }
    for (size_t j = 0; j < 3; j++) {
        if (kept[j] != NULL)
            (void)setenv(names[j], kept[j], 1);
        else
            (void)unsetenv(names[j]);
        free(kept[j]);
    }
}

static void keys_tell_sequences_apart(void **state)
{
    clm_cache_key a, b, c;

    (void)state;
    assert_true(clm_cache_key_make(&a, (const char *const[]){"ab", "c"}, 2));
    assert_true(clm_cache_key_make(&b, (const char *const[]){"a", "bc"}, 2));
    assert_true(clm_cache_key_make(&c, (const char *const[]){"ab", "c"}, 2));
    assert_int_equal(a.size, b.size);
    assert_memory_not_equal(a.text, b.text, a.size);
    assert_int_equal(a.size, c.size);
    assert_memory_equal(a.text, c.text, a.size);
    clm_cache_key_destroy(&a);
    clm_cache_key_destroy(&b);
    clm_cache_key_destroy(&c);
    clm_cache_key_destroy(&c);
}

static void payloads_of_any_size_come_back(void **state)
{
    const size_t sizes[] = {0, 1, 47, 48, 4096, 1000003};
    unsigned char *data = malloc(1000003), *found;
    clm_cache_key key;
    size_t size;

    (void)state;
    assert_non_null(data);
    for (size_t i = 0; i < 1000003; i++)
        data[i] = (unsigned char)(i * 7 + i / 251);
    assert_true(clm_cache_key_make(&key, (const char *const[]){"one key"}, 1));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_true(clm_cache_write(cache.path, &key, data, sizes[i]));
        found = clm_cache_read(cache.path, &key, &size);
        assert_non_null(found);
        assert_int_equal(size, sizes[i]);
        assert_memory_equal(found, data, size);
        free(found);
    }
    assert_null(clm_cache_read(NULL, &key, &size));
    assert_null(clm_cache_read("", &key, &size));
    clm_cache_key_destroy(&key);
    free(data);
}

static void facts_hold_for_unchanged_kernels(void **state)
{
    static const char *const names[] = {"a.cl", "b.cl"};
    static const clm_kernel_files files = {names, 2}, first = {names, 1};
    clmodp_context *ctx, *uncached;

    (void)state;
    for (size_t i = 0; i < files.count; i++)
        scratch_put(&sources, names[i], kernel_text);
    ctx = context_open_in(sources.path, cache.path);
    assert_false(clm_property_load(ctx, "it works", &files));
    clm_property_store(ctx, "it works", &files);
    assert_true(clm_property_load(ctx, "it works", &files));
    assert_false(clm_property_load(ctx, "it rains", &files));

    ctx->tuning.group++;
    assert_false(clm_property_load(ctx, "it works", &files));
    ctx->tuning.group--;
    clm_property_store(ctx, "it works", &first);
    scratch_put(&sources, names[1], "/* changed */\n");
    assert_true(clm_property_load(ctx, "it works", &files)); /* files are read once */
    clm_source_files_destroy(&ctx->kept->sources);
    assert_false(clm_property_load(ctx, "it works", &files));
    assert_true(clm_property_load(ctx, "it works", &first));
    scratch_put(&sources, names[1], kernel_text);
    clm_source_files_destroy(&ctx->kept->sources);
    assert_true(clm_property_load(ctx, "it works", &files));
    assert_int_equal(chmod(cache.path, 0702), 0);
    assert_false(clm_property_load(ctx, "it works", &files));
    clmodp_context_destroy(ctx);

    uncached = context_open_in(sources.path, "");
    clm_property_store(uncached, "it works", &files);
    assert_false(clm_property_load(uncached, "it works", &files));
    clmodp_context_destroy(uncached);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

TESTS(
    CASE(the_environment_chooses_the_directory),
    CASE(keys_tell_sequences_apart),
    CASE(payloads_of_any_size_come_back),
    CASE(facts_hold_for_unchanged_kernels));
