/* Unpacks results of packed problems; writes packings as text, and reads them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "polynomials/mpoly.h"
#include "polynomials/zxy.h"
#include "resultant/factors.h"
#include "resultant/packing.h"

enum { MOST = CLMODP_MOST_VARIABLES, PARTS = CLM_PACKING_PARTS };

clmodp_status clm_unpack_exponents(uint32_t *e, const clmodp_packing *packing, unsigned k,
                                   unsigned j, uint64_t i)
{
    int64_t rest = (int64_t)i - packing->offset, digit[MOST];
    const clm_int128 wide = k;

    if (rest < 0)
        return CLMODP_CORRUPT;
    for (size_t l = (size_t)packing->digits; l-- > 0;) {
        digit[l] = rest / packing->weight[l];
        rest %= packing->weight[l];
        if (digit[l] >= packing->radix[l])
            return CLMODP_CORRUPT;
    }
    if (rest != 0) /* there are no digits */
        return CLMODP_CORRUPT;
    for (size_t v = 0; v < (size_t)packing->variables; v++) {
        const int64_t *c = packing->of[v].constant;
        clm_int128 sum = c[0] - wide * c[1] + (wide * (wide + 1) - j) * c[2];

        for (size_t l = 0; l < (size_t)packing->digits; l++)
            sum += (clm_int128)packing->of[v].factor[l] * digit[l];
        if (sum < 0 || sum % packing->of[v].divisor != 0)
            return CLMODP_CORRUPT;
        if (sum / packing->of[v].divisor >= (clm_int128)CLM_MOST_EXPONENT)
            return CLMODP_LIMIT;
        e[v] = (uint32_t)(sum / packing->of[v].divisor);
    }
    return CLMODP_OK;
}

clmodp_status clm_packing_explain(clm_error *error, clmodp_status st)
{
    if (st == CLMODP_LIMIT)
        return clm_fail(error, st, "an exponent of the result reaches 2^31");
    if (st == CLMODP_CORRUPT)
        return clm_fail(error, st, "the packed result has an impossible exponent");
    return st == CLMODP_OK ? st : clm_fail(error, st, "no memory for the result's terms");
}

clmodp_status clm_packing_unpack_terms(clmodp_mpoly *r, const clmodp_packing *packing,
                                       unsigned k, unsigned j, clmodp_zxy *packed)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *out = NULL;

    TRY(clmodp_mpoly_create(&out, (size_t)packing->variables));
    TRY(clm_mpoly_reserve(out, packed->length));
    for (size_t l = 0; l < packed->length; l++)
        TRY(clm_unpack_exponents(clm_mpoly_append(out, packed->term[l].c), packing, k, j,
                                 packed->term[l].i));
    clm_mpoly_combine(out);
    clmodp_mpoly_swap(r, out);
done:
    clmodp_mpoly_destroy(out);
    return st;
}

clmodp_status clmodp_packing_unpack(clmodp_mpoly *r, const clmodp_packing *packing, unsigned k,
                                    unsigned j, const clmodp_zx *packed)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *terms = NULL;
    mpz_t c;

    if (j > k)
        return CLMODP_INVALID;
    mpz_init(c);
    TRY(clmodp_zxy_create(&terms));
    for (long i = 0; i <= clmodp_zx_degree(packed); i++) {
        if (mpz_sgn(clmodp_zx_coeff(packed, (size_t)i)) == 0)
            continue;
        clmodp_zx_get_coeff(c, packed, (size_t)i);
        TRY(clm_zxy_append(terms, c, (size_t)i, 0));
    }
    TRY(clm_packing_unpack_terms(r, packing, k, j, terms));
done:
    clmodp_zxy_destroy(terms);
    mpz_clear(c);
    return st;
}

/* The numbers of a packing, in the order of its text. */
enum { MOST_NUMBERS = 4 + 2 * MOST + MOST * (1 + PARTS + MOST) };

static size_t list_numbers(int64_t **numbers, clmodp_packing *p)
{
    size_t count = 0;

    for (int k = 0; k < 4; k++)
        numbers[count++] = (int64_t *[]){&p->variables, &p->eliminated, &p->digits, &p->offset}[k];
    for (size_t k = 0; k < (size_t)p->digits; k++) {
        numbers[count++] = &p->weight[k];
        numbers[count++] = &p->radix[k];
    }
    for (size_t v = 0; v < (size_t)p->variables; v++) {
        numbers[count++] = &p->of[v].divisor;
        for (size_t k = 0; k < PARTS; k++)
            numbers[count++] = &p->of[v].constant[k];
        for (size_t k = 0; k < (size_t)p->digits; k++)
            numbers[count++] = &p->of[v].factor[k];
    }
    return count;
}

clmodp_status clmodp_packing_to_text(char **text, const clmodp_packing *packing)
{
    clmodp_packing copy = *packing;
    int64_t *numbers[MOST_NUMBERS];
    const size_t count = list_numbers(numbers, &copy), room = 21 * count + 1;
    size_t used = 0;

    *text = clm_allocate(room, 1);
    for (size_t k = 0; k < count && *text != NULL; k++)
        used += (size_t)snprintf(*text + used, room - used, "%s%" PRId64, k > 0 ? " " : "",
                                 *numbers[k]);
    return *text != NULL ? CLMODP_OK : CLMODP_HOST_MEMORY;
}

static bool read_numbers(const char **text, int64_t *const *numbers, size_t from, size_t to)
{
    for (size_t k = from; k < to; k++) {
        char *end;

        if (k > 0 && *(*text)++ != ' ')
            return false;
        if (**text != '-' && (**text < '0' || **text > '9'))
            return false;
        *numbers[k] = strtoll(*text, &end, 10);
        if (*numbers[k] >= CLM_PACKING_MOST_NUMBER || *numbers[k] <= -CLM_PACKING_MOST_NUMBER)
            return false;
        *text = end;
    }
    return true;
}

static bool read_packing(clmodp_packing *out, const char *text)
{
    int64_t *numbers[MOST_NUMBERS];

    (void)list_numbers(numbers, out);
    if (!read_numbers(&text, numbers, 0, 4) || out->variables < 0 || out->variables > MOST ||
        out->eliminated < 0 || out->eliminated > out->variables || out->digits < 0 ||
        out->digits > out->variables - (out->eliminated < out->variables) || out->offset < 0)
        return false;
    if (!read_numbers(&text, numbers, 4, list_numbers(numbers, out)) || *text != '\0')
        return false;
    for (size_t k = 0; k < (size_t)out->digits; k++)
        if (out->weight[k] < 1 || out->radix[k] < 1)
            return false;
    for (size_t v = 0; v < (size_t)out->variables; v++)
        if (out->of[v].divisor < 1)
            return false;
    return true;
}

clmodp_status clmodp_packing_from_text(clmodp_packing **packing, const char *text)
{
    *packing = clm_allocate(1, sizeof **packing);
    if (*packing == NULL)
        return CLMODP_HOST_MEMORY;
    if (read_packing(*packing, text))
        return CLMODP_OK;
    clmodp_packing_destroy(*packing);
    *packing = NULL;
    return CLMODP_DAMAGED;
}
