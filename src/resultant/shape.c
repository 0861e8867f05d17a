/* Degrees, lengths and exponents of a pair, and the sequence of its remainders. */
#include "resultant/shape.h"

#include <string.h>

#include "arith/field.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/size.h"

enum {
    MOST_ROWS = 160,   /* of both; with more a pair fills a device by itself, or nearly */
    MOST_LENGTH = 256, /* in x */
    DENSE_PART = 2     /* exponents that fill so much of their box share its shape */
};

#define SAMPLE_PRIME 1717986917u /* any large prime */

/* What one polynomial has. */
typedef struct measure {
    size_t degree, length, terms, bits;
    size_t least_i, least_j, step_i, step_j; /* of the exponents */
} measure;

static measure measure_terms(const clmodp_zxy *f)
{
    measure m = {.terms = clmodp_zxy_terms(f), .least_i = SIZE_MAX, .least_j = SIZE_MAX};

    for (size_t k = 0; k < m.terms; k++) {
        size_t exponent[2];
        mpz_srcptr c = clmodp_zxy_term(f, k, &exponent[0], &exponent[1]);

        m.length = clm_size_max(m.length, exponent[0] + 1);
        m.degree = exponent[1];
        m.least_i = clm_size_min(m.least_i, exponent[0]);
        m.least_j = clm_size_min(m.least_j, exponent[1]);
        m.step_i = m.step_i == 1 ? 1 : clm_size_gcd(m.step_i, exponent[0]);
        m.step_j = m.step_j == 1 ? 1 : clm_size_gcd(m.step_j, exponent[1]);
        m.bits = clm_size_max(m.bits, mpz_sizeinbase(c, 2));
    }
    return m;
}

/* Up to a multiple of 8, above 64 to one of an eighth of the next power of 2. */
static uint32_t round_bits(size_t bits)
{
    size_t step = 8;

    while (bits > 8 * step)
        step *= 2;
    return (uint32_t)clm_round_up(bits, step);
}

static bool is_dense(const measure *m)
{
    return m->terms * DENSE_PART >= m->length * (m->degree + 1);
}

/* A number for the exponents of f, and of what comes before. */
static uint64_t hash_support(uint64_t hash, const clmodp_zxy *f)
{
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t exponent[2];

        (void)clmodp_zxy_term(f, k, &exponent[0], &exponent[1]);
        hash = clm_hash(hash, exponent, sizeof exponent);
    }
    return hash;
}

/* value[j] := the coefficient of y^j at x, for rows of ascending exponents. */
static void evaluate(u32 *value, const clmodp_zxy *f, u32 x, fp_field field)
{
    const size_t terms = clmodp_zxy_terms(f);
    size_t row = SIZE_MAX, last = 0;
    u32 power = field.one;

    for (size_t k = 0; k < terms; k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);

        if (j != row) {
            row = j;
            last = 0;
            power = field.one;
        }
        for (; last < i; last++)
            power = fp_mul(power, x, field);
        value[j] = fp_add(value[j], fp_mul(fp_to((u32)mpz_fdiv_ui(c, field.p), field), power,
                                           field), field);
    }
}

/* Whether each remainder of a by b, ... has one degree less than b, ..., down to 0. */
static bool is_normal(u32 *a, size_t n, u32 *b, size_t m, fp_field field)
{
    if (a[n] == 0 || b[m] == 0)
        return false;
    while (m > 0) {
        u32 *rest = a;

        for (size_t top = n + 1; top-- > m;) { /* lc(b) a - a_top y^(top - m) b */
            for (size_t i = 0; i < top; i++) {
                u32 left = fp_mul(b[m], a[i], field);

                if (i + m >= top)
                    left = fp_sub(left, fp_mul(a[top], b[i + m - top], field), field);
                a[i] = left;
            }
        }
        if (a[m - 1] == 0)
            return false;
        a = b;
        b = rest;
        n = m;
        m--;
    }
    return true;
}

static bool has_normal_sequence(const clm_pair *pair, const measure *f, const measure *g,
                                uint64_t seed)
{
    const fp_field field = clm_field(SAMPLE_PRIME);
    clm_random random = {seed};
    const u32 x = (u32)clm_random_below(&random, field.p);
    u32 a[MOST_ROWS] = {0}, b[MOST_ROWS] = {0};

    evaluate(a, pair->f, x, field);
    evaluate(b, pair->g, x, field);
    return f->degree < g->degree ? is_normal(b, g->degree, a, f->degree, field)
                                 : is_normal(a, f->degree, b, g->degree, field);
}

bool clm_shape_of(clm_shape *out, const clm_pair *pair, size_t outputs, uint64_t seed)
{
    measure f, g;

    if (clmodp_zxy_degree_y(pair->f) < 1 || clmodp_zxy_degree_y(pair->g) < 1 ||
        clmodp_zxy_degree_y(pair->f) + clmodp_zxy_degree_y(pair->g) > MOST_ROWS - 2)
        return false;
    f = measure_terms(pair->f);
    g = measure_terms(pair->g);
    if (clm_size_max(f.length, g.length) > MOST_LENGTH || f.least_i > 0 || g.least_i > 0 ||
        f.least_j > 0 || g.least_j > 0 || clm_size_gcd(f.step_i, g.step_i) > 1 ||
        clm_size_gcd(f.step_j, g.step_j) > 1 || !has_normal_sequence(pair, &f, &g, seed))
        return false;
    *out = (clm_shape){
        .outputs = outputs,
        .p = (uint32_t)f.degree,
        .q = (uint32_t)g.degree,
        .length_f = (uint32_t)f.length,
        .length_g = (uint32_t)g.length,
        .bits_f = round_bits(f.bits),
        .bits_g = round_bits(g.bits),
        .support = is_dense(&f) && is_dense(&g)
                       ? 0
                       : hash_support(hash_support(CLM_HASH_START, pair->f), pair->g),
    };
    return true;
}

int clm_shape_compare(const clm_shape *a, const clm_shape *b)
{
    return memcmp(a, b, sizeof *a);
}
