/* Tables of powers. */
#include "gcd/monomials.h"

#include "core/memory.h"
#include "core/size.h"

void clm_monomials_clear(clm_monomials *at)
{
    free(at->words);
    *at = (clm_monomials){0};
}

clmodp_status clm_monomials_create(clm_error *error, clm_monomials *out, const uint32_t *point,
                                   const size_t *degree, size_t variables, fp_field field)
{
    clmodp_status st = CLMODP_OK;
    size_t words = 0;
    uint32_t *next;

    *out = (clm_monomials){.field = field, .variables = variables};
    for (size_t i = 0; i < variables; i++) {
        out->count[i] = (uint32_t)clm_size_min(degree[i] + 1, CLM_MONOMIAL_POWERS);
        words += out->count[i];
    }
    NEW(error, out->words, words);
    next = out->words;
    for (size_t i = 0; i < variables; next += out->count[i++]) {
        const uint32_t base = fp_to(point[i], field);

        out->power[i] = next;
        out->next[i] = field.one;
        for (uint32_t e = 0; e < out->count[i]; e++) {
            next[e] = out->next[i];
            out->next[i] = fp_mul(out->next[i], base, field);
        }
    }
done:
    return st;
}
