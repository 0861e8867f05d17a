/* Tests residues of long integers against GMP, at all levels of vector instructions of this
 * machine, and the choice of the level. */
#include "arith/limbs.h"

#include <stdlib.h>

#include <gmp.h>

#include "arith/prime.h"
#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

enum { MOST_LANES = 16, MOST_LIMBS = 20, MOST_DIGITS = 64 };

static const uint32_t primes[] = {2147483647, 3, 65537, 1717986917, 2147483629, 7, 1073741827};
#define PRIMES (sizeof primes / sizeof *primes)

/* In: plain, montgomery  powers for residues in both forms */
static void check_number(const clm_limb_functions *limbs, const uint32_t *plain,
                         const uint32_t *montgomery, mpz_t number, const fp_field *fields)
{
    uint32_t of_plain[2 * MOST_LANES], residues[2 * MOST_LANES];
    uint64_t words[MOST_LIMBS] = {0};
    const size_t count = mpz_size(number);
    const clm_limb_integer integers[] = {{words, count, false}, {words, count, true}};

    for (size_t k = 0; k < count; k++)
        words[k] = mpz_getlimbn(number, (mp_size_t)k);
    limbs->reduce(residues, integers, 2, montgomery, fields);
    limbs->reduce(of_plain, integers, 2, plain, fields);
    for (size_t k = 0; k < limbs->lanes; k++) {
        const uint32_t residue = (uint32_t)mpz_fdiv_ui(number, fields[k].p);

        assert_int_equal(fp_from(residues[k], fields[k]), residue);
        assert_int_equal(of_plain[k], residue);
        assert_int_equal(fp_from(residues[limbs->lanes + k], fields[k]),
                         residue > 0 ? fields[k].p - residue : 0);
    }
}

static void check_level(clm_vector_level level)
{
    const clm_limb_functions *limbs = clm_limbs(level);
    const size_t digits = clm_limb_digits(MOST_LIMBS);
    uint32_t plain[MOST_DIGITS * MOST_LANES], montgomery[MOST_DIGITS * MOST_LANES];
    fp_field fields[MOST_LANES];
    clm_random random = {level};
    mpz_t number;

    assert_uint_in_range(limbs->lanes, 2, MOST_LANES);
    assert_uint_in_range(digits, 1, MOST_DIGITS);
    mpz_init(number);
    for (size_t i = 0; i < random_cases(400); i++) {
        const size_t bits = clm_random_below(&random, 64 * MOST_LIMBS + 1);

        for (size_t k = 0; k < limbs->lanes; k++)
            fields[k] = clm_field(primes[(i + k) % PRIMES]);
        limbs->powers(plain, digits, fields, false);
        limbs->powers(montgomery, digits, fields, true);
        mpz_set_ui(number, 0);
        check_number(limbs, plain, montgomery, number, fields);
        mpz_setbit(number, bits); /* a power of 2, and all bits set */
        if (bits < 64 * MOST_LIMBS)
            check_number(limbs, plain, montgomery, number, fields);
        mpz_sub_ui(number, number, 1);
        check_number(limbs, plain, montgomery, number, fields);
        for (size_t k = 0; k < bits; k++)
            if (clm_random_below(&random, 2) == 0)
                mpz_clrbit(number, k);
        check_number(limbs, plain, montgomery, number, fields);
    }
    mpz_clear(number);
}

static void reduces_at_all_levels(void **state)
{
    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++)
        if (clm_vector_level_available(level))
            check_level(level);
}

static void chooses_the_best_level(void **state)
{
    const clm_vector_level best = clm_vector_level_best();

    (void)state;
    assert_true(clm_vector_level_available(CLM_VECTORS_BASELINE));
    assert_true(clm_vector_level_available(best));
    for (clm_vector_level level = best + 1; level < CLM_VECTOR_LEVELS; level++)
        assert_false(clm_vector_level_available(level));
}

TESTS(cmocka_unit_test(reduces_at_all_levels), cmocka_unit_test(chooses_the_best_level));
