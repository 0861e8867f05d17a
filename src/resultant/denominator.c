/* Denominators of results for polynomials with rational coefficients. */
#include <clmodp/resultant.h>

#include "core/size.h"
#include "resultant/task.h"

#define MOST_BYTES ((uint64_t)1 << 33) /* half of the size at which GMP aborts */

/* A denominator of f or g, and its power in the denominator of the result. */
typedef struct clm_scale {
    mpz_srcptr base;
    size_t power;
} clm_scale;

/* Returns an upper bound on the bits of the power. */
static size_t power_bits(const clm_scale *s)
{
    return mpz_cmp_ui(s->base, 1) == 0 ? 0 : clm_size_times(mpz_sizeinbase(s->base, 2), s->power);
}

static clmodp_status power_modulo(mpz_t d, const clm_scale s[2], uint64_t n)
{
    mpz_t modulus, product, power;

    if (mpz_gcd_ui(NULL, s[0].base, n) != 1 || mpz_gcd_ui(NULL, s[1].base, n) != 1)
        return CLMODP_DOMAIN;
    mpz_init_set_ui(modulus, n);
    mpz_init(product);
    mpz_init(power);
    mpz_powm_ui(product, s[0].base, s[0].power, modulus);
    mpz_powm_ui(power, s[1].base, s[1].power, modulus);
    mpz_mul(product, product, power);
    mpz_mod(d, product, modulus);
    mpz_clears(power, product, modulus, NULL);
    return CLMODP_OK;
}

static clmodp_status power_over_z(mpz_t d, const clm_scale s[2], uint64_t max_result)
{
    const uint64_t asked = max_result != 0 ? max_result : CLMODP_DEFAULT_MAX_RESULT;
    const uint64_t most = asked < MOST_BYTES ? asked : MOST_BYTES;
    mpz_t product, power;
    size_t bits;

    if (!clm_size_add(&bits, power_bits(&s[0]), power_bits(&s[1])) || bits > 8 * most)
        return CLMODP_LIMIT;
    mpz_init(product);
    mpz_init(power);
    mpz_pow_ui(product, s[0].base, s[0].power);
    mpz_pow_ui(power, s[1].base, s[1].power);
    mpz_mul(d, product, power);
    mpz_clears(power, product, NULL);
    return CLMODP_OK;
}

/* Sets the powers to the result's degrees in the coefficients of f and of g. */
static void count_rows(clm_scale s[2], const clmodp_problem *problem)
{
    const long p = clmodp_zxy_degree_y(problem->f);
    const long q = problem->operation == CLMODP_OPERATION_DISCRIMINANT ? 2 * p - 2
                   : problem->operation == CLMODP_OPERATION_DETERMINANT
                       ? (long)problem->k
                       : clmodp_zxy_degree_y(problem->g);
    const long k = problem->operation == CLMODP_OPERATION_SUBRESULTANT ? (long)problem->k : 0;

    if (p < 0 || q < 0)
        return;
    s[0].power = (size_t)(q - k);
    s[1].power = (size_t)(p - k);
}

clmodp_status clmodp_problem_denominator(mpz_t d, const clmodp_problem *problem, const mpz_t a,
                                         const mpz_t b, uint64_t max_result)
{
    clmodp_status st = CLMODP_OK;
    clm_scale s[2] = {{.base = a}, {.base = b}};
    clmodp_problem known;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    TRY(clm_problem_read(NULL, &known, problem));
    TRY(clm_problem_check(NULL, &known));
    if (known.operation == CLMODP_OPERATION_SUBRESULTANTS)
        FAIL(NULL, CLMODP_UNSUPPORTED, "each subresultant has its own denominator");
    if (!clm_problem_has_g(&known))
        s[1].base = one;
    REQUIRE(NULL, mpz_sgn(s[0].base) > 0 && mpz_sgn(s[1].base) > 0);
    count_rows(s, &known);
    TRY(known.modulus != 0 ? power_modulo(d, s, known.modulus) : power_over_z(d, s, max_result));
done:
    mpz_clear(one);
    return st;
}
