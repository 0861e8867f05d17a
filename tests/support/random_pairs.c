/* Creates random pairs of polynomials of given shapes. */
#include <stdint.h>
#include <stdlib.h>

#include "support/assertions.h"
#include "support/polynomials.h"

static size_t below(clm_random *random, size_t bound)
{
    return (size_t)clm_random_below(random, bound);
}

/* Returns a uniform number in from ... to; from when to < from. */
static size_t between(clm_random *random, size_t from, size_t to)
{
    return to > from ? from + below(random, to - from + 1) : from;
}

void random_integer(mpz_t c, clm_random *random, size_t bits)
{
    mpz_set_ui(c, 0);
    for (size_t k = 0; k < bits; k += 32) {
        mpz_mul_2exp(c, c, 32);
        mpz_add_ui(c, c, (unsigned long)(clm_random_next(random) >> 32));
    }
    mpz_fdiv_r_2exp(c, c, bits);
    if (below(random, 2) == 1)
        mpz_neg(c, c);
}

clmodp_zx *random_zx(clm_random *random, size_t degree, size_t bits)
{
    clmodp_zx *a = zx_new();
    mpz_t c;

    mpz_init(c);
    for (size_t i = 0; i <= degree; i++) {
        random_integer(c, random, bits);
        assert_int_equal(clmodp_zx_set_coeff(a, c, i), CLMODP_OK);
    }
    mpz_clear(c);
    return a;
}

/* Properties of a random polynomial; the fields not named are 0. */
typedef struct random_form {
    size_t dy, dx, bits;
    size_t one_in;  /* keep one coefficient in so many; 0 and 1: all */
    size_t step_y;  /* rows j not divisible by it are 0; 0 and 1: none */
    int triangle;   /* x^i y^j only if i / dx + j / dy <= 1 */
    int rows;       /* every row has its own random degree and valuation */
    int uneven;     /* coefficients of 1 to 16 times the bits */
} random_form;

/* Returns a non-zero polynomial of degree exactly dy in y (rounded down by step_y). */
static clmodp_zxy *random_zxy(clm_random *random, random_form want)
{
    size_t step = want.step_y > 1 ? want.step_y : 1;
    size_t dy = want.dy - want.dy % step;
    clmodp_zxy *f = zxy_new();
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= dy; j += step) {
        size_t low = want.rows ? below(random, want.dx + 1) : 0;
        size_t high = want.rows ? between(random, low, want.dx) : want.dx;

        for (size_t i = low; i <= high; i++) {
            size_t scale = want.uneven && below(random, 4) == 0 ? between(random, 1, 16) : 1;

            if (want.triangle && i * want.dy + j * want.dx > want.dx * want.dy)
                continue;
            if (want.one_in > 1 && below(random, want.one_in) != 0)
                continue;
            random_integer(c, random, want.bits * scale);
            assert_int_equal(clmodp_zxy_set_coeff(f, c, i, j), CLMODP_OK);
        }
    }
    if (clmodp_zxy_degree_y(f) < (long)dy)
        assert_int_equal(clmodp_zxy_set_coeff_si(f, 1 + (long)below(random, 9),
                                                 want.triangle ? 0 : below(random, want.dx + 1),
                                                 dy),
                         CLMODP_OK);
    mpz_clear(c);
    return f;
}

clmodp_zxy *random_dense(size_t dx, size_t dy, size_t bits, uint64_t seed)
{
    clm_random random = {seed};

    return random_zxy(&random, (random_form){.dy = dy, .dx = dx, .bits = bits});
}

/* Returns x^12 - 1, prod (x - i), or a product of six random factors x + c, 0 <= c < 5. */
static clmodp_zx *vanishing(clm_random *random, size_t kind)
{
    clmodp_zx *out = zx_constant(1), *factor;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    if (kind == 0) {
        clmodp_zx *minus = zx_constant(-1);

        factor = zx_monomial(one, 12);
        clmodp_zx_destroy(out);
        out = zx_add(factor, minus);
        DESTROY(minus, factor);
    } else {
        for (long i = 0; i < 6; i++) {
            factor = zx_linear(1, kind == 1 ? -i : (long)below(random, 5));
            zx_mul_by(&out, factor);
            clmodp_zx_destroy(factor);
        }
    }
    mpz_clear(one);
    return out;
}

/* *f *= factor */
static void multiply_by(clmodp_zxy **f, clmodp_zxy *factor)
{
    clmodp_zxy *product = zxy_mul(*f, factor);

    DESTROY(factor, *f);
    *f = product;
}

/* Replaces the leading coefficient by a polynomial vanishing at many points. */
static void set_leading(clmodp_zxy *f, clm_random *random)
{
    clmodp_zx *lead = vanishing(random, below(random, 3));
    size_t dy = (size_t)clmodp_zxy_degree_y(f), dx = (size_t)clmodp_zxy_degree_x(f);
    mpz_t c;

    mpz_init(c);
    for (size_t i = 0; i <= dx || (long)i <= clmodp_zx_degree(lead); i++) {
        clmodp_zx_get_coeff(c, lead, i);
        assert_int_equal(clmodp_zxy_set_coeff(f, c, i, dy), CLMODP_OK);
    }
    mpz_clear(c);
    clmodp_zx_destroy(lead);
}

/* Returns c x^i with c > 1 of about `bits` bits at most. */
static clmodp_zxy *content(clm_random *random, size_t bits)
{
    clmodp_zx *factor;
    clmodp_zxy *out;
    mpz_t c;

    mpz_init(c);
    random_integer(c, random, bits);
    mpz_abs(c, c);
    mpz_add_ui(c, c, 2);
    factor = zx_monomial(c, below(random, 4));
    out = zxy_binomial(factor, NULL, 1);
    clmodp_zx_destroy(factor);
    mpz_clear(c);
    return out;
}

/* y^j */
static clmodp_zxy *power_of_y(size_t j)
{
    clmodp_zx *one = zx_constant(1);
    clmodp_zxy *out = zxy_binomial(NULL, one, j);

    clmodp_zx_destroy(one);
    return out;
}

static void swap(clmodp_zxy **f, clmodp_zxy **g)
{
    clmodp_zxy *t = *f;

    *f = *g;
    *g = t;
}

/* Creates the two polynomials independently. */
static void independent(clmodp_zxy **f, clmodp_zxy **g, clm_random *random, pair_shape shape,
                        random_form one, random_form other)
{
    switch (shape) {
    case PAIR_SPARSE: one.one_in = other.one_in = 4; break;
    case PAIR_EVEN: one.step_y = other.step_y = 2; break;
    case PAIR_GAPPED: one.step_y = 3; break;
    case PAIR_TRIANGLE: one.triangle = other.triangle = 1; break;
    case PAIR_NEWTON: one.rows = other.rows = 1; break;
    case PAIR_HUGE: one.uneven = other.uneven = 1; break;
    case PAIR_LOW: other.dy = 1; break;
    case PAIR_FREE:
        one.dy = 0;
        other.dy = below(random, 3) == 0 ? 0 : other.dy;
        break;
    case PAIR_UNBALANCED: other.dy = one.dy + between(random, 1, 2); break;
    default: break;
    }
    *f = random_zxy(random, one);
    *g = random_zxy(random, other);
}

/* Changes an independent pair according to the shape. */
static void finish(clmodp_zxy **f, clmodp_zxy **g, clm_random *random, pair_shape shape,
                   random_form one)
{
    switch (shape) {
    case PAIR_LEADING:
        set_leading(*f, random);
        if (below(random, 2) == 0)
            set_leading(*g, random);
        break;
    case PAIR_CONTENT:
        multiply_by(f, content(random, one.bits));
        if (below(random, 2) == 0)
            multiply_by(g, content(random, one.bits));
        break;
    case PAIR_POWER: multiply_by(f, power_of_y(between(random, 1, 3))); break;
    case PAIR_COMMON: {
        clmodp_zxy *common;

        one.dy = between(random, 1, 2);
        common = random_zxy(random, one);
        multiply_by(f, zxy_copy(common));
        multiply_by(g, common);
        break;
    }
    case PAIR_DERIVATIVE:
        clmodp_zxy_destroy(*g);
        *g = zxy_derivative_y(*f);
        break;
    case PAIR_SQUARE: multiply_by(f, zxy_copy(*f)); break;
    default: break;
    }
}

void random_pair(clmodp_zxy **f, clmodp_zxy **g, clm_random *random, pair_shape shape, size_t dy,
                 size_t dx, size_t bits)
{
    random_form one = {.dy = between(random, 1, dy), .dx = between(random, 0, dx),
                .bits = between(random, 1, bits)};
    random_form other = {.dy = between(random, 1, dy), .dx = between(random, 0, dx),
                  .bits = between(random, 1, bits)};

    if (shape == PAIR_COMMON || shape == PAIR_SQUARE)
        one.dy = (one.dy + 1) / 2;
    if (shape == PAIR_EVEN || shape == PAIR_GAPPED)
        one.dy = one.dy < 3 ? 3 : one.dy;
    if (shape == PAIR_EVEN)
        other.dy = other.dy < 2 ? 2 : other.dy;
    independent(f, g, random, shape, one, other);
    finish(f, g, random, shape, one);
    if (shape != PAIR_DERIVATIVE && below(random, 2) == 0)
        swap(f, g);
}

const char *pair_shape_name(pair_shape shape)
{
    static const char *const names[PAIR_SHAPES] = {
        [PAIR_DENSE] = "dense",           [PAIR_SPARSE] = "sparse",
        [PAIR_EVEN] = "even",             [PAIR_GAPPED] = "gapped",
        [PAIR_TRIANGLE] = "triangle",     [PAIR_NEWTON] = "newton",
        [PAIR_HUGE] = "huge",             [PAIR_LEADING] = "leading",
        [PAIR_CONTENT] = "content",       [PAIR_POWER] = "power",
        [PAIR_COMMON] = "common",         [PAIR_DERIVATIVE] = "derivative",
        [PAIR_SQUARE] = "square",         [PAIR_LOW] = "low",
        [PAIR_FREE] = "free",             [PAIR_UNBALANCED] = "unbalanced",
    };

    return shape < PAIR_SHAPES ? names[shape] : "?";
}
