/* Tests of the elimination of a variable against FLINT, on random polynomials in two to six
 * variables with every degeneracy, also modulo numbers. The setup `long` compares more than 10^5
 * results. */
#include <inttypes.h>
#include <stdbool.h>

#include <clmodp/elimination.h>

#include "opencl/context.h"
#include "peers/peers.h"
#include "polynomials/mpoly.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/skip.h"
#include "support/small.h"

enum { MOST = 6, MOST_TERMS = 5 };

static const char *const names[MOST] = {"a", "b", "c", "d", "e", "f"};

/* Polynomials of a problem: exponents of variable i are shift + step * e_i + skew * e_(i+1), for
 * e <= degree with equal w . e. */
typedef struct family {
    size_t variables, y;
    size_t degree[MOST], step[MOST], shift[MOST], skew[MOST];
    int w[MOST];
    bool long_coefficients;
} family;

typedef struct comparison {
    clmodp_context *context;
    clm_random random;
    family of;
    clmodp_mpoly *f, *g;
    uint64_t seed;
    size_t compared, refused;
} comparison;

static size_t below(comparison *c, size_t bound)
{
    return (size_t)clm_random_below(&c->random, bound);
}

/* Chooses a family; a third of them are homogeneous in weights that may be negative. */
static family random_family(comparison *c)
{
    family of = {.variables = 2 + below(c, MOST - 1), .long_coefficients = below(c, 8) == 0};
    const size_t most = of.variables <= 3 ? 3 : of.variables == 4 ? 2 : 1;
    const bool weighted = below(c, 3) == 0, gaps = below(c, 3) == 0, skew = below(c, 3) == 0;

    of.y = below(c, of.variables);
    for (size_t i = 0; i < of.variables; i++) {
        of.degree[i] = i == of.y ? below(c, most + 2) : below(c, most + 1);
        of.step[i] = gaps && below(c, 2) == 0 ? 1 + below(c, i == of.y ? 2 : 40) : 1;
        of.shift[i] = gaps && i != of.y && below(c, 3) == 0 ? below(c, 40) : 0;
        of.skew[i] = skew ? below(c, 3) : 0;
        of.w[i] = weighted ? (int)below(c, 7) - 3 : 0;
    }
    if (gaps && below(c, 4) == 0 && of.y > 0) { /* exponents near 2^31 */
        of.step[0] = ((size_t)1 << 31) / (1 + below(c, 12)) - below(c, 3);
        of.degree[0] = 1;
    }
    return of;
}

static void random_coefficient(mpz_t out, comparison *c)
{
    mpz_set_si(out, (long)below(c, 19) - 9);
    if (c->of.long_coefficients)
        random_integer(out, &c->random, 200);
    else if (below(c, 3) == 0)
        mpz_mul_ui(out, out, 30); /* 0 modulo 2, 3 and 5 */
}

/* Returns a random polynomial of the family; 0, a constant or free of y now and then. */
static clmodp_mpoly *random_mpoly(comparison *c)
{
    const family *of = &c->of;
    clmodp_mpoly *f = mpoly_new(of->variables);
    size_t e[MOST_TERMS * MOST], count = 0;
    const size_t terms = below(c, 20) == 0 ? 0 : 1 + below(c, MOST_TERMS);
    const size_t absent = below(c, 3) == 0 ? below(c, of->variables) : MOST;
    mpz_t value[MOST_TERMS];
    long weight = 0;

    for (size_t k = 0; k < MOST_TERMS; k++)
        mpz_init(value[k]);
    for (size_t k = 0; k < 100 && count < terms; k++) {
        size_t *const exponents = &e[count * of->variables], u[MOST];
        long sum = 0;

        for (size_t i = 0; i < of->variables; i++) {
            u[i] = i == absent ? 0 : below(c, of->degree[i] + 1);
            sum += of->w[i] * (long)u[i];
        }
        for (size_t i = 0; i < of->variables; i++)
            exponents[i] = of->shift[i] + of->step[i] * u[i] +
                           of->skew[i] * u[(i + 1) % of->variables];
        if (count == 0)
            weight = sum;
        if (sum == weight)
            random_coefficient(value[count++], c);
    }
    if (clmodp_mpoly_set_terms(f, value[0], e, count) != CLMODP_OK) /* an exponent of 2^31 */
        assert_int_equal(clmodp_mpoly_set_terms(f, value[0], e, 0), CLMODP_OK);
    for (size_t k = 0; k < MOST_TERMS; k++)
        mpz_clear(value[k]);
    return f;
}

static void multiply(clmodp_mpoly *f, const clmodp_mpoly *factor)
{
    const clmodp_status st = clmodp_mpoly_mul(f, f, factor);

    assert_true(st == CLMODP_OK || st == CLMODP_LIMIT); /* unchanged then */
}

/* Sets f and g; they may be equal, or have a common factor or contents. */
static void choose_pair(comparison *c)
{
    clmodp_mpoly *factor;
    size_t kind;

    c->seed = c->random.state;
    c->of = random_family(c);
    c->f = random_mpoly(c);
    c->g = random_mpoly(c);
    factor = random_mpoly(c);
    kind = below(c, 12);
    if (kind == 0)
        assert_int_equal(clmodp_mpoly_set(c->g, c->f), CLMODP_OK);
    if (kind == 1)
        assert_int_equal(clmodp_mpoly_add(c->g, c->f, factor), CLMODP_OK);
    if (kind == 2 || kind == 3)
        multiply(c->f, factor);
    if (kind == 3)
        multiply(c->g, factor);
    clmodp_mpoly_destroy(factor);
}

static void reduce(clmodp_mpoly *f, uint64_t modulus)
{
    for (size_t k = 0; k < f->length && modulus > 0; k++)
        mpz_fdiv_r_ui(clm_mpoly_coefficient(f, k), clm_mpoly_coefficient(f, k), modulus);
    clm_mpoly_combine(f);
}

/* Computes a resultant, or a discriminant if g is NULL, by the cheaper way. By minors and by
 * engines the result is the same, unless it is too large. */
static clmodp_status eliminate(const comparison *c, clmodp_mpoly *r, const clmodp_mpoly *f,
                               const clmodp_mpoly *g, uint64_t modulus)
{
    const clmodp_resultant_options options = {.size = sizeof options, .max_result = 1 << 17};
    clm_overrides *const overrides = &c->context->overrides;
    clmodp_mpoly *other = mpoly_new(c->of.variables);
    clmodp_status st[3];

    for (int way = 0; way < 3; way++) {
        clmodp_mpoly *const out = way < 2 ? other : r;

        overrides->always_minors = way == 0;
        overrides->never_minors = way == 1;
        st[way] = g != NULL ? clmodp_mpoly_resultant(c->context, out, NULL, f, g, c->of.y,
                                                     modulus, &options)
                            : clmodp_mpoly_discriminant(c->context, out, NULL, f, c->of.y,
                                                        modulus, &options);
        if (way == 0)
            clmodp_mpoly_swap(r, other);
        if (st[way] == CLMODP_OK && way > 0 && st[way - 1] == CLMODP_OK &&
            !clmodp_mpoly_equal(r, other))
            fail_msg("random state %" PRIu64 ", modulo %" PRIu64 ": ways disagree", c->seed,
                     modulus);
    }
    clmodp_mpoly_destroy(other);
    return st[2];
}

/* Compares a resultant, or the discriminant of f if g is NULL. Returns false if it is refused. */
static bool compare(comparison *c, const clmodp_mpoly *f, const clmodp_mpoly *g, uint64_t modulus)
{
    const size_t y = c->of.y;
    clmodp_mpoly *r = mpoly_new(c->of.variables), *expected = mpoly_new(c->of.variables);
    const bool zero = f->length == 0 || (g != NULL && g->length == 0);
    const clmodp_status st = eliminate(c, r, f, g, modulus);
    const bool small = st == CLMODP_OK && r->length < 300; /* FLINT takes minutes for others */
    const bool fits = small && (zero || flint_eliminate(expected, f, g, y));

    if (fits && st == CLMODP_OK) {
        reduce(expected, modulus);
        if (!clmodp_mpoly_equal(r, expected)) {
            char *text[4] = {NULL};

            for (size_t k = 0; k < 4; k++)
                if (k != 1 || g != NULL)
                    (void)!clmodp_mpoly_to_text(
                        &text[k], (const clmodp_mpoly *[]){f, g, r, expected}[k], names, NULL);
            fail_msg("random state %" PRIu64 ", modulo %" PRIu64 ", eliminating %s from %s, %s: "
                     "%s, expected %s", c->seed, modulus, names[y], text[0], text[1], text[2],
                     text[3]);
        }
        c->compared++;
    } else if (st == CLMODP_LIMIT || st == CLMODP_DEVICE_MEMORY ||
               (st == CLMODP_OK && !small)) { /* too large */
        c->refused++;
    } else if (modulus == 0 || st != CLMODP_OK) { /* large terms may vanish modulo a number */
        fail_msg("random state %" PRIu64 ": status %d, %s", c->seed, (int)st,
                 clmodp_context_message(c->context));
    }
    DESTROY(expected, r);
    return small;
}

/* Resultants, both ways round, and discriminants. */
static void agrees_with_flint(void **state)
{
    static const uint64_t moduli[] = {2, 3, 4, 5, 6, 1000003, ((uint64_t)1 << 61) - 1, UINT64_MAX};
    comparison c = {.context = *state, .random = {17}};
    const size_t count = long_tests() ? 40000 : random_cases(1000);

    SKIP_UNLESS(peers_have_flint(), PEERS_MISSING);
    for (size_t k = 0; k < count; k++) {
        const uint64_t modulus = moduli[k % (sizeof moduli / sizeof *moduli)];

        choose_pair(&c);
        if (compare(&c, c.f, c.g, 0)) {
            (void)compare(&c, c.g, c.f, modulus);
            if (clmodp_mpoly_degree(c.f, c.of.y) > 0)
                (void)compare(&c, c.f, NULL, k % 2 == 0 ? 0 : modulus);
        }
        DESTROY(c.g, c.f);
    }
    print_message("# %zu compared, 0 wrong, %zu refused\n", c.compared, c.refused);
    assert_true(c.refused < c.compared / 20);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(agrees_with_flint));
