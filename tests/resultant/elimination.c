/* Tests of the elimination of a variable from polynomials in several variables: closed forms, laws
 * of resultants, and the slow reference at random values of all but one remaining variable. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/elimination.h>

#include "core/random.h"
#include "opencl/context.h"
#include "polynomials/mpoly.h"
#include "ref/sylvester.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

static const char *const names[] = {"a", "b", "c", "d", "e", "y"};

/* Reads a polynomial in a, ..., e, y. */
static clmodp_mpoly *parse(const char *text)
{
    return mpoly_parse(text, names, 6);
}

static clmodp_mpoly *product(const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_mpoly *h = mpoly_new(f->variables);

    assert_int_equal(clmodp_mpoly_mul(h, f, g), CLMODP_OK);
    return h;
}

static clmodp_mpoly *resultant(clmodp_context *context, const clmodp_mpoly *f,
                               const clmodp_mpoly *g, size_t variable)
{
    clmodp_mpoly *r = mpoly_new(f->variables);

    if (clmodp_mpoly_resultant(context, r, NULL, f, g, variable, 0, NULL) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    return r;
}

static void assert_same(const clmodp_mpoly *f, const clmodp_mpoly *g, const char *what)
{
    char *text[2] = {NULL, NULL};

    if (clmodp_mpoly_equal(f, g))
        return;
    assert_int_equal(clmodp_mpoly_to_text(&text[0], f, names, NULL), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_to_text(&text[1], g, names, NULL), CLMODP_OK);
    fail_msg("%s: %s, expected %s", what, text[0], text[1]);
}

/* ---- closed forms ---- */

static const struct {
    const char *f, *g; /* g NULL: the discriminant */
    const char *r;
} known[] = {
    {"a*y^2 + b*y + c", NULL, "b^2 - 4*a*c"},
    {"a*y^3 + b*y^2 + c*y + d", NULL,
     "b^2*c^2 - 4*a*c^3 - 4*b^3*d - 27*a^2*d^2 + 18*a*b*c*d"},
    {"y^3 + c*y + d", NULL, "-4*c^3 - 27*d^2"},
    {"a*y + b", NULL, "1"},
    {"(y - a)*(y - b)*(y - c)", NULL, "(a - b)^2*(a - c)^2*(b - c)^2"},
    {"a*y^4 + b*y^2", NULL, "0"},
    {"d*(a*y^2 + b*y + c)", NULL, "d^2*(b^2 - 4*a*c)"},
    {"a^100000*y^2 + b^300000", NULL, "-4*a^100000*b^300000"},
    {"y - a", "y - b", "a - b"},
    {"(y - a)*(y - b)", "(y - c)*(y - d)", "(a - c)*(a - d)*(b - c)*(b - d)"},
    {"a*y + b", "c*y + d", "a*d - b*c"},
    {"a*b*y - 1", "y^2 - a - b", "1 - a^3*b^2 - a^2*b^3"},
    {"c*y^2 + a*y + b^3 + 2", "y - e", "c*e^2 + a*e + b^3 + 2"},
    {"a + b", "y^3 + c", "(a + b)^3"},
    {"a^100000*y^2 + y + 1", "a + 1", "(a + 1)^2"},
    {"a + 3", "y^2 + a^1000*y", "(a + 3)^2"},
    {"y^2 + c*y", "a - b", "(a - b)^2"},
    {"a", "b", "1"},
    {"0", "a*y + b", "0"},
    {"a*y + b", "0", "0"},
    {"0", "0", "0"},
    {"a*y + b", "(a*y + b)*(c*y^2 + d)", "0"},
    {"y*a + y", "y*b", "0"},
    {"y^2 + a^2 + b^2 + c^2 - 1", "y - 2", "a^2 + b^2 + c^2 + 3"},
    {"a*(y^2 + b)", "b^2*(y - c)", "a*b^4*(c^2 + b)"},
    {"y + a^1000000*b", "y - c^2000000", "-c^2000000 - a^1000000*b"},
    {"(a - b)*y + 1", "y", "-1"},
    {"(a - b)*y + 1", "y^2 + c", "1 + c*(a - b)^2"},
};

static void closed_forms(void **state)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        clmodp_mpoly *f = parse(known[k].f), *g = known[k].g != NULL ? parse(known[k].g) : NULL;
        clmodp_mpoly *expected = parse(known[k].r), *r = mpoly_new(6);
        const clmodp_status st =
            g != NULL ? clmodp_mpoly_resultant(*state, r, NULL, f, g, 5, 0, NULL)
                      : clmodp_mpoly_discriminant(*state, r, NULL, f, 5, 0, NULL);

        if (st != CLMODP_OK)
            fail_msg("%s: %s", known[k].f, clmodp_context_message(*state));
        assert_same(r, expected, known[k].f);
        DESTROY(r, expected, g, f);
    }
}

static void first_subresultants(void **state)
{
    static const char *const cases[][3] = {
        {"y^2 + a*y + b", "y^2 + c*y + d", "(c - a)*y + d - b"},
        {"a*y^2 + b*y + c", "d*y + e", "d*y + e"},
        {"y^3 - a", "y^3 - b", "0"},
        {"a*b*(y^2 - c)", "d*(y^2 + y)", "a*b*d*(y + c)"},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_mpoly *f = parse(cases[k][0]), *g = parse(cases[k][1]);
        clmodp_mpoly *expected = parse(cases[k][2]), *s = mpoly_new(6);

        assert_int_equal(clmodp_mpoly_subresultant(*state, s, NULL, NULL, 1, f, g, 5, 0, NULL),
                         CLMODP_OK);
        assert_same(s, expected, cases[k][0]);
        DESTROY(s, expected, g, f);
    }
}

/* A homogeneous problem needs fewer variables than it has: of the generic quartic's five
 * coefficients only three are packed. */
static void gradings_shrink_problems(void **state)
{
    clmodp_mpoly *f = parse("a*y^4 + b*y^3 + c*y^2 + d*y + e"), *r = mpoly_new(6);
    clmodp_resultant_report report = {.size = sizeof report};

    assert_int_equal(clmodp_mpoly_discriminant(*state, r, &report, f, 5, 0, NULL), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_terms(r), 16);
    assert_int_equal(clmodp_mpoly_total_degree(r), 6);
    assert_true(report.degree_bound < 250);
    DESTROY(r, f);
}

/* Exponents in a lattice need fewer points: a quarter for even polynomials times powers of a b y,
 * half of them for odd ones. */
static void lattices_shrink_problems(void **state)
{
    static const struct {
        const char *f, *g;
        size_t most; /* points */
    } cases[] = {
        {"(a^2 + 2*b^2 - y^2 + 3)^4 + a*b*y*(a^2 + 5) + 7", "(3*a^2 - b^2 + y^2 - 1)^3 + 4*a*b*y",
         640},
        {"(a + b + y)^7 + (a - 2*b + 3*y)^5 + a*b*y - 5*a",
         "(a - b + 2*y)^5 + (a*y + b^2)*a + 7*b", 700},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_mpoly *f = parse(cases[k].f), *g = parse(cases[k].g), *r = mpoly_new(6);
        clmodp_resultant_report report = {.size = sizeof report};

        assert_int_equal(clmodp_mpoly_resultant(*state, r, &report, f, g, 5, 0, NULL), CLMODP_OK);
        assert_true(report.points > 0 && report.points <= cases[k].most);
        DESTROY(r, g, f);
    }
}

/* Texts of packings that were changed are refused or lead to no result, but to no fault. */
static void packings_are_texts(void **state)
{
    clmodp_mpoly *f = parse("a*y^2 + b*y + c^2"), *r = mpoly_new(0);
    clmodp_zxy *packed = zxy_new();
    clmodp_zx *power = zx_new();
    clmodp_packing *packing = NULL, *again;
    char *text = NULL, message[100];

    (void)state;
    assert_int_equal(clmodp_packing_create(&packing, packed, NULL, CLMODP_OPERATION_DISCRIMINANT,
                                           0, f, NULL, 5, message, sizeof message), CLMODP_OK);
    assert_int_equal(clmodp_packing_variables(packing), 2); /* of a y^2 + b y + c^2 */
    assert_int_equal(clmodp_packing_to_text(&text, packing), CLMODP_OK);
    assert_int_equal(clmodp_zx_set_dense_si(power, (const long[]){1, 2, 3, 4, 5}, 5), CLMODP_OK);
    for (size_t k = 0; text[k] != '\0'; k++) {
        static const char others[] = "0-9 x";
        const char kept = text[k];

        for (size_t l = 0; others[l] != '\0'; l++) {
            text[k] = others[l];
            if (clmodp_packing_from_text(&again, text) == CLMODP_OK)
                (void)!clmodp_packing_unpack(r, again, (unsigned)(k % 3), (unsigned)(k % 2),
                                             power);
            clmodp_packing_destroy(again);
        }
        text[k] = '\0';
        assert_int_equal(clmodp_packing_from_text(&again, text), CLMODP_DAMAGED);
        assert_null(again);
        text[k] = kept;
    }
    assert_int_equal(clmodp_packing_unpack(r, packing, 2, 3, power), CLMODP_INVALID);
    clmodp_packing_destroy(packing);
    assert_int_equal(clmodp_packing_create(&packing, packed, packed, CLMODP_OPERATION_RESULTANT,
                                           0, f, r, 5, message, sizeof message), CLMODP_INVALID);
    assert_null(packing);
    free(text);
    DESTROY(power, packed, r, f);
}

/* A packed problem gives the result of the operands, also modulo a prime and when it is 0. */
static void packed_problems_are_solved(void **state)
{
    static const char *const pairs[][2] = {
        {"a*y + b", "b*y^2 - c"},
        {"a*y^2 + b*y", "c*y"},
        {"(a + b + c + y)^3 - a*y", "y^2 + a*b - c + 1"},
        {"a^90*y^7 + b^80*y^3 + c", "y^6 + c^70*y + a"},
    };

    for (size_t k = 0; k < 2 * sizeof pairs / sizeof *pairs; k++) {
        clmodp_mpoly *f = parse(pairs[k / 2][0]), *g = parse(pairs[k / 2][1]);
        clmodp_mpoly *r = parse("c"), *expected = parse("0");
        clmodp_zxy *packed_f = zxy_new(), *packed_g = zxy_new();
        clmodp_packing *packing;
        clmodp_problem problem;

        clmodp_problem_init(&problem);
        problem.modulus = k % 2 == 0 ? 0 : 10007;
        problem.f = packed_f;
        problem.g = packed_g;
        assert_int_equal(clmodp_packing_create(&packing, packed_f, packed_g,
                                               CLMODP_OPERATION_RESULTANT, 0, f, g, 5, NULL, 0),
                         CLMODP_OK);
        assert_int_equal(clmodp_mpoly_resultant(*state, expected, NULL, f, g, 5, problem.modulus,
                                                NULL), CLMODP_OK);
        assert_int_equal(clmodp_packing_compute(*state, r, packing, &problem, NULL), CLMODP_OK);
        assert_true(clmodp_mpoly_equal(r, expected));
        problem.operation = CLMODP_OPERATION_SUBRESULTANT;
        assert_int_equal(clmodp_packing_compute(*state, r, packing, &problem, NULL),
                         CLMODP_INVALID);
        assert_int_equal(clmodp_packing_compute(*state, NULL, packing, &problem, NULL),
                         CLMODP_INVALID);
        assert_int_equal(clmodp_packing_compute(*state, r, packing, NULL, NULL), CLMODP_INVALID);
        assert_true(clmodp_mpoly_equal(r, expected));
        clmodp_packing_destroy(packing);
        DESTROY(packed_g, packed_f, expected, r, g, f);
    }
}

static void failures_leave_results(void **state)
{
    clmodp_mpoly *f = parse("a^1000000000*b^1000000000*y + y^2 + 1"), *g = parse("a*y - b - 1");
    clmodp_mpoly *r = parse("c"), *before = parse("c"), *h = parse("y^2 + a*b");
    clmodp_mpoly *fewer = mpoly_new(5), *large = parse("3*a*y^3 - 8*a^715827894*b*y");
    clmodp_mpoly *high = parse("a*c^2147483647*y + 1"), *other = parse("a*y + c");

    assert_int_equal(clmodp_mpoly_resultant(*state, r, NULL, f, g, 5, 0, NULL), CLMODP_LIMIT);
    assert_non_null(strstr(clmodp_context_message(*state), "must be below 2^31"));
    assert_int_equal(clmodp_mpoly_discriminant(*state, r, NULL, large, 5, 0, NULL), CLMODP_LIMIT);
    assert_non_null(strstr(clmodp_context_message(*state), "reaches 2^31"));
    assert_int_equal(clmodp_mpoly_resultant(*state, r, NULL, high, other, 5, 0, NULL),
                     CLMODP_LIMIT);
    assert_non_null(strstr(clmodp_context_message(*state), "in variable 2, counted from 0,"));
    DESTROY(other, high, large);
    assert_int_equal(clmodp_mpoly_resultant(*state, r, NULL, f, g, 6, 0, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_resultant(*state, r, NULL, f, fewer, 5, 0, NULL),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_resultant(*state, NULL, NULL, g, g, 5, 0, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_discriminant(*state, r, NULL, g, 2, 0, NULL), CLMODP_DOMAIN);
    assert_int_equal(clmodp_mpoly_subresultant(*state, r, NULL, NULL, 1, g, g, 5, 0, NULL),
                     CLMODP_DOMAIN);
    assert_int_equal(clmodp_mpoly_subresultant(*state, r, NULL, NULL, 1000, h, h, 5, 0, NULL),
                     CLMODP_DOMAIN);
    assert_int_equal(clmodp_mpoly_subresultants(*state, &r, 0, NULL, g, g, 5, 0, NULL),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_subresultants(*state, NULL, 1, NULL, g, g, 5, 0, NULL),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_subresultants(*state, (clmodp_mpoly *[]){r, NULL}, 2, NULL, h, h,
                                                5, 0, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_subresultants(*state, &r, 1448, NULL, g, g, 5, 0, NULL),
                     CLMODP_LIMIT);
    assert_int_equal(clmodp_mpoly_subresultants(*state, &r, SIZE_MAX, NULL, g, g, 5, 0, NULL),
                     CLMODP_LIMIT);
    assert_int_equal(clmodp_mpoly_resultant(NULL, r, NULL, g, g, 5, 0, NULL), CLMODP_INVALID);
    assert_true(clmodp_mpoly_equal(r, before));
    DESTROY(fewer, h, before, r, g, f);
}

/* res(f, g h) = res(f, g) res(f, h), and res(g, f) = (-1)^(pq) res(f, g). */
static void laws_hold(void **state)
{
    clmodp_mpoly *f = parse("a*y^3 + (b - c)*y + d^2"), *g = parse("b*y + a*c - 1");
    clmodp_mpoly *h = parse("(a + b)*y^2 - c*y + d"), *gh = product(g, h);
    clmodp_mpoly *fg = resultant(*state, f, g, 5), *fh = resultant(*state, f, h, 5);
    clmodp_mpoly *fgh = resultant(*state, f, gh, 5), *gf = resultant(*state, g, f, 5);
    clmodp_mpoly *both = product(fg, fh), *zero = parse("0");

    assert_same(fgh, both, "a product");
    assert_int_equal(clmodp_mpoly_add(gf, gf, fg), CLMODP_OK); /* 3 * 1 is odd */
    assert_same(gf, zero, "the other order");
    for (size_t k = 0; k < 10; k++)
        clmodp_mpoly_destroy((clmodp_mpoly *[]){f, g, h, gh, fg, fh, fgh, gf, both, zero}[k]);
}

/* ---- random problems ---- */

typedef enum shape {
    PLAIN, ABSENT, CONTENTS, COMMON, HOMOGENEOUS, LACUNARY, LEADING, WEIGHTED, SHEARED,
    SHAPES
} shape;

/* Returns a random polynomial, not free of y, in n variables and y, the last one. */
static clmodp_mpoly *random_mpoly(clm_random *random, size_t n, shape of, size_t degree_y)
{
    enum { TERMS = 6 };
    clmodp_mpoly *f = mpoly_new(n + 1);
    size_t e[TERMS * CLMODP_MOST_VARIABLES] = {0};
    mpz_t c[TERMS];

    for (size_t k = 0; k < TERMS; k++) {
        size_t *const exponents = &e[k * (n + 1)], last = k == 0 ? degree_y : k % (degree_y + 1);
        size_t sum = last;

        mpz_init_set_si(c[k], (long)clm_random_below(random, 19) - 9);
        if (mpz_sgn(c[k]) == 0)
            mpz_set_ui(c[k], 11);
        exponents[n] = last;
        for (size_t i = 0; i < n; i++) {
            exponents[i] = clm_random_below(random, 3);
            if ((of == ABSENT && i == 1) || (of == LEADING && k == 0 && i == 0))
                exponents[i] = 0;
            if (of == LACUNARY)
                exponents[i] *= 7 + 30 * i;
            if (of == SHEARED)
                exponents[i] = 3 * exponents[i] + (i + 1) * last + (i > 1 ? exponents[0] : 0);
            sum += exponents[i] * (of == WEIGHTED ? i + 1 : 1);
        }
        if (of == HOMOGENEOUS)
            exponents[0] += 2 * n + degree_y - sum;
        if (of == WEIGHTED)
            exponents[0] += n * (n + 1) + degree_y - sum;
    }
    assert_int_equal(clmodp_mpoly_set_terms(f, c[0], e, TERMS), CLMODP_OK);
    for (size_t k = 0; k < TERMS; k++)
        mpz_clear(c[k]);
    return f;
}

/* Multiplies f by a factor in x_0 and x_1, or also in y. */
static void add_factor(clmodp_mpoly **f, const clmodp_mpoly *factor)
{
    clmodp_mpoly *h = product(*f, factor);

    clmodp_mpoly_destroy(*f);
    *f = h;
}

static void random_pair_of(clmodp_mpoly **f, clmodp_mpoly **g, clm_random *random, size_t n,
                           shape of)
{
    *f = random_mpoly(random, n, of, 1 + clm_random_below(random, 3));
    *g = random_mpoly(random, n, of, 1 + clm_random_below(random, 3));
    if (of == CONTENTS || of == COMMON) {
        clmodp_mpoly *factor = random_mpoly(random, n, PLAIN, of == COMMON ? 1 : 0);

        add_factor(f, factor);
        if (of == COMMON)
            add_factor(g, factor);
        clmodp_mpoly_destroy(factor);
    }
}

/* Returns f with x for variable 0, and the other variables but y at a point. */
static clmodp_zxy *specialise(const clmodp_mpoly *f, const long *point)
{
    clmodp_zxy *out = zxy_new();
    const size_t n = f->variables - 1;
    mpz_t c, power;

    mpz_inits(c, power, NULL);
    for (size_t k = 0; k < f->length; k++) {
        const uint32_t *e = clm_mpoly_exponents(f, k);

        clmodp_zxy_get_coeff(c, out, e[0], e[n]);
        mpz_set(power, clm_mpoly_coefficient(f, k));
        for (size_t i = 1; i < n; i++)
            for (uint32_t l = 0; l < e[i]; l++)
                mpz_mul_si(power, power, point[i]);
        mpz_add(c, c, power);
        assert_int_equal(clmodp_zxy_set_coeff(out, c, e[0], e[n]), CLMODP_OK);
    }
    mpz_clears(c, power, NULL);
    return out;
}

/* Asserts that the coefficient of y^j in f, at the point, is r. */
static void assert_special(const clmodp_mpoly *f, size_t j, const long *point, const clmodp_zx *r,
                           const char *what, uint64_t seed)
{
    clmodp_zxy *special = specialise(f, point);
    size_t terms = 0;
    mpz_t c;

    mpz_init(c);
    for (long i = 0; i <= clmodp_zx_degree(r); i++) {
        clmodp_zxy_get_coeff(c, special, (size_t)i, j);
        terms += mpz_sgn(c) != 0;
        if (mpz_cmp(c, clmodp_zx_coeff(r, (size_t)i)) != 0)
            fail_msg("%s, random state %" PRIu64 ": another coefficient of x^%ld", what, seed, i);
    }
    for (size_t k = 0; k < clmodp_zxy_terms(special); k++) {
        size_t i, l;

        (void)clmodp_zxy_term(special, k, &i, &l);
        terms -= l == j;
    }
    if (terms != 0)
        fail_msg("%s, random state %" PRIu64 ": more terms", what, seed);
    mpz_clear(c);
    clmodp_zxy_destroy(special);
}

static void check_modulus(clmodp_context *context, const clmodp_mpoly *f, const clmodp_mpoly *g,
                          const clmodp_mpoly *r, uint64_t modulus)
{
    const size_t y = f->variables - 1;
    clmodp_mpoly *image = mpoly_new(f->variables), *expected = mpoly_new(f->variables);

    if (clmodp_mpoly_resultant(context, image, NULL, f, g, y, modulus, NULL) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_int_equal(clmodp_mpoly_set(expected, r), CLMODP_OK);
    for (size_t k = 0; k < expected->length; k++)
        mpz_fdiv_r_ui(clm_mpoly_coefficient(expected, k), clm_mpoly_coefficient(expected, k),
                      modulus);
    clm_mpoly_combine(expected);
    assert_same(image, expected, "modulo a number");
    DESTROY(expected, image);
}

/* Compares the chain, its principal coefficients, and each S_k, at a point. */
static void check_subresultants(clmodp_context *context, const clmodp_mpoly *f,
                                const clmodp_mpoly *g, const clmodp_mpoly *r, const long *point,
                                uint64_t seed)
{
    enum { MOST_CHAIN = 16 };
    const size_t n = f->variables - 1;
    const long p = clmodp_mpoly_degree(f, n), q = clmodp_mpoly_degree(g, n);
    const size_t count = (size_t)(p < q ? p : q) + (p != q);
    clmodp_mpoly *chain[MOST_CHAIN], *principal[MOST_CHAIN], *s = mpoly_new(n + 1);
    clmodp_mpoly *again = mpoly_new(n + 1);
    clmodp_zxy *sf = specialise(f, point), *sg = specialise(g, point);

    assert_true(count <= MOST_CHAIN);
    for (size_t k = 0; k < count; k++) {
        chain[k] = mpoly_new(n + 1);
        principal[k] = mpoly_new(n + 1);
    }
    if (count > 0) {
        assert_int_equal(clmodp_mpoly_subresultants(context, chain, count, NULL, f, g, n, 0, NULL),
                         CLMODP_OK);
        assert_int_equal(clmodp_mpoly_principal_subresultants(context, principal, count, NULL, f,
                                                              g, n, 0, NULL), CLMODP_OK);
        assert_same(chain[0], r, "S_0");
    }
    for (size_t k = 0; k < count; k++) {
        for (size_t j = 0; j <= k; j++) {
            clmodp_zx *minor = ref_subresultant(sf, sg, (long)k, (long)j);

            assert_special(chain[k], j, point, minor, "subresultant", seed);
            if (j == k)
                assert_special(principal[k], 0, point, minor, "principal coefficient", seed);
            clmodp_zx_destroy(minor);
        }
        assert_int_equal(clmodp_mpoly_subresultant(context, s, again, NULL, (unsigned)k, f, g, n,
                                                   0, NULL), CLMODP_OK);
        assert_same(s, chain[k], "S_k alone");
        assert_same(again, r, "R beside S_k");
        DESTROY(principal[k], chain[k]);
    }
    DESTROY(sg, sf, again, s);
}

static void check_random(clmodp_context *context, clm_random *random, size_t n, shape of)
{
    const uint64_t seed = random->state;
    clmodp_mpoly *f, *g, *r;
    long point[CLMODP_MOST_VARIABLES];
    clmodp_zxy *sf, *sg;
    clmodp_zx *expected;

    for (size_t i = 0; i < n; i++)
        point[i] = 100003 + (long)clm_random_below(random, 1 << 20);
    random_pair_of(&f, &g, random, n, of);
    r = resultant(context, f, g, n);
    sf = specialise(f, point);
    sg = specialise(g, point);
    assert_int_equal(clmodp_zxy_degree_y(sf), clmodp_mpoly_degree(f, n));
    assert_int_equal(clmodp_zxy_degree_y(sg), clmodp_mpoly_degree(g, n));
    expected = ref_resultant(sf, sg);
    assert_special(r, 0, point, expected, "resultant", seed);
    check_modulus(context, f, g, r, (uint64_t[]){2, 5, 6, 1000003}[clm_random_below(random, 4)]);
    check_subresultants(context, f, g, r, point, seed);
    DESTROY(expected, sg, sf, r, g, f);
}

/* Polynomials in up to four variables and y; in fewer if factors raise their degrees. */
static void agrees_with_the_reference(void **state)
{
    clm_random random = {7};
    const size_t count = random_cases(120);

    for (size_t k = 0; k < count; k++) {
        const shape of = (shape)(k % SHAPES);
        const size_t n = 2 + k / SHAPES % 3;

        ((clmodp_context *)*state)->overrides.always_minors = k / SHAPES % 2 == 0;

        check_random(*state, &random, n < 4 || of >= HOMOGENEOUS ? n : 2, of);
    }
    ((clmodp_context *)*state)->overrides.always_minors = false;
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(closed_forms),
              cmocka_unit_test(laws_hold), cmocka_unit_test(packings_are_texts),
              cmocka_unit_test(packed_problems_are_solved),
              cmocka_unit_test(failures_leave_results),
              cmocka_unit_test(first_subresultants), cmocka_unit_test(gradings_shrink_problems),
              cmocka_unit_test(lattices_shrink_problems),
              cmocka_unit_test(agrees_with_the_reference));
