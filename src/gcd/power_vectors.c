/* Sums of powers: compiled for each level of vector instructions. */
#include "gcd/power_vectors.h"

#include "arith/vectors.h"

#define LANES VEC_LANES

static void multiply(uint32_t *values, const uint32_t *by, size_t count, const fp_field *of)
{
    const vec_field f = vec_field_splat(of);
    const size_t whole = count / LANES * LANES;

    for (size_t k = 0; k < whole; k += LANES)
        vec_store(values + k, vec_mul(vec_load(values + k), vec_load(by + k), &f));
    if (whole < count)
        vec_store_some(values + whole,
                       vec_mul(vec_load_some(values + whole, count - whole),
                               vec_load_some(by + whole, count - whole), &f), count - whole);
}

static void extend(uint32_t *m, size_t k, uint32_t c, const fp_field *of)
{
    const vec_field f = vec_field_splat(of);
    const vec by = vec_splat(c);
    size_t i = k;

    m[k] = k > 0 ? fp_add(m[k - 1], c, *of) : c;
    for (; i > LANES; i -= LANES) {
        const vec product = vec_mul(vec_load(m + i - LANES), by, &f);

        vec_store(m + i - LANES, vec_add(product, vec_load(m + i - LANES - 1), &f));
    }
    while (i-- > 0)
        m[i] = fp_add(fp_mul(m[i], c, *of), i > 0 ? m[i - 1] : 0, *of);
}

static void divide(uint32_t *values, uint32_t *slopes, const uint32_t *roots, size_t count,
                   const uint32_t *m, const uint32_t *s, size_t degree, const fp_field *of)
{
    const vec_field f = vec_field_splat(of);

    for (size_t k = 0; k < count; k += LANES) {
        const vec root = vec_mul(vec_load_some(roots + k, count - k), f.r2, &f);
        vec q = f.one, slope = f.one, value = vec_splat(s[degree - 1]);

        for (size_t j = degree - 1; j-- > 0;) { /* q_j, from the highest one on: Horner's rule */
            q = vec_add(vec_mul(q, root, &f), vec_splat(m[j + 1]), &f);
            value = vec_add(value, vec_mul(q, vec_splat(s[j]), &f), &f);
            slope = vec_add(vec_mul(slope, root, &f), q, &f);
        }
        vec_store_some(values + k, value, count - k);
        vec_store_some(slopes + k, slope, count - k);
    }
}

const clm_power_vector_functions VEC_NAME(clm_power_vectors) = {multiply, extend, divide};
