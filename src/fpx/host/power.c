/* Powers modulo a short polynomial m: compiled for each level of vector instructions. The matrix
 * of x^d, ..., x^(2 d - 2) modulo m, for d = deg m, reduces the upper part of a product. */
#include "fpx/host/power.h"

#include "fpx/host/sums.h"

/* The greatest degree for which single words take less time than vectors. */
enum { FEW = 3 };

/* Returns v with zeros for all but the first `count` lanes. */
INLINE vec first_lanes(vec v, size_t count)
{
    vec lane;

    for (size_t k = 0; k < LANES; k++)
        lane[k] = (uint32_t)k;
    return v & (vec)(lane < vec_splat((uint32_t)count));
}

INLINE vec_field field_of(const fp_field *f)
{
    return (vec_field){.p = vec_splat(f->p), .pinv = vec_splat(f->pinv)};
}

/* Row k + 1 is x times row k, whose leading term is reduced by row 0. */
static void make_rows(clm_power *t, clm_host_poly m, uint32_t inverse)
{
    const fp_field f = *t->field;
    const vec_field field = field_of(&f);
    const uint32_t minus = fp_neg(fp_to(inverse, f), f); /* -1 / lc(m) */

    for (size_t k = 0; k < t->width; k++)
        t->rows[k] = k < t->degree ? fp_mul(fp_to(m.c[k], f), minus, f) : 0;
    for (size_t k = 1; k + 1 < t->degree; k++) {
        uint32_t *const row = t->rows + k * t->width, *const last = row - t->width;
        const vec top = vec_splat(last[t->degree - 1]);

        for (size_t j = 0; j < t->width; j += LANES) {
            vec before = vec_load(last + j - 1);

            if (j == 0)
                before[0] = 0;
            vec_store(row + j, vec_add(first_lanes(before, t->degree - j),
                                       vec_mul(vec_load(t->rows + j), top, &field), &field));
        }
    }
}

static void power_begin(clm_power *t, uint32_t *words, clm_host_poly base, clm_host_poly m,
                        uint32_t inverse, const clm_modulus *p)
{
    const size_t degree = m.count - 1, width = (degree + LANES - 1) / LANES * LANES;
    const size_t padded = width + 2 * LANES;

    *t = (clm_power){.field = &p->field, .degree = degree, .width = width};
    t->value = words + 2 * LANES;
    t->base = t->value + padded;
    t->product = t->base + padded;
    t->rows = t->product + 2 * width;
    for (uint32_t *word = words; word < t->product; word += LANES)
        vec_store(word, (vec){0});
    for (size_t k = 0; k < base.count; k++)
        t->value[k] = t->base[k] = fp_to(base.c[k], p->field);
    make_rows(t, m, inverse);
    vec_store(t->rows + (degree - 1) * width, (vec){0}); /* multiply reads one word of it */
}

/* Multiplies the power by `by`, modulo m. */
INLINE void multiply(const clm_power *t, const uint32_t *by)
{
    const size_t d = t->degree;
    const vec_field field = field_of(t->field);
    const unsigned spare = spare_bits(t->field->p);
    const uint32_t *const upper = t->product + d;

    for (size_t at = 0; at < 2 * d - 1; at += LANES) {
        const size_t first = at < d ? 0 : at - (d - 1), end = at + LANES < d ? at + LANES : d;

        vec_store(t->product + at,
                  vec_redc(convolved(t->value + first, end - first, by + (at - first), field.p,
                                     spare, false), &field));
    }
    for (size_t j = 0; j < d; j += LANES) {
        const vec low = first_lanes(vec_load(t->product + j), d - j);
        vec_pair sum = {{0}, {0}};

        for (size_t k = 0; k + 1 < d; k++) {
            const uint32_t *const row = t->rows + k * t->width + j;

            add_products(&sum, upper[k], (vec_half)vec_load(row), (vec_half)vec_load(row + 1),
                         false);
            if (k % 2 == 1 || k + 2 == d) {
                sum.even = fold(sum.even, (vec_half)field.p);
                sum.odd = fold(sum.odd, (vec_half)field.p);
            }
        }
        vec_store(t->value + j, vec_add(vec_redc(sum, &field), low, &field));
    }
}

/* multiply for a constant degree d of at most FEW. */
INLINE void multiply_few(const clm_power *t, const uint32_t *by, size_t d)
{
    const fp_field f = *t->field;
    uint32_t c[2 * FEW - 1];

    for (size_t k = 0; k < 2 * d - 1; k++) {
        uint64_t sum = 0;

        for (size_t i = k < d ? 0 : k - (d - 1); i <= k && i < d; i++)
            sum += (uint64_t)t->value[i] * by[k - i];
        c[k] = fp_redc(fp_fold(sum, f), f);
    }
    for (size_t i = 0; i < d; i++) {
        uint64_t sum = 0;

        for (size_t k = 0; k + 1 < d; k++)
            sum += (uint64_t)c[d + k] * t->rows[k * t->width + i];
        t->value[i] = fp_add(c[i], fp_redc(sum, f), f);
    }
}

static void power_steps(clm_power *t, uint64_t bits, size_t count)
{
    while (count-- > 0)
        for (int of_base = 0; of_base <= (int)(bits >> count & 1); of_base++) {
            const uint32_t *const by = of_base ? t->base : t->value;

            switch (t->degree) {
            case 1: multiply_few(t, by, 1); break;
            case 2: multiply_few(t, by, 2); break;
            case 3: multiply_few(t, by, 3); break;
            default: multiply(t, by);
            }
        }
}

static void power_end(const clm_power *t, uint32_t *to)
{
    for (size_t k = 0; k < t->degree; k++)
        to[k] = fp_from(t->value[k], *t->field);
}

const clm_power_functions VEC_NAME(clm_powers) = {power_begin, power_steps, power_end};
