/* Z[x] as dense arrays of coefficients, constant first. */
#include "polynomials/zx.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/integers.h"
#include "polynomials/kronecker.h"

struct clmodp_zx {
    mpz_t *coeff;    /* `room` initialised integers, 0 from `length` on */
    size_t length;   /* degree + 1 */
    size_t room;
    mpz_t zero;      /* the coefficients above the degree */
};

clmodp_status clmodp_zx_create(clmodp_zx **f)
{
    *f = clm_allocate(1, sizeof **f);
    if (*f == NULL)
        return CLMODP_HOST_MEMORY;
    mpz_init((*f)->zero);
    return CLMODP_OK;
}

void clmodp_zx_destroy(clmodp_zx *f)
{
    if (f == NULL)
        return;
    for (size_t i = 0; i < f->room; i++)
        mpz_clear(f->coeff[i]);
    mpz_clear(f->zero);
    free(f->coeff);
    free(f);
}

long clmodp_zx_degree(const clmodp_zx *f)
{
    return (long)f->length - 1;
}

mpz_srcptr clmodp_zx_coeff(const clmodp_zx *f, size_t i)
{
    return i < f->length ? f->coeff[i] : f->zero;
}

void clmodp_zx_get_coeff(mpz_t c, const clmodp_zx *f, size_t i)
{
    mpz_set(c, clmodp_zx_coeff(f, i));
}

static clmodp_status make_room(clmodp_zx *f, size_t terms)
{
    clmodp_status st = CLMODP_OK;
    size_t before = f->room;

    GROW(NULL, f->coeff, f->room, terms);
    for (size_t i = before; i < f->room; i++)
        mpz_init(f->coeff[i]);
done:
    return st;
}

void clm_zx_trim(clmodp_zx *f)
{
    while (f->length > 0 && mpz_sgn(f->coeff[f->length - 1]) == 0)
        f->length--;
}

clmodp_status clmodp_zx_set_coeff(clmodp_zx *f, const mpz_t c, size_t i)
{
    clmodp_status st;
    mpz_t value; /* a copy, as c may be a coefficient of f, which may move */

    mpz_init_set(value, c);
    st = clm_zx_move_coeff(f, value, i);
    mpz_clear(value);
    return st;
}

clmodp_status clm_zx_move_coeff(clmodp_zx *f, mpz_t c, size_t i)
{
    clmodp_status st = CLMODP_OK;

    if (i >= CLMODP_ZX_MOST_TERMS)
        return CLMODP_LIMIT;
    if (mpz_sgn(c) == 0 && i >= f->length)
        return CLMODP_OK;
    TRY(make_room(f, i + 1));
    f->length = clm_size_max(f->length, i + 1);
    mpz_swap(f->coeff[i], c);
    clm_zx_trim(f);
done:
    return st;
}

static void set_wide(mpz_ptr out, clm_word128 c)
{
    const bool negative = c >> 127 != 0;
    mp_limb_t *limbs;

    if (c == 0) {
        mpz_set_ui(out, 0);
        return;
    }
    if (negative)
        c = -c;
    limbs = mpz_limbs_write(out, 2);
    limbs[0] = (mp_limb_t)c;
    limbs[1] = (mp_limb_t)(c >> 64);
    mpz_limbs_finish(out, negative ? -2 : 2);
}

clmodp_status clm_zx_resize(clmodp_zx *f, mpz_t **coeff, size_t length)
{
    clmodp_status st = CLMODP_OK;

    TRY(make_room(f, length));
    for (size_t i = length; i < f->length; i++)
        mpz_set_ui(f->coeff[i], 0);
    f->length = length;
    *coeff = f->coeff;
done:
    return st;
}

clmodp_status clm_zx_set_wide(clmodp_zx *f, const clm_word128 *c, size_t length)
{
    clmodp_status st = CLMODP_OK;
    mpz_t *coeff;

    TRY(clm_zx_resize(f, &coeff, length));
    for (size_t i = 0; i < length; i++)
        set_wide(coeff[i], c[i]);
    clm_zx_trim(f);
done:
    return st;
}

size_t clm_zx_next_term(const clmodp_zx *f, size_t i)
{
    do
        i--;
    while (i > 0 && mpz_sgn(f->coeff[i]) == 0);
    return i;
}

void clm_zx_take_coeff(mpz_t c, clmodp_zx *f, size_t i)
{
    mpz_swap(c, f->coeff[i]);
}

clmodp_status clm_zx_set_constant(clmodp_zx *f, unsigned long c)
{
    const clm_word128 wide = c;

    return clm_zx_set_wide(f, &wide, 1);
}

void clm_zx_swap(clmodp_zx *f, clmodp_zx *g)
{
    const clmodp_zx old = *f;

    *f = *g;
    *g = old;
}

clmodp_status clmodp_zx_set(clmodp_zx *f, const clmodp_zx *g)
{
    clmodp_status st = CLMODP_OK;

    if (f == g)
        return CLMODP_OK;
    TRY(make_room(f, g->length));
    for (size_t i = 0; i < g->length; i++)
        mpz_set(f->coeff[i], g->coeff[i]);
    for (size_t i = g->length; i < f->length; i++)
        mpz_set_ui(f->coeff[i], 0);
    f->length = g->length;
done:
    return st;
}

clmodp_status clmodp_zx_lowest_terms(clmodp_zx *f, mpz_t d)
{
    return clm_lowest_terms(d, f->coeff, f->length, sizeof *f->coeff);
}

int clmodp_zx_equal(const clmodp_zx *f, const clmodp_zx *g)
{
    if (f->length != g->length)
        return 0;
    for (size_t i = 0; i < f->length; i++)
        if (mpz_cmp(f->coeff[i], g->coeff[i]) != 0)
            return 0;
    return 1;
}

/* Arrays of integers. */

clmodp_status clm_numbers_create(clm_error *error, clm_numbers *out, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_numbers numbers = {0};

    NEW(error, numbers.pointer, count);
    NEW(error, numbers.storage, count);
    for (; numbers.count < count; numbers.count++) {
        mpz_init(numbers.storage[numbers.count]);
        numbers.pointer[numbers.count] = numbers.storage[numbers.count];
    }
    *out = numbers;
    numbers = (clm_numbers){0};
done:
    clm_numbers_destroy(&numbers);
    return st;
}

void clm_numbers_destroy(clm_numbers *numbers)
{
    for (size_t k = 0; k < numbers->count; k++)
        mpz_clear(numbers->storage[k]);
    free(numbers->storage);
    free(numbers->pointer);
    *numbers = (clm_numbers){0};
}

clmodp_status clm_numbers_move(clmodp_zx *r, clm_numbers *numbers, size_t first, size_t count,
                               uint64_t valuation)
{
    clmodp_status st = CLMODP_OK;

    /* Highest first, so that r is allocated once. */
    for (size_t k = count; k-- > 0;)
        if (mpz_sgn(numbers->storage[first + k]) != 0)
            TRY(clm_zx_move_coeff(r, numbers->storage[first + k], (size_t)valuation + k));
done:
    return st;
}

clmodp_status clm_numbers_from_words(clmodp_zx *r, const void *words, size_t word_bytes,
                                     size_t count, uint64_t valuation)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t k = count; k-- > 0;) { /* from the top: allocated once */
        mpz_set_ui(c, word_bytes == sizeof(uint64_t) ? ((const uint64_t *)words)[k]
                                                     : ((const uint32_t *)words)[k]);
        TRY(clm_zx_move_coeff(r, c, (size_t)valuation + k));
    }
done:
    mpz_clear(c);
    return st;
}

/* Divides f by g from the top, in place: f_m, f_{m+1}, ... become the quotient, m the degree of g,
 * and the others 0. Stops as soon as a remainder is certain. Zeros of quotient and divisor are
 * skipped, so that a divisor of few terms takes linear time. */
static clmodp_status divide_down(clmodp_zx *f, bool *divides, const clmodp_zx *g,
                                 const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = g->length - 1;
    size_t *term = NULL, terms = 0; /* lower exponents of g */

    *divides = true;
    NEW(NULL, term, m);
    for (size_t i = 0; i < m; i++)
        if (mpz_sgn(g->coeff[i]) != 0)
            term[terms++] = i;
    for (size_t k = f->length - m; k-- > 0;) {
        TRY(clm_poller_check(watch));
        if (mpz_sgn(f->coeff[k + m]) == 0)
            continue;
        *divides = mpz_divisible_p(f->coeff[k + m], g->coeff[m]);
        if (!*divides)
            goto done;
        mpz_divexact(f->coeff[k + m], f->coeff[k + m], g->coeff[m]);
        for (size_t i = 0; i < terms; i++)
            mpz_submul(f->coeff[k + term[i]], f->coeff[k + m], g->coeff[term[i]]);
    }
    for (size_t i = 0; i < m; i++)
        *divides = *divides && mpz_sgn(f->coeff[i]) == 0;
done:
    free(term);
    return st;
}

static clm_slots slots_of(const clmodp_zx *f)
{
    return (clm_slots){f->coeff, sizeof *f->coeff, NULL, f->length, f->length - 1, 0};
}

/* Sets q to f / g by one division of integers. */
static clmodp_status divide_packed(clmodp_zx *q, bool *divides, const clmodp_zx *f,
                                   const clmodp_zx *g, const clm_poller *watch)
{
    const clm_slots of_f = slots_of(f), of_g = slots_of(g);
    mpz_t *coeff;
    const clmodp_status st = clm_zx_resize(q, &coeff, f->length - g->length + 1);

    return st == CLMODP_OK ? clm_kronecker_divide(coeff, divides, &of_f, &of_g, watch) : st;
}

/* Sets q to f / g by schoolbook division. */
static clmodp_status divide_terms(clmodp_zx *q, bool *divides, const clmodp_zx *f,
                                  const clmodp_zx *g, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = g->length - 1;

    TRY(clmodp_zx_set(q, f));
    TRY(divide_down(q, divides, g, watch));
    q->length -= m;
    for (size_t k = 0; k < q->length; k++)
        mpz_swap(q->coeff[k], q->coeff[k + m]); /* zeros go up */
done:
    return st;
}

/* Least coefficients of quotient and divisor, and most words, for one division of integers. */
#define LEAST_PACKED 6
#define MOST_PACKED_WORDS ((size_t)1 << 26)
/* Most terms of a divisor for schoolbook division, and least coefficients for each of them. */
#define FEW_TERMS 32
#define LEAST_GAP 8

static bool has_gaps(const clmodp_zx *g)
{
    size_t terms = 0;

    for (size_t i = 0; i < g->length && terms <= FEW_TERMS; i++)
        terms += mpz_sgn(g->coeff[i]) != 0;
    return terms <= FEW_TERMS && terms * LEAST_GAP <= g->length;
}

clmodp_status clm_zx_divide_exact(clmodp_zx *f, const clmodp_zx *g, bool negate,
                                  const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *quotient = NULL;
    size_t words = 0;
    bool divides;

    if (f->length == 0)
        return CLMODP_OK;
    if (f->length < g->length)
        return CLMODP_CORRUPT;
    for (size_t k = 0; k < f->length; k++)
        words = clm_size_max(words, mpz_size(f->coeff[k]));
    TRY(clmodp_zx_create(&quotient));
    if (clm_size_min(f->length - g->length + 1, g->length) >= LEAST_PACKED &&
        clm_size_times(words, f->length) <= MOST_PACKED_WORDS && !has_gaps(g))
        TRY(divide_packed(quotient, &divides, f, g, watch));
    else
        TRY(divide_terms(quotient, &divides, f, g, watch));
    if (!divides)
        TRY(CLMODP_CORRUPT);
    for (size_t k = 0; k < quotient->length && negate; k++)
        mpz_neg(quotient->coeff[k], quotient->coeff[k]);
    clm_zx_swap(f, quotient);
done:
    clmodp_zx_destroy(quotient);
    return st;
}
