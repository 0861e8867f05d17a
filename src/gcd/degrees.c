/* Degrees of gcds on lines. */
#include "gcd/degrees.h"

#include <stdbool.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "gcd/monomials.h"
#include "polynomials/residues.h"

/* The prime, and points that are tried. */
#define PRIME UINT32_C(2147483647)
enum { MOST_TRIES = 4 };

/* Highest degree of a dense polynomial in one variable. */
#define MOST_DEGREE ((size_t)1 << 26)

/* Values of terms at a point, and polynomials on the lines through it. */
typedef struct lines {
    fp_field field;
    clm_modulus modulus;
    clm_monomials point, inverse; /* of the coordinates */
    const clmodp_mpoly *part[2];
    uint32_t *values[2];
    uint32_t *words[3];
    const clm_poller *watch;
} lines;

/* Sets the values of terms at a random point. */
static clmodp_status choose_point(clm_error *error, lines *at, const size_t *most,
                                  clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t shift = clm_modulus_power(2, 64, &at->modulus);
    uint32_t point[CLMODP_MOST_VARIABLES], inverse[CLMODP_MOST_VARIABLES];

    for (size_t i = 0; i < at->part[0]->variables; i++) {
        point[i] = 1 + (uint32_t)clm_random_below(random, PRIME - 1);
        inverse[i] = clm_modulus_inverse(point[i], &at->modulus);
    }
    clm_monomials_clear(&at->point);
    clm_monomials_clear(&at->inverse);
    TRY(clm_monomials_create(error, &at->point, point, most, at->part[0]->variables, at->field));
    TRY(clm_monomials_create(error, &at->inverse, inverse, most, at->part[0]->variables,
                             at->field));
    for (int n = 0; n < 2; n++)
        for (size_t k = 0; k < at->part[n]->length; k++) {
            TRY(clm_poller_check(at->watch));
            if (k + CLM_GCD_AHEAD < at->part[n]->length)
                __builtin_prefetch(
                    mpz_limbs_read(clm_mpoly_coefficient(at->part[n], k + CLM_GCD_AHEAD)));
            at->values[n][k] = fp_mul(
                clm_residue_of(clm_mpoly_coefficient(at->part[n], k), shift, &at->modulus),
                clm_monomials_value(&at->point, clm_mpoly_exponents(at->part[n], k)), at->field);
        }
done:
    return st;
}

/* Sets words[n] to part[n] on the line in the direction of a variable. Returns whether it has the
 * degree. */
static bool restrict_to_line(const lines *at, int n, size_t variable, size_t degree)
{
    uint32_t *to = at->words[n];

    memset(to, 0, (degree + 1) * sizeof *to);
    for (size_t k = 0; k < at->part[n]->length; k++) {
        const uint32_t e = clm_mpoly_exponents(at->part[n], k)[variable];
        const uint32_t word = fp_mul(at->values[n][k],
                                     clm_monomials_power(&at->inverse, variable, e), at->field);

        to[e] = fp_add(to[e], word, at->field);
    }
    return to[degree] != 0;
}

/* Lowers `bound` to the degree of the gcd on a line. *whole: false if leading coefficients
 * vanish. */
static clmodp_status bound_degree(clm_error *error, size_t *bound, bool *whole, const lines *at,
                                  size_t variable)
{
    clmodp_status st = CLMODP_OK;
    clm_host_result gcd = {.c = at->words[2]};
    clm_host_poly line[2];

    *whole = false;
    for (int n = 0; n < 2; n++) {
        const size_t degree = (size_t)clmodp_mpoly_degree(at->part[n], variable);

        TRY(clm_poller_check(at->watch));
        *whole = restrict_to_line(at, n, variable, degree) || *whole;
        line[n] = (clm_host_poly){at->words[n], clm_host_count(at->words[n], degree + 1)};
    }
    if (!*whole)
        return CLMODP_OK;
    TRY(clm_host_gcd(error, &gcd, NULL, line[0], line[1], &at->modulus, 1, at->watch));
    *bound = clm_size_min(*bound, gcd.count - 1);
done:
    return st;
}

clmodp_status clm_gcd_bound_degrees(clm_error *error, size_t *bounds, const clmodp_mpoly *f,
                                    const clmodp_mpoly *g, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    lines at = {.field = clm_field(PRIME), .modulus = clm_modulus_of(PRIME), .part = {f, g},
                .watch = watch};
    clm_random random = {f->length};
    size_t longest = 0, occurring = 0, most[CLMODP_MOST_VARIABLES];
    bool known[CLMODP_MOST_VARIABLES];

    for (size_t i = 0; i < f->variables; i++) {
        const long a = clmodp_mpoly_degree(f, i), b = clmodp_mpoly_degree(g, i);

        TRY(clm_poller_check(watch));
        bounds[i] = (size_t)(a < b ? a : b);
        most[i] = (size_t)(a < b ? b : a);
        known[i] = bounds[i] == 0;
        occurring += most[i] > 0;
        if (bounds[i] > 0)
            longest = clm_size_max(longest, most[i]);
        if (longest > MOST_DEGREE)
            FAIL(error, CLMODP_LIMIT, "a greatest common divisor of polynomials of degree %zu, "
                 "more than 2^26", longest);
    }
    if (occurring < 2)
        return CLMODP_OK; /* a search begins with this bound */
    for (int k = 0; k < 3; k++)
        NEW(error, at.words[k], longest + 1);
    for (int n = 0; n < 2; n++)
        NEW(error, at.values[n], at.part[n]->length);
    for (int tries = 0; tries < MOST_TRIES && memchr(known, false, f->variables) != NULL;
         tries++) {
        TRY(choose_point(error, &at, most, &random));
        for (size_t i = 0; i < f->variables; i++)
            if (!known[i])
                TRY(bound_degree(error, &bounds[i], &known[i], &at, i));
    }
done:
    for (int k = 0; k < 3; k++)
        free(at.words[k]);
    for (int n = 0; n < 2; n++)
        free(at.values[n]);
    clm_monomials_clear(&at.point);
    clm_monomials_clear(&at.inverse);
    return st;
}
