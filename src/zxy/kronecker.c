/* Kronecker's substitution: a polynomial's coefficients side by side in one long integer,
 * that is, its value at x = 2^(64 slot), y = x^row. Negative coefficients borrow from the
 * slot above, which unpacking gives back. */
#include "zxy/kronecker.h"

#include <string.h>

void clm_packing_make(clm_packing *packing, const clm_grid *grid, double bits)
{
    packing->grid = *grid;
    packing->slot = (size_t)((bits + 2.0) / GMP_NUMB_BITS) + 1; /* a sign, and rounding up */
    packing->limbs = clm_grid_points(grid) * (double)packing->slot;
}

bool clm_packing_fits(const clm_packing *packing, const clm_budget *budget)
{
    return packing->limbs * GMP_NUMB_BITS <= budget->bits;
}

/* value := the sum of |c| * 2^(64 slot number) over the terms whose sign is `sign`. */
static void pack_sign(mpz_t value, const clm_packing *packing, const clm_sum *f,
                      const clm_grid *of_f, int sign)
{
    uint64_t row = packing->grid.width[0];
    size_t top = (size_t)clm_grid_number(of_f, &f->term[f->length - 1], row) + 1;
    size_t limbs = top * packing->slot;
    mp_limb_t *out = mpz_limbs_write(value, (mp_size_t)limbs);

    memset(out, 0, limbs * sizeof *out);
    for (size_t k = 0; k < f->length; k++) {
        mpz_srcptr c = f->term[k].c.num;
        size_t number = (size_t)clm_grid_number(of_f, &f->term[k], row);

        if (mpz_sgn(c) == sign)
            memcpy(out + number * packing->slot, mpz_limbs_read(c),
                   mpz_size(c) * sizeof *out);
    }
    mpz_limbs_finish(value, (mp_size_t)limbs);
}

static void pack(mpz_t value, const clm_packing *packing, const clm_sum *f,
                 const clm_grid *of_f)
{
    mpz_t negative;

    mpz_init(negative);
    pack_sign(value, packing, f, of_f, 1);
    pack_sign(negative, packing, f, of_f, -1);
    mpz_sub(value, value, negative);
    mpz_clear(negative);
}

/* c := limbs[0..slot) + borrow as a signed number (two's complement), to be negated if
 * `negate`. Returns the borrow from the slot above. */
static mp_limb_t unpack_slot(mpz_t c, mp_limb_t *limbs, size_t slot, mp_limb_t borrow,
                             bool negate)
{
    mp_size_t size = (mp_size_t)slot;
    bool negative;

    borrow = mpn_add_1(limbs, limbs, size, borrow); /* a carry: all ones became zero */
    negative = limbs[slot - 1] >> (GMP_NUMB_BITS - 1) != 0;
    if (negative)
        mpn_neg(limbs, limbs, size);
    while (size > 0 && limbs[size - 1] == 0)
        size--;
    memcpy(mpz_limbs_write(c, size > 0 ? size : 1), limbs, (size_t)size * sizeof *limbs);
    mpz_limbs_finish(c, negative != negate ? -size : size);
    return borrow != 0 || negative ? 1 : 0;
}

/* Append the coefficients of a long integer, which is used up. */
static clmodp_status unpack(clm_sum *out, const clm_packing *packing, mpz_t value)
{
    clmodp_status st = CLMODP_OK;
    size_t slot = packing->slot, slots = (size_t)clm_grid_points(&packing->grid);
    size_t used = mpz_size(value), limbs = slots * slot;
    bool negate = mpz_sgn(value) < 0;
    mp_limb_t *words = mpz_limbs_modify(value, (mp_size_t)limbs), borrow = 0;
    int64_t at[2];
    clm_fraction c;

    clm_fraction_init(&c);
    memset(words + used, 0, (limbs - used) * sizeof *words);
    for (size_t k = 0; k < slots; k++) {
        TRY(clm_budget_step(out->budget, slot));
        borrow = unpack_slot(c.num, words + k * slot, slot, borrow, negate);
        if (mpz_sgn(c.num) == 0)
            continue;
        clm_grid_exponents(&packing->grid, k, packing->grid.width[0], at);
        TRY(clm_sum_append(out, (uint32_t)at[0], (uint32_t)at[1], &c));
    }
done:
    mpz_limbs_finish(value, 0);
    clm_fraction_clear(&c);
    return st;
}

clmodp_status clm_kronecker_multiply(clm_sum *out, const clm_packing *packing,
                                     const clm_sum *f, const clm_grid *of_f,
                                     const clm_sum *g, const clm_grid *of_g)
{
    clmodp_status st;
    mpz_t a, b;

    st = clm_budget_step(out->budget, (size_t)packing->limbs);
    if (st != CLMODP_OK)
        return st;
    mpz_init(a);
    mpz_init(b);
    pack(a, packing, f, of_f);
    if (f == g) {
        mpz_mul(a, a, a);
    } else {
        pack(b, packing, g, of_g);
        mpz_mul(a, a, b);
    }
    mpz_realloc2(b, 0);
    st = unpack(out, packing, a);
    mpz_clear(b);
    mpz_clear(a);
    return st;
}
