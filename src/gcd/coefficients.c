/* Ranges of terms, which are sorted by the first variables. */
#include "gcd/coefficients.h"

#include <string.h>

#include "core/memory.h"

static bool same_place(const clmodp_mpoly *f, size_t j, size_t k, size_t first)
{
    return memcmp(clm_mpoly_exponents(f, j), clm_mpoly_exponents(f, k),
                  first * sizeof(uint32_t)) == 0;
}

clm_coefficient clm_coefficient_at(const clmodp_mpoly *f, size_t k, size_t first)
{
    clm_coefficient c = {f, k, k + 1};

    while (c.from > 0 && same_place(f, c.from - 1, k, first))
        c.from--;
    while (c.end < f->length && same_place(f, c.end, k, first))
        c.end++;
    return c;
}

clmodp_status clm_coefficient_extract(clmodp_mpoly *out, const clm_coefficient *c, size_t first)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *made = NULL;
    mpz_t copy;

    mpz_init(copy);
    TRY(clmodp_mpoly_create(&made, c->f->variables));
    TRY(clm_mpoly_reserve(made, c->end - c->from));
    for (size_t k = c->from; k < c->end; k++) {
        uint32_t *e;

        mpz_set(copy, clm_mpoly_coefficient(c->f, k));
        e = clm_mpoly_append(made, copy);
        memcpy(e + first, clm_mpoly_exponents(c->f, k) + first,
               (made->variables - first) * sizeof *e);
    }
    clmodp_mpoly_swap(out, made);
done:
    clmodp_mpoly_destroy(made);
    mpz_clear(copy);
    return st;
}

clmodp_status clm_coefficients_list(clm_error *error, clm_coefficient_list *out,
                                    const clmodp_mpoly *f, size_t first)
{
    clmodp_status st = CLMODP_OK;

    for (size_t from = 0; from < f->length; from = out->at[out->count - 1].end) {
        GROW(error, out->at, out->room, out->count + 1);
        out->at[out->count++] = clm_coefficient_at(f, from, first);
    }
done:
    return st;
}

void clm_variables_permute(clmodp_mpoly *f, const size_t *order, bool back)
{
    for (size_t n = 0; n < f->length; n++) {
        uint32_t old[CLMODP_MOST_VARIABLES], *e = clm_mpoly_exponents(f, n);

        memcpy(old, e, f->variables * sizeof *e);
        for (size_t k = 0; k < f->variables; k++)
            e[back ? order[k] : k] = old[back ? k : order[k]];
    }
    clm_mpoly_combine(f);
}

size_t clm_variables_set_first(size_t *order, size_t variables, const bool *in_set)
{
    size_t count = 0;

    for (int pass = 1; pass >= 0; pass--)
        for (size_t k = 0; k < variables; k++)
            if (in_set[k] == (pass == 1))
                order[count++] = k;
    count = 0;
    while (count < variables && in_set[order[count]])
        count++;
    return count;
}
