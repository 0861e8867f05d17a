/* Z[x]: a dense array of coefficients, constant first. */
#include "zxy/zx.h"

#include <stdbool.h>

#include "base/memory.h"
#include "base/size.h"

struct clmodp_zx {
    mpz_t *coeff;    /* `room` initialised integers, 0 from `length` on */
    size_t length;   /* degree + 1 */
    size_t room;
    mpz_t zero;      /* the coefficients above */
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

static void drop_zeros(clmodp_zx *f)
{
    while (f->length > 0 && mpz_sgn(f->coeff[f->length - 1]) == 0)
        f->length--;
}

/* Room for the coefficient of x^i, if there is one or c is not 0: then *place is it, else NULL. */
static clmodp_status find_place(mpz_ptr *place, clmodp_zx *f, const mpz_t c, size_t i)
{
    clmodp_status st = CLMODP_OK;

    *place = NULL;
    if (i >= CLMODP_ZX_MOST_TERMS)
        return CLMODP_LIMIT;
    if (mpz_sgn(c) == 0 && i >= f->length)
        return CLMODP_OK;
    TRY(make_room(f, i + 1));
    *place = f->coeff[i];
    f->length = clm_size_max(f->length, i + 1);
done:
    return st;
}

clmodp_status clmodp_zx_set_coeff(clmodp_zx *f, const mpz_t c, size_t i)
{
    clmodp_status st;
    mpz_t value; /* c may be one of f's own coefficients, which are about to move */

    mpz_init_set(value, c);
    st = clm_zx_move_coeff(f, value, i);
    mpz_clear(value);
    return st;
}

clmodp_status clm_zx_move_coeff(clmodp_zx *f, mpz_t c, size_t i)
{
    mpz_ptr place;
    clmodp_status st = find_place(&place, f, c, i);

    if (place != NULL) {
        mpz_swap(place, c);
        drop_zeros(f);
    }
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

clmodp_status clm_zx_set_wide(clmodp_zx *f, const clm_word128 *c, size_t length)
{
    clmodp_status st = CLMODP_OK;

    TRY(make_room(f, length));
    for (size_t i = 0; i < length; i++)
        set_wide(f->coeff[i], c[i]);
    for (size_t i = length; i < f->length; i++)
        mpz_set_ui(f->coeff[i], 0);
    f->length = length;
    drop_zeros(f);
done:
    return st;
}

void clm_zx_take_coeff(mpz_t c, clmodp_zx *f, size_t i)
{
    mpz_swap(c, f->coeff[i]);
}

clmodp_status clm_zx_set_constant(clmodp_zx *f, unsigned long c)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *constant = NULL;
    mpz_t value;

    mpz_init_set_ui(value, c);
    TRY(clmodp_zx_create(&constant));
    TRY(clmodp_zx_set_coeff(constant, value, 0));
    clm_zx_swap(f, constant);
done:
    clmodp_zx_destroy(constant);
    mpz_clear(value);
    return st;
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
    mpz_t common;

    if (mpz_sgn(d) <= 0)
        return CLMODP_INVALID;
    mpz_init_set(common, d);
    for (size_t i = 0; i < f->length && mpz_cmp_ui(common, 1) != 0; i++)
        mpz_gcd(common, common, f->coeff[i]);
    if (mpz_cmp_ui(common, 1) != 0) {
        mpz_divexact(d, d, common);
        for (size_t i = 0; i < f->length; i++)
            mpz_divexact(f->coeff[i], f->coeff[i], common);
    }
    mpz_clear(common);
    return CLMODP_OK;
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
