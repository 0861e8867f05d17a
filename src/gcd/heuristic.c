/* Heuristic gcds: the digits of the gcd of two values to the base B = 2^(64 slot), or B = 2^32 for
 * slot = 0, are coefficients of a candidate h.
 *
 * Kronecker's substitution makes f and g polynomials F and G in one variable, without loss for
 * polynomials of no higher degrees. Let c h(B) be the gcd of F(B) and G(B), for the content c <= B
 * / 2 of its digits. If h divides f and g, and their gcd is h k, then k(B) divides c. If k was not
 * constant, its roots would be roots of F, of absolute value at most 1 + max |F_i|, and |k(B)| at
 * least B - 1 - max |F_i| > c for max |F_i| < B / 8. So k is constant, and 1 as f has no content.
 *
 * The quotient F(B) / h(B) proves that h divides f: if products of its digits and the coefficients
 * of h sum up to less than B / 2, both sides of F = q h have the same digits. */
#include "gcd/heuristic.h"

#include <string.h>

#include "core/size.h"
#include "polynomials/kronecker.h"
#include "polynomials/mpoly_divide.h"

/* Most limbs of a value, and most terms: above, images modulo primes take less time. */
#define MOST_LIMBS ((size_t)240)

/* Bits that digits have beyond those of the coefficients of f and g and of the number of terms;
 * the proof needs 3. */
#define MARGIN 6

/* Bits of a digit, and limbs of `count` digits. */
static size_t digit_bits(size_t slot)
{
    return slot > 0 ? GMP_NUMB_BITS * slot : 32;
}

static size_t digit_limbs(size_t slot, size_t count)
{
    return slot > 0 ? clm_size_times(count, slot) : (count + 1) / 2;
}

/* clm_kronecker_pack for digits of 32 bits. */
static void pack_halves(mpz_t value, const clmodp_mpoly *f, const size_t *place)
{
    const size_t last = f->length - 1, limbs = place[last] / 2 + 1;
    const bool negative = mpz_sgn(clm_mpoly_coefficient(f, last)) < 0;
    mp_limb_t *out = mpz_limbs_write(value, (mp_size_t)limbs);
    int64_t carry = 0;

    memset(out, 0, limbs * sizeof *out);
    for (size_t k = 0, next = 0; k < 2 * limbs; k++) {
        uint32_t digit;

        if (next <= last && place[next] == k) {
            const int64_t c = mpz_get_si(clm_mpoly_coefficient(f, next++));

            carry += negative ? -c : c;
        }
        digit = (uint32_t)carry;
        carry = (carry - digit) / ((int64_t)1 << 32);
        out[k / 2] |= (mp_limb_t)digit << 32 * (k % 2);
    }
    mpz_limbs_finish(value, negative ? -(mp_size_t)limbs : (mp_size_t)limbs);
}

/* Sets c to digit k of the limbs, plus the borrow, as clm_slot_read. Returns the next borrow. */
static mp_limb_t read_digit(mpz_t c, mp_limb_t *limbs, size_t k, size_t slot, mp_limb_t borrow,
                            bool negate)
{
    int64_t digit;

    if (slot > 0)
        return clm_slot_read(c, limbs + k * slot, slot, borrow, negate);
    digit = (int64_t)(limbs[k / 2] >> 32 * (k % 2) & UINT32_MAX) + (int64_t)borrow;
    borrow = digit >> 31 != 0;
    digit -= (int64_t)borrow << 32;
    mpz_set_si(c, negate ? -digit : digit);
    return borrow;
}

/* Sets value to f(B) for exponents packed as p says. */
static void evaluate(mpz_t value, const clmodp_mpoly *f, const clm_places *p, size_t slot)
{
    size_t place[MOST_LIMBS];
    const size_t last = f->length - 1;

    for (size_t k = 0; k <= last; k++)
        place[k] = clm_place_of(p, clm_mpoly_exponents(f, k));
    if (slot == 0)
        pack_halves(value, f, place);
    else
        clm_kronecker_pack(value,
                           &(clm_slots){clm_mpoly_coefficient(f, 0), f->stride, place, f->length,
                                        place[last], 0},
                           slot);
}

/* Appends the terms of a polynomial to out, or to none if it is NULL, from its value, which is
 * consumed. *fits: its degrees are at most most[i]; *bits: of the longest coefficient. */
static clmodp_status read_digits(clmodp_mpoly *out, bool *fits, size_t *bits, mpz_t value,
                                 size_t slot, const clm_places *p, const size_t *most)
{
    clmodp_status st = CLMODP_OK;
    uint32_t e[CLMODP_MOST_VARIABLES];
    const size_t used = mpz_size(value), count = slot > 0 ? used / slot + 1 : 2 * used + 1;
    const size_t limbs = digit_limbs(slot, count);
    const bool negate = mpz_sgn(value) < 0;
    mp_limb_t *words, borrow = 0;
    mpz_t digit;

    mpz_init(digit);
    *bits = 0;
    if (out != NULL)
        TRY(clm_mpoly_reserve(out, count));
    words = mpz_limbs_modify(value, (mp_size_t)limbs);
    memset(words + used, 0, (limbs - used) * sizeof *words);
    *fits = true;
    for (size_t k = 0; k < count && *fits; k++) {
        borrow = read_digit(digit, words, k, slot, borrow, negate);
        if (mpz_sgn(digit) == 0)
            continue;
        clm_place_exponents(e, p, k);
        for (size_t i = 0; i < p->variables; i++)
            *fits = *fits && e[i] <= most[i];
        *bits = clm_size_max(*bits, mpz_sizeinbase(digit, 2));
        if (out != NULL)
            memcpy(clm_mpoly_append(out, digit), e, p->variables * sizeof *e);
    }
    mpz_limbs_finish(value, 0);
done:
    mpz_clear(digit);
    return st;
}

/* Sets *divides to whether h divides f; false too if digits are too short to tell.
 * In: value  f(B), which is consumed
 *     by     h(B), a divisor of it */
static clmodp_status prove(bool *divides, const clmodp_mpoly *f, mpz_t value,
                           const clmodp_mpoly *h, mpz_srcptr by, size_t slot, const clm_places *p)
{
    clmodp_status st = CLMODP_OK;
    size_t most[CLMODP_MOST_VARIABLES], bits;

    for (size_t i = 0; i < f->variables; i++)
        most[i] = (size_t)(clmodp_mpoly_degree(f, i) - clmodp_mpoly_degree(h, i));
    mpz_divexact(value, value, by);
    TRY(read_digits(NULL, divides, &bits, value, slot, p, most));
    bits += clm_mpoly_bits(h) + clm_size_bits(h->length);
    *divides = *divides && bits < digit_bits(slot);
done:
    return st;
}

clmodp_status clm_gcd_try_integers(clmodp_mpoly *h, bool *found, const clmodp_mpoly *f,
                                   const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = clm_size_max(f->length, g->length);
    size_t degree[CLMODP_MOST_VARIABLES], least[CLMODP_MOST_VARIABLES], bits, slot;
    clm_places p;
    mpz_t of_f, of_g, common, content;

    *found = false;
    if (length > MOST_LIMBS)
        return CLMODP_OK;
    for (size_t i = 0; i < f->variables; i++) {
        const long a = clmodp_mpoly_degree(f, i), b = clmodp_mpoly_degree(g, i);

        degree[i] = (size_t)(a < b ? b : a);
        least[i] = (size_t)(a < b ? a : b);
    }
    p = clm_places_of_degrees(degree, f->variables);
    bits = clm_size_max(clm_mpoly_bits(f), clm_mpoly_bits(g)) + clm_size_bits(length);
    slot = bits + MARGIN < 32 ? 0 : (bits + MARGIN) / GMP_NUMB_BITS + 1;
    if (digit_limbs(slot, p.count) > MOST_LIMBS)
        return CLMODP_OK;
    mpz_inits(of_f, of_g, common, content, NULL);
    evaluate(of_f, f, &p, slot);
    evaluate(of_g, g, &p, slot);
    mpz_gcd(common, of_f, of_g);
    mpz_set(content, common);
    TRY(read_digits(h, found, &bits, content, slot, &p, least));
    if (!*found)
        goto done;
    clmodp_mpoly_content(content, h);
    clm_mpoly_divide_integer(h, content);
    mpz_divexact(common, common, content);
    if (clmodp_mpoly_total_degree(h) > 0)
        TRY(prove(found, f, of_f, h, common, slot, &p));
    if (*found && clmodp_mpoly_total_degree(h) > 0)
        TRY(prove(found, g, of_g, h, common, slot, &p));
done:
    if (!*found)
        (void)clm_mpoly_resize(h, 0);
    mpz_clears(of_f, of_g, common, content, NULL);
    return st;
}
