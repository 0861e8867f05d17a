/* Recurrences of sums of powers, their roots, and coefficients of the sums. */
#include "gcd/power_sums.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product.h"
#include "gcd/power_vectors.h"

CLM_VECTOR_CHOICE(clm_power_vector_functions, clm_power_vectors);

/* Random shifts that are tried to split a polynomial. */
enum { MOST_TRIES = 40 };

/* Roots between two polls. */
#define TOGETHER ((size_t)64)

void clm_recurrence_clear(clm_recurrence *r)
{
    free(r->c);
    free(r->before);
    *r = (clm_recurrence){0};
}

/* Sets r->before to c - factor x^age before, and exchanges both. */
static void lengthen(clm_recurrence *r, uint32_t factor, size_t n, const clm_modulus *m)
{
    const size_t terms = r->length + 1, length = n + 1 - r->length;
    uint32_t *const made = r->before, *const old = r->c;
    const size_t room = r->room[0];

    memmove(made + r->age, made, r->terms * sizeof *made);
    memset(made, 0, r->age * sizeof *made);
    for (size_t i = r->age; i < r->age + r->terms; i++)
        made[i] = clm_modulus_sub(0, clm_modulus_mul(factor, made[i], m), m);
    for (size_t i = r->age + r->terms; i <= length; i++)
        made[i] = 0;
    for (size_t i = 0; i < terms; i++)
        made[i] = clm_modulus_reduce((uint64_t)made[i] + old[i], m);
    r->c = made;
    r->room[0] = r->room[1];
    r->before = old;
    r->room[1] = room;
    r->terms = terms;
    r->length = length;
    r->age = 1;
}

clmodp_status clm_recurrence_extend(clm_error *error, clm_recurrence *r, const uint32_t *s,
                                    size_t n, const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;
    uint32_t difference, factor;

    GROW(error, r->c, r->room[0], n + 2);
    GROW(error, r->before, r->room[1], n + 2);
    if (n == 0) {
        r->c[0] = r->before[0] = r->discrepancy = 1;
        r->terms = r->age = 1;
    }
    difference = clm_modulus_convolve(r->c, s + n, r->length + 1, m);
    factor = clm_modulus_mul(difference, clm_modulus_inverse(r->discrepancy, m), m);
    if (difference != 0 && 2 * r->length <= n) {
        r->discrepancy = difference;
        lengthen(r, factor, n, m);
        return CLMODP_OK;
    }
    for (size_t i = 0; i < r->terms && difference != 0; i++)
        r->c[r->age + i] = clm_modulus_sub(r->c[r->age + i],
                                           clm_modulus_mul(factor, r->before[i], m), m);
    r->age++;
done:
    return st;
}

/* ---- roots ---- */

/* Memory to split a polynomial: f, (x + shift)^e mod f, products, quotients, and a factor. */
typedef struct splitting {
    uint32_t *f, *power, *product, *quotient, *factor;
    const clm_modulus *m;
    const clm_poller *watch;
} splitting;

/* Sets s->power to (x + shift)^((p - 1) / 2) - 1 modulo s->f, which is monic, of degree n >= 2. */
static clmodp_status find_power(clm_error *error, const splitting *s, size_t n, uint32_t shift)
{
    clmodp_status st = CLMODP_OK;
    const clm_host_poly f = {s->f, n + 1}, power = {s->power, n};
    const clm_modulus *m = s->m;
    const uint32_t e = (m->p - 1) / 2;

    memset(s->power, 0, n * sizeof *s->power);
    s->power[0] = 1;
    for (int bit = 30; bit >= 0; bit--) {
        uint32_t top;

        TRY(clm_host_product(error, s->product, power, power, 0, 2 * n - 1, m, 1, s->watch));
        TRY(clm_host_divide(error, s->quotient, s->product, (clm_host_poly){s->product, 2 * n - 1},
                            f, m, 1, s->watch));
        memcpy(s->power, s->product, n * sizeof *s->power);
        if ((e >> bit & 1) == 0)
            continue;
        top = s->power[n - 1];
        for (size_t i = n; i-- > 0;) {
            const uint64_t sum =
                (uint64_t)s->power[i] * shift + (uint64_t)(m->p - s->f[i]) * top;

            s->power[i] = clm_modulus_reduce(sum + (i > 0 ? s->power[i - 1] : 0), m);
        }
    }
    s->power[0] = clm_modulus_sub(s->power[0], 1, m);
done:
    return st;
}

/* Splits the monic polynomial x^n + part[n - 1] x^(n - 1) + ... in place into one of degree *first
 * and its cofactor; *first = n if that fails. */
static clmodp_status split(clm_error *error, size_t *first, uint32_t *part, size_t n,
                           const splitting *s, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    clm_host_result g = {.c = s->factor};

    *first = n;
    memcpy(s->f, part, n * sizeof *part);
    s->f[n] = 1;
    for (int tries = 0; tries < MOST_TRIES && *first == n; tries++) {
        TRY(find_power(error, s, n, (uint32_t)clm_random_below(random, s->m->p)));
        TRY(clm_host_gcd(error, &g, NULL, (clm_host_poly){s->f, n + 1},
                         (clm_host_poly){s->power, clm_host_count(s->power, n)}, s->m, 1,
                         s->watch));
        if (g.count > 1 && g.count <= n)
            *first = g.count - 1;
    }
    if (*first == n)
        return CLMODP_OK;
    TRY(clm_host_divide(error, s->quotient, s->product, (clm_host_poly){s->f, n + 1},
                        (clm_host_poly){g.c, g.count}, s->m, 1, s->watch));
    memcpy(part, g.c, *first * sizeof *part);
    memcpy(part + *first, s->quotient, (n - *first) * sizeof *part);
done:
    return st;
}

clmodp_status clm_recurrence_roots(clm_error *error, uint32_t *roots, bool *splits,
                                   const clm_recurrence *r, clm_random *random,
                                   const clm_modulus *m, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = r->length;
    splitting s = {.m = m, .watch = watch};
    size_t *end = NULL, parts = 0; /* of parts to split, the first one last */
    uint32_t *words = NULL;

    *splits = true;
    if (count == 0)
        return CLMODP_OK;
    NEW(error, end, count);
    NEW(error, words, 6 * (count + 1));
    s.f = words;
    s.power = s.f + count + 1;
    s.factor = s.power + count + 1;
    s.quotient = s.factor + count + 1;
    s.product = s.quotient + count + 1;
    for (size_t k = 0; k < count; k++)
        roots[k] = r->c[count - k];
    end[parts++] = count;
    for (size_t at = 0; at < count && *splits;) {
        const size_t n = end[parts - 1] - at;
        size_t first;

        if (n == 1) {
            roots[at] = clm_modulus_sub(0, roots[at], m);
            at = end[--parts];
            continue;
        }
        TRY(split(error, &first, roots + at, n, &s, random));
        *splits = first < n;
        end[parts++] = at + first;
    }
done:
    free(words);
    free(end);
    return st;
}

/* ---- coefficients ---- */

clmodp_status clm_power_sum_solve(uint32_t *c, bool *fits, const uint32_t *roots, size_t count,
                                  const uint32_t *s, uint32_t *scratch, const clm_modulus *m,
                                  const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const fp_field field = clm_field(m->p);
    const clm_power_vector_functions *const vectors = clm_power_vectors(clm_vector_level_best());
    uint32_t *const product = scratch, *const slopes = product + count;
    uint32_t *const inverse = slopes + count;
    uint64_t sum = 0;

    for (size_t k = 0; k < count; k++) {
        TRY(clm_poller_check(watch));
        vectors->extend(product, k, fp_neg(fp_to(roots[k], field), field), &field);
    }
    for (size_t k = 0; k < count; k += TOGETHER) {
        TRY(clm_poller_check(watch));
        vectors->divide(c + k, slopes + k, roots + k, clm_size_min(count - k, TOGETHER), product,
                        s, count, &field);
    }
    *fits = clm_host_inverses(inverse, slopes, count, m) == count;
    if (!*fits)
        return CLMODP_OK;
    for (size_t k = 0; k < count; k++) {
        c[k] = fp_mul(c[k], fp_mul(inverse[k], field.r2, field), field);
        c[k] = fp_mul(c[k], field.r2, field);
        sum += fp_mul(c[k], fp_pow(fp_to(roots[k], field), (uint32_t)count, field), field);
    }
    *fits = clm_modulus_reduce(sum, m) == s[count];
done:
    return st;
}
