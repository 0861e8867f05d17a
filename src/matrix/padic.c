/* Digits of p-adic expansions: each step solves A d = r modulo p for the next digits d of the
 * solution and replaces r, at first v, by (r - A d) / p. */
#include "matrix/padic.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"

__extension__ typedef __int128 i128;

/* Returns an integer of words in two's complement modulo p. */
static uint64_t residue(const uint64_t *a, size_t limbs, const clm_mont64 *field)
{
    uint64_t sum = a[limbs - 1] >> 63 != 0 ? field->p - 1 : 0;

    for (size_t k = limbs; k-- > 0;)
        sum = clm_mont64_add(clm_mont64_mul(sum, field->square, field),
                             clm_mont64_mul(a[k], field->one, field), field);
    return sum;
}

void clm_integers_reduce(uint64_t *residues, const clm_integers *a, const clm_mont64 *field)
{
    const uint64_t radix = clm_mont64_to((uint64_t)1 << CLM_DIGIT_BITS, field);

    for (size_t k = 0; k < a->n * a->n; k++) {
        const int64_t *const entry = a->entry + k / a->n * a->n * a->digits + k % a->n;
        uint64_t sum = 0;

        for (size_t i = a->digits; i-- > 0;) {
            const uint64_t digit = (uint64_t)entry[i * a->n];

            sum = clm_mont64_mul(sum, radix, field);
            sum = clm_mont64_add(sum, clm_mont64_mul(digit, field->one, field), field);
            if (digit >> 63 != 0)
                sum = clm_mont64_sub(sum, field->one, field);
        }
        residues[k] = clm_mont64_to(sum, field);
    }
}

/* Returns the sum of products of residues, one of each in Montgomery form. */
static uint64_t dot(const uint64_t *a, const uint64_t *b, size_t count, const clm_mont64 *field)
{
    enum { BLOCK = 8 };
    clm_u128 even = 0, odd = 0; /* below p 2^64, and then 8 p^2 more */
    size_t k = 0;

    for (; k + 2 * BLOCK <= count; k += 2 * BLOCK) {
        for (size_t i = k; i < k + 2 * BLOCK; i += 2) {
            even += (clm_u128)a[i] * b[i];
            odd += (clm_u128)a[i + 1] * b[i + 1];
        }
        even = clm_u128_fold(even, field->p);
        odd = clm_u128_fold(odd, field->p);
    }
    even = clm_u128_fold(even + odd, field->p);
    for (size_t end; k < count; k = end) {
        end = clm_size_min(k + BLOCK, count);
        for (size_t i = k; i < end; i++)
            even += (clm_u128)a[i] * b[i];
        even = clm_u128_fold(even, field->p);
    }
    return clm_mont64_reduce(even, field);
}

/* Solves L U x = b; at first x is b, and afterwards in the order of the columns of U. */
static void solve(uint64_t *x, const uint64_t *lu, size_t n, const clm_mont64 *field)
{
    for (size_t i = 1; i < n; i++)
        x[i] = clm_mont64_add(x[i], dot(lu + i * n, x, i, field), field);
    for (size_t i = n; i-- > 0;) {
        const uint64_t *const right = lu + i * n + i;
        const uint64_t sum = dot(right + 1, x + i + 1, n - i - 1, field);

        x[i] = clm_mont64_mul(clm_mont64_sub(sum, x[i], field), *right, field);
    }
}

/* Subtracts 2^shift times a number, modulo 2^(64 limbs). */
static void subtract_shifted(uint64_t *r, size_t limbs, i128 number, size_t shift)
{
    const uint64_t word[3] = {(uint64_t)number, (uint64_t)(number >> 64), number < 0 ? -1 : 0};
    const size_t bits = shift % 64;
    uint64_t below = 0, borrow = 0;

    for (size_t k = shift / 64, i = 0; k < limbs; k++, i++) {
        const uint64_t w = word[i < 2 ? i : 2];
        const uint64_t part = w << bits | (bits > 0 ? below >> (64 - bits) : 0);
        const clm_u128 difference = (clm_u128)r[k] - part - borrow;

        r[k] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
        below = w;
    }
}

/* Subtracts the sum of the products of a row's entries and residues x, modulo 2^(64 limbs). */
static void subtract_products(uint64_t *r, const int64_t *row, const uint64_t *x,
                              const clm_integers *a)
{
    if (a->limbs == 1) {
        for (size_t j = 0; j < a->n; j++)
            *r -= (uint64_t)row[j] * x[j];
        return;
    }
    for (size_t k = 0; k < a->digits; k++) {
        const int64_t *const digit = row + k * a->n;
        i128 even = 0, odd = 0; /* |digit| < 2^48, x < 2^61, n < 2^16 */

        for (size_t j = 0; j + 1 < a->n; j += 2) {
            even += (i128)digit[j] * (int64_t)x[j];
            odd += (i128)digit[j + 1] * (int64_t)x[j + 1];
        }
        if (a->n % 2 != 0)
            odd += (i128)digit[a->n - 1] * (int64_t)x[a->n - 1];
        subtract_shifted(r, a->limbs, even + odd, k * CLM_DIGIT_BITS);
    }
}

/* Divides a multiple of p by p, modulo 2^(64 limbs). */
static void divide(uint64_t *r, size_t limbs, const clm_mont64 *field)
{
    uint64_t carry = 0;

    for (size_t k = 0; k < limbs; k++) {
        const bool borrow = r[k] < carry;

        r[k] = (r[k] - carry) * field->inverse;
        carry = (uint64_t)((clm_u128)r[k] * field->p >> 64) + borrow;
    }
}

clmodp_status clm_padic_solution(clm_error *error, uint64_t *digits, size_t count,
                                const clm_integers *a, uint64_t *lu, const uint32_t *column,
                                const unsigned char *choice, const clm_mont64 *field,
                                const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = a->n, limbs = a->limbs;
    uint64_t *const last = lu + n * n - 1;
    uint64_t *residual = NULL, *solution, *x;

    NEW(error, residual, n * limbs + 2 * n);
    solution = residual + n * limbs;
    x = solution + n;
    *last = clm_mont64_neg(clm_mont64_inv(*last, field), field);
    for (size_t i = 0; i < n; i++)
        residual[i * limbs] = choice[i] & 1;
    for (size_t k = 0; k < count; k++) {
        clm_u128 sum = 0;

        TRY(clm_poller_check(watch));
        for (size_t i = 0; i < n; i++)
            solution[i] = residue(residual + i * limbs, limbs, field);
        solve(solution, lu, n, field);
        for (size_t i = 0; i < n; i++) {
            x[column[i]] = solution[i];
            sum += choice[column[i]] >> 1 != 0 ? solution[i] : 0;
        }
        digits[2 * k] = (uint64_t)sum;
        digits[2 * k + 1] = (uint64_t)(sum >> 64);
        for (size_t i = 0; i < n; i++) {
            subtract_products(residual + i * limbs, a->entry + i * n * a->digits, x, a);
            divide(residual + i * limbs, limbs, field);
        }
    }
done:
    free(residual);
    return st;
}
