/* Tests squares about approximations, compared with close ones, against exact ones of all. */
#include "roots/smith.h"

#include <math.h>
#include <string.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"

#define TURN 6.283185307179586

/* Sets ends[0] <= ends[1] to a square's interval in one part, or its image under a sign. */
static void set_ends(mpz_t ends[2], mpz_srcptr centre, const clm_disc *s, long e, int sign)
{
    mpz_add(ends[1], centre, s->radius);
    mpz_sub(ends[0], centre, s->radius);
    if (sign < 0) {
        mpz_neg(ends[0], ends[0]);
        mpz_neg(ends[1], ends[1]);
        mpz_swap(ends[0], ends[1]);
    }
    for (int end = 0; end < 2; end++)
        mpz_mul_2exp(ends[end], ends[end], (mp_bitcnt_t)(s->e - e));
}

/* Returns whether a and (re, sign im) b have a common point. */
static bool meet(const clm_disc *a, const clm_disc *b, int sign)
{
    const long e = a->e < b->e ? a->e : b->e;
    mpz_t x[2], y[2];
    bool common = true;

    mpz_inits(x[0], x[1], y[0], y[1], NULL);
    for (int part = 0; part < 2; part++) {
        set_ends(x, part == 0 ? a->re : a->im, a, e, 1);
        set_ends(y, part == 0 ? b->re : b->im, b, e, part == 0 ? 1 : sign);
        common = common && mpz_cmp(x[0], y[1]) <= 0 && mpz_cmp(y[0], x[1]) <= 0;
    }
    mpz_clears(x[0], x[1], y[0], y[1], NULL);
    return common;
}

/* Sets z_k to a root of x^n - 2, moved by up to 10^(-digits) or less. */
static void approximate(clm_aberth *d, size_t k, double digits, clm_random *random)
{
    double part[2] = {0, 0};

    for (int i = 0; i < 2; i++) {
        const double angle = TURN * ((double)k / (double)d->degree - 0.25 * i);
        const double unit = (double)clm_random_below(random, 2001) / 1000 - 1;
        const double less = (double)clm_random_below(random, 1000) / 1000;

        part[i] = exp2(1 / (double)d->degree) * cos(angle) + unit * pow(10, -digits - less);
        d->near[2 * k + (size_t)i] = part[i];
    }
    clm_disc_set_double(&d->z[k], part[0], part[1]);
}

/* Counts squares that meet others, after checking which ones do. */
static size_t check(const clm_aberth *d)
{
    size_t meeting = 0;

    for (size_t k = 0; k < d->degree; k++) {
        size_t common = 0, images = 0, image = 0;

        for (size_t j = 0; j < d->degree; j++) {
            common += meet(&d->square[j], &d->square[k], 1);
            if (meet(&d->square[j], &d->square[k], -1)) {
                image = j;
                images++;
            }
        }
        assert_int_equal(d->state[k].apart, common == 1);
        assert_true(d->mirror[k] == (images == 1 ? image : SIZE_MAX));
        meeting += common > 1;
    }
    return meeting;
}

static void squares_that_meet(void **state)
{
    clm_random random = {1};
    size_t meeting = 0, all = 0;

    (void)state;
    for (size_t n = 2; n < 40; n++) {
        mpz_t one;
        clmodp_zx *f, *two = zx_constant(2), *power;

        mpz_init_set_ui(one, 1);
        power = zx_monomial(one, n);
        f = zx_sub(power, two);
        for (unsigned digits = 0; digits < 6; digits++) {
            clm_aberth d;

            assert_int_equal(clm_aberth_init(&d, f), CLMODP_OK);
            d.threads = 1;
            for (size_t k = 0; k < n; k++)
                approximate(&d, k, 1 + digits / 2.0, &random);
            assert_int_equal(clm_smith_isolate(&d), CLMODP_OK);
            assert_true(d.bounded);
            meeting += check(&d);
            all += n;
            clm_aberth_clear(&d);
        }
        DESTROY(power, two, f);
        mpz_clear(one);
    }
    assert_true(4 * meeting > all && 4 * meeting < 3 * all);
}

/* Sets up the search for the roots of f with the given approximations, and pairs these. */
static void pair(clm_aberth *d, const clmodp_zx *f, const double (*points)[2])
{
    assert_int_equal(clm_aberth_init(d, f), CLMODP_OK);
    d->threads = 1;
    for (size_t k = 0; k < d->degree; k++) {
        memcpy(&d->near[2 * k], points[k], sizeof points[k]);
        clm_disc_set_double(&d->z[k], points[k][0], points[k][1]);
    }
    clm_smith_pair(d);
}

/* Returns whether the centres of discs are about the same. */
static bool is_near(const clm_disc *a, const clm_disc *b)
{
    double x[2], y[2];

    clm_disc_near(x, a);
    clm_disc_near(y, b);
    return hypot(x[0] - y[0], x[1] - y[1]) <= 1e-10 * hypot(x[0], x[1]);
}

/* Conjugates become exact if they are found, and their squares are mirror images, which have the
 * values that they had alone. */
static void conjugates(void **state)
{
    static const struct {
        double points[4][2];
        bool paired;
    } cases[] = {
        {{{1.19, 1e-12}, {1e-12, 1.19}, {-1.19, -1e-13}, {-1e-12, -1.19}}, true},
        {{{1.19, 1e-12}, {1e-12, 1.19}, {-1.19, -1e-13}, {-1e-7, -1.19}}, false}, /* none */
        {{{1.19, 1e-12}, {1.19, -1e-12}, {-1.19, -1e-13}, {-1, 0}}, false},       /* several */
        {{{1.19, 1e-7}, {1.19, -1e-7}, {-1.19, -1e-13}, {-1, 0}}, true},
        {{{1.19, 1e-12}, {0, INFINITY}, {-1.19, -1e-13}, {0, -INFINITY}}, false},
    };
    clmodp_zx *f = zx_parse("x^4 - 2");

    (void)state;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        clm_aberth d, one;

        if (n + 1 < sizeof cases / sizeof *cases) {
            pair(&d, f, cases[n].points);
            assert_int_equal(d.paired, cases[n].paired);
        } else {
            assert_int_equal(clm_aberth_init(&d, f), CLMODP_OK);
            memcpy(d.near, cases[n].points, sizeof cases[n].points);
            clm_smith_pair(&d);
            assert_false(d.paired);
            clm_aberth_clear(&d);
            continue;
        }
        pair(&one, f, cases[n].points);
        one.paired = false;
        assert_int_equal(clm_smith_isolate(&d), CLMODP_OK);
        assert_int_equal(clm_smith_isolate(&one), CLMODP_OK);
        for (size_t k = 0; k < 4; k++) {
            assert_true(is_near(&d.square[k], &one.square[k]));
            assert_true(is_near(&d.value[k], &one.value[k]));
            assert_true(fabs(d.size[k] - one.size[k]) <= 1e-5 * one.size[k]);
        }
        clm_aberth_clear(&one);
        clm_aberth_clear(&d);
    }
    clmodp_zx_destroy(f);
}

TESTS(cmocka_unit_test(squares_that_meet), cmocka_unit_test(conjugates));
