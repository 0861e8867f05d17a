/* Tests of numbers, words and integers as bytes, and of reading truncated or too large input. */
#include "support/assertions.h"

#include <string.h>

#include "distributed/bytes.h"

static void numbers_have_their_lowest_byte_first(void **state)
{
    static const unsigned char expected[] = {0x34, 0x12, 0xff, 8, 7, 6, 5, 4, 3, 2, 1};
    unsigned char bytes[sizeof expected];
    clm_writer w = {.out = bytes}, counted = {0};

    (void)state;
    clm_write_number(&w, 0x1234, 2);
    clm_write_number(&w, 0xff, 1);
    clm_write_number(&w, UINT64_C(0x0102030405060708), 8);
    assert_int_equal(w.size, sizeof expected);
    assert_memory_equal(bytes, expected, sizeof expected);
    clm_write_number(&counted, 0, 8);
    clm_write_bytes(&counted, "abc", 3);
    clm_write_words(&counted, bytes, 2, 4);
    assert_int_equal(counted.size, 19);
}

static void words_are_numbers(void **state)
{
    static const uint32_t words[] = {1, 0x01020304, UINT32_MAX};
    static const uint64_t longer[] = {1, UINT64_C(0x0102030405060708)};
    unsigned char bytes[sizeof words + sizeof longer], expected[sizeof bytes];
    clm_writer w = {.out = bytes}, e = {.out = expected};
    uint32_t back[3];
    uint64_t longer_back[2];
    clm_reader r = {.in = bytes, .left = sizeof bytes};

    (void)state;
    clm_write_words(&w, words, 3, sizeof *words);
    clm_write_words(&w, longer, 2, sizeof *longer);
    for (size_t k = 0; k < 3; k++)
        clm_write_number(&e, words[k], sizeof *words);
    for (size_t k = 0; k < 2; k++)
        clm_write_number(&e, longer[k], sizeof *longer);
    assert_memory_equal(bytes, expected, sizeof bytes);
    clm_read_words(&r, back, 3, sizeof *back);
    clm_read_words(&r, longer_back, 2, sizeof *longer_back);
    assert_false(r.failed);
    assert_int_equal(r.left, 0);
    assert_memory_equal(back, words, sizeof words);
    assert_memory_equal(longer_back, longer, sizeof longer);
    clm_read_words(&r, back, SIZE_MAX / 4, 4);
    assert_true(r.failed);
}

static void integers_come_back(void **state)
{
    static const char *const texts[] = {"0", "1", "-1", "255", "-256", "18446744073709551616",
                                        "-340282366920938463463374607431768211455"};
    unsigned char bytes[64];
    mpz_t c, back;

    (void)state;
    mpz_inits(c, back, NULL);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        clm_writer w = {.out = bytes};
        clm_reader r = {.in = bytes};

        assert_int_equal(mpz_set_str(c, texts[k], 10), 0);
        clm_write_integer(&w, c);
        r.left = w.size;
        clm_read_integer(&r, back);
        assert_int_equal(mpz_cmp(c, back), 0);
        assert_true(!r.failed && r.left == 0);
        for (size_t size = 0; size < w.size; size++) {
            r = (clm_reader){.in = bytes, .left = size};
            clm_read_integer(&r, back);
            assert_true(r.failed);
        }
    }
    mpz_clears(c, back, NULL);
}

/* After a failure all values read are 0, and reading stops. */
static void missing_bytes_fail(void **state)
{
    static const unsigned char bytes[] = {5, 0, 1};
    clm_reader r = {.in = bytes, .left = sizeof bytes};

    (void)state;
    assert_int_equal(clm_read_number(&r, 2, 5), 5);
    assert_null(clm_read_bytes(&r, 2));
    assert_true(r.failed);
    assert_int_equal(clm_read_number(&r, 1, 255), 0);
    assert_int_equal(r.left, 1);
    r = (clm_reader){.in = bytes, .left = sizeof bytes};
    assert_int_equal(clm_read_number(&r, 2, 4), 0);
    assert_true(r.failed);
}

TESTS(
    cmocka_unit_test(numbers_have_their_lowest_byte_first),
    cmocka_unit_test(words_are_numbers),
    cmocka_unit_test(integers_come_back),
    cmocka_unit_test(missing_bytes_fail));
