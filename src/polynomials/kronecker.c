/* Kronecker's substitution, and exact quotients by residues or by one division of long integers.
 *
 * If g divides f, its value at B = 2^(64 slot) divides that of f. The reverse holds if the digits
 * of the quotient are so small that no coefficient of their product with g exceeds B / 2: then
 * product and f have the same value and the same digits. Likewise for residues, with the product
 * of all primes instead of B. */
#include "polynomials/kronecker.h"

#include "core/size.h"
#include "polynomials/residues.h"

#define MOST_LIMBS ((size_t)1 << 30)

/* Limbs of a quotient between two polls. */
#define PIECE ((size_t)1 << 17)

static size_t bits_of(mpz_srcptr c)
{
    return mpz_sgn(c) == 0 ? 0 : mpz_sizeinbase(c, 2);
}

static size_t slots_bits(const clm_slots *f)
{
    size_t bits = 1;

    for (size_t k = 0; k < f->count; k++)
        bits = clm_size_max(bits, bits_of(clm_slots_coefficient(f, k)));
    return bits;
}

/* Sets value to the coefficients of one sign, side by side. */
static void pack_sign(mpz_t value, const clm_slots *f, size_t slot, int sign)
{
    const size_t limbs = (f->top + 1) * slot;
    mp_limb_t *out = mpz_limbs_write(value, (mp_size_t)limbs);

    memset(out, 0, limbs * sizeof *out);
    for (size_t k = 0; k < f->count; k++) {
        mpz_srcptr c = clm_slots_coefficient(f, k);

        if (mpz_sgn(c) == sign)
            memcpy(out + clm_slots_place(f, k) * slot, mpz_limbs_read(c),
                   mpz_size(c) * sizeof *out);
    }
    mpz_limbs_finish(value, (mp_size_t)limbs);
}

void clm_kronecker_pack(mpz_t value, const clm_slots *f, size_t slot)
{
    mpz_t negative;

    mpz_init(negative);
    pack_sign(value, f, slot, 1);
    pack_sign(negative, f, slot, -1);
    mpz_sub(value, value, negative);
    mpz_clear(negative);
}

/* Sets q to the `count` digits of a value, which is consumed. Returns the bits of the longest;
 * SIZE_MAX if the value has more digits. */
static size_t unpack(mpz_t *q, size_t count, mpz_t value, size_t slot)
{
    const size_t limbs = count * slot, used = mpz_size(value);
    const bool negate = mpz_sgn(value) < 0;
    mp_limb_t *words, borrow = 0;
    size_t bits = 0;

    if (used > limbs)
        return SIZE_MAX;
    words = mpz_limbs_modify(value, (mp_size_t)limbs);
    memset(words + used, 0, (limbs - used) * sizeof *words);
    for (size_t k = 0; k < count; k++) {
        borrow = clm_slot_read(q[k], words + k * slot, slot, borrow, negate);
        bits = clm_size_max(bits, bits_of(q[k]));
    }
    mpz_limbs_finish(value, 0);
    return borrow == 0 ? bits : SIZE_MAX;
}

/* Replaces a by its quotient by b, and sets rest to the remainder: piece by piece, as GMP's
 * division cannot be cancelled. */
static clmodp_status divide_integers(mpz_t a, mpz_t rest, mpz_srcptr b, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = mpz_size(a), d = mpz_size(b);
    const size_t pieces = watch != NULL && n > d ? (n - d) / PIECE : 0;
    const mp_size_t size = mpz_sgn(a) < 0 ? -(mp_size_t)PIECE : (mp_size_t)PIECE;
    mpz_t quotient, digits, part;

    mpz_inits(quotient, part, NULL);
    mpz_tdiv_q_2exp(rest, a, pieces * PIECE * GMP_NUMB_BITS);
    mpz_tdiv_qr(quotient, rest, rest, b);
    for (size_t k = pieces; k-- > 0;) {
        TRY(clm_poller_check(watch));
        mpz_mul_2exp(rest, rest, PIECE * GMP_NUMB_BITS);
        mpz_add(rest, rest, mpz_roinit_n(digits, mpz_limbs_read(a) + k * PIECE, size));
        mpz_tdiv_qr(part, rest, rest, b);
        mpz_mul_2exp(quotient, quotient, PIECE * GMP_NUMB_BITS);
        mpz_add(quotient, quotient, part);
    }
    mpz_swap(a, quotient);
done:
    mpz_clears(quotient, part, NULL);
    return st;
}

clmodp_status clm_kronecker_divide(mpz_t *q, bool *divides, const clm_slots *f,
                                   const clm_slots *g, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t f_bits = slots_bits(f), g_bits = slots_bits(g), terms = clm_size_bits(g->count);
    const size_t extra = g_bits + terms + 1; /* bits of a product beyond those of a digit of q */
    /* The bits of a divisor of f are bounded by Mignotte [Gathen, Gerhard 2013, 6.33]. */
    const size_t most = f->top + f_bits + clm_size_bits(f->count) + extra;
    size_t slot = (clm_size_max(f_bits, g_bits) + terms + 3) / GMP_NUMB_BITS + 1;
    bool proved = false;
    mpz_t value[2], rest;

    mpz_inits(value[0], value[1], rest, NULL);
    TRY(clm_residues_divide(q, divides, &proved, f, g, &(clm_quotient_bits){f_bits, extra, most},
                            watch));
    for (; !proved; slot *= 2) {
        size_t bits;

        if (clm_size_times(f->top + 1, slot) > MOST_LIMBS)
            FAIL(NULL, CLMODP_LIMIT, "a quotient of polynomials takes more than 2^30 words");
        clm_kronecker_pack(value[0], f, slot);
        clm_kronecker_pack(value[1], g, slot);
        TRY(divide_integers(value[0], rest, value[1], watch));
        *divides = mpz_sgn(rest) == 0;
        if (!*divides)
            break;
        bits = unpack(q, f->top - g->top + 1, value[0], slot);
        proved = bits < SIZE_MAX && bits + extra < GMP_NUMB_BITS * slot;
        *divides = proved;
        if (GMP_NUMB_BITS * slot > most)
            break;
    }
done:
    mpz_clears(value[0], value[1], rest, NULL);
    return st;
}

clm_places clm_places_of_degrees(const size_t *degree, size_t variables)
{
    clm_places p = {.variables = variables, .count = 1};

    for (size_t i = variables; i-- > 0;) {
        p.weight[i] = p.count;
        p.count = clm_size_times(p.count, degree[i] + 1);
    }
    return p;
}

clm_places clm_places_make(const clmodp_mpoly *f)
{
    size_t degree[CLMODP_MOST_VARIABLES];

    for (size_t i = 0; i < f->variables; i++)
        degree[i] = (size_t)clmodp_mpoly_degree(f, i);
    return clm_places_of_degrees(degree, f->variables);
}
