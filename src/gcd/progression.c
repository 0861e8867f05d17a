/* Values of terms from point to point, and gcds of their sums. */
#include "gcd/progression.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "gcd/power_vectors.h"

clmodp_status clm_gcd_progression_start(clm_error *error, clm_gcd_progression *out,
                                        clm_gcd_scratch *scratch, const clm_gcd_operands *of,
                                        const uint32_t *residues, const clm_monomials *start,
                                        const clm_monomials *quotient, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const fp_field field = quotient->field;
    size_t terms = 0, longest = 0, n = 0;

    *out = (clm_gcd_progression){.of = of, .field = field, .watch = watch};
    for (int k = 0; k < 3; k++) {
        terms += of->part[k].count;
        longest = clm_size_max(longest, of->part[k].degree + (size_t)1);
    }
    GROW(error, scratch->words, scratch->room, 2 * terms + 3 * longest);
    out->modulus = clm_modulus_of(field.p);
    out->value = scratch->words;
    out->quotient = out->value + terms;
    for (size_t k = 0; k < 3; k++)
        out->column[k] = out->quotient + terms + k * longest;
    for (int part = 0; part < 3; part++)
        for (size_t k = 0; k < of->part[part].count; k++, n++) {
            TRY(clm_poller_check(watch));
            out->quotient[n] = clm_monomials_value(quotient, of->part[part].e[k]);
            out->value[n] =
                fp_mul(residues[n],
                       start == NULL ? out->quotient[n]
                                     : clm_monomials_value(start, of->part[part].e[k]), field);
        }
done:
    return st;
}

/* Sets a column to the sums of values with equal powers of y. */
static clm_host_poly sum_rows(uint32_t *column, const clm_gcd_terms *of, const uint32_t *values,
                              const clm_modulus *m)
{
    const size_t count = of->degree + (size_t)1;

    memset(column, 0, count * sizeof *column);
    for (size_t row = 0, k = 0; row < of->rows; row++) {
        uint64_t sum = 0;

        for (; k < of->end[row]; k++)
            sum += values[k];
        column[of->y[k - 1]] = clm_modulus_reduce(sum, m);
    }
    return (clm_host_poly){column, clm_host_count(column, count)};
}

clmodp_status clm_gcd_progression_next(clm_error *error, clm_gcd_progression *at, uint32_t *degree,
                                       uint32_t *values, size_t stride, uint32_t most)
{
    clmodp_status st = CLMODP_OK;
    const clm_gcd_terms *part = at->of->part;
    const fp_field field = at->field;
    const size_t terms = part[0].count + part[1].count + part[2].count;
    const clm_host_poly a = sum_rows(at->column[0], &part[0], at->value, &at->modulus);
    const clm_host_poly b =
        sum_rows(at->column[1], &part[1], at->value + part[0].count, &at->modulus);
    const clm_host_poly c = sum_rows(at->column[2], &part[2],
                                     at->value + part[0].count + part[1].count, &at->modulus);
    const uint32_t lead = c.count > 0 ? c.c[0] : 0;
    clm_host_result g = {.c = at->column[2]};

    *degree = UINT32_MAX;
    if (lead == 0 || a.count + b.count == 0)
        goto advance;
    TRY(clm_host_gcd(error, &g, NULL, a, b, &at->modulus, 1, at->watch));
    if (g.count > (size_t)most + 1)
        goto advance;
    *degree = (uint32_t)(g.count - 1);
    for (size_t y = 0; y < g.count; y++)
        values[y * stride] = clm_modulus_mul(g.c[y], lead, &at->modulus);
advance:
    clm_power_vectors(clm_vector_level_best())->multiply(at->value, at->quotient, terms, &field);
    st = clm_poller_check(at->watch);
done:
    return st;
}
