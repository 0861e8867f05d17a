/* Signed residues, reduced only as far as necessary, on the W lanes of a work-item; kernels only.
 *
 * A lazy residue is any int of the right class modulo p with |v| <= 5/4 p; a balanced one has |v|
 * <= p/2. With p <= 2/5 * 2^32 no correction is needed after a reduction: a sum of three products
 * balanced * lazy has |t| <= 3/2 * 5/4 * p^2, and its reduction is at most
 *
 *     |t| / 2^32 + p/2  <=  15/8 * 2/5 * p + p/2  =  5/4 p  <=  2^31.
 *
 * With LAZY_LARGE every odd p < 2^31 is allowed: stored residues are balanced (lazy_settle), so
 * that three products have |t| <= 3/4 p^2, and p < 2^31 makes the reduction at most
 *
 *     |t| / 2^32 + p/2  <=  3/8 p + p/2  =  7/8 p  <  2^31.
 *
 * Products come in two halves, of the even and of the odd words:
 *
 *     word        0     1     2     3    ...          a 64-bit lane takes two words;
 *     even      [ 0    (1) ][ 2    (3) ] ...          a product of lanes reads only the
 *     odd       [ 1    (1) ][ 3    (3) ] ...          lower one, so (.) may be anything
 *
 * Widening then costs one swizzle for W words and narrowing one for both halves, whereas
 * conversions between vectors of words and double words cost four. Shifts cost Euclid 5 %
 * (AVX-512), and shuffle is a loop in PoCL 7.1. Swizzles require little-endian 64-bit lanes, as
 * all OpenCL devices in use have. */
#ifndef CLM_LAZY_H
#define CLM_LAZY_H

#include "lanes.h"

/* LAZY: W lazy residues. LAZY_HALF: half of their double words. LAZY_BOTH executes a statement for
 * each half; with W = 1 there is only one. */
#if W == 1
typedef int LAZY;
typedef long LAZY_HALF;
#define lazy_as_half(v) ((long)(v))
#define LAZY_BOTH(statement_even, statement_odd) statement_even
#define lazy_as_words(v) ((int)(v))
#define lazy_as_lanes(v) ((uint)(v))
#define lazy_any(condition) (condition)

#else
typedef LANES_JOIN(int, W) LAZY;
typedef LAZY LAZY_LOOSE __attribute__((aligned(4)));
#define lazy_as_words LANES_JOIN(as_int, W)
#define lazy_as_lanes LANES_JOIN(as_uint, W)
#define lazy_any(condition) any(condition)
#define LAZY_BOTH(statement_even, statement_odd) statement_even; statement_odd

/* lazy_upper has the upper word of each 64-bit lane in both words of the lane. */
#if W == 2
typedef long LAZY_HALF;
#define lazy_as_half as_long
#define lazy_upper(v) ((v).s11)
#elif W == 4
typedef long2 LAZY_HALF;
#define lazy_as_half as_long2
#define lazy_upper(v) ((v).s1133)
#elif W == 8
typedef long4 LAZY_HALF;
#define lazy_as_half as_long4
#define lazy_upper(v) ((v).s11335577)
#else
typedef long8 LAZY_HALF;
#define lazy_as_half as_long8
#define lazy_upper(v) ((v).s1133557799bbddff)
#endif
#endif

/* Type of the carries of a wavefront, one bit for each of its 64 or 32 lanes. */
#ifdef LANES_ASSEMBLY_GCN
#if __AMDGCN_WAVEFRONT_SIZE__ == 32
#define LAZY_CARRY uint
#else
#define LAZY_CARRY ulong
#endif
#endif

/* Double words, one for each word: products and sums of products. */
typedef struct lazy_pair {
    LAZY_HALF even;
#if W > 1
    LAZY_HALF odd;
#endif
} lazy_pair;

/* One prime for all lanes or one for each lane, with derived constants. */
typedef struct lazy_prime {
    LAZY p;
    lazy_pair factor, inverse; /* p and -pinv */
} lazy_prime;

#ifdef CLM_VERIFY
/* Ranges in eighths of p: of a lazy residue, and of a stored one. */
#define LAZY_MOST 10
#ifdef LAZY_LARGE
#define LAZY_KEPT 4
#else
#define LAZY_KEPT LAZY_MOST
#endif

/* Returns whether |v| <= eighths / 8 * p. */
LANES_FN bool lazy_within(LAZY v, long eighths, LAZY p)
{
    return 8 * (v < 0 ? -(long)v : v) <= eighths * p;
}

/* Returns whether the reduction of t is below 2^31: |t| < (2^31 - p/2) * 2^32. */
LANES_FN bool lazy_reducible(LAZY_HALF t, LAZY p)
{
    return (t < 0 ? -(ulong)t : (ulong)t) < ((1UL << 32) - (ulong)p) << 31;
}
#endif

/* Returns the constants of one prime for all lanes. */
LANES_FN lazy_prime lazy_prime_of(fp_field f)
{
    lazy_prime prime;
    const LAZY inverse = (LAZY)((int)(0 - f.pinv));

    prime.p = (LAZY)((int)f.p);
    /* in both words of a half, see lanes_half_splat */
    LAZY_BOTH(prime.factor.even = lazy_as_half(prime.p), prime.factor.odd = prime.factor.even);
    LAZY_BOTH(prime.inverse.even = lazy_as_half(inverse), prime.inverse.odd = prime.inverse.even);
    return prime;
}

/* Widens v to a factor of products: only the lower word of each lane counts. */
LANES_FN lazy_pair lazy_widen(LAZY v)
{
    lazy_pair pair;

    LAZY_BOTH(pair.even = lazy_as_half(v), pair.odd = lazy_as_half(lazy_upper(v)));
    return pair;
}

/* Returns lazy_widen(*v), but loads the odd words, as a swizzle occupies the multiplying units.
 * The last double word extends one word beyond the vector: if tiles are vectors, into the same
 * work-item's next coefficient. */
LANES_FN lazy_pair lazy_fetch(global const LAZY *v)
{
#if W > 1 && T == W
    global const LAZY_LOOSE *odd = (global const LAZY_LOOSE *)((global const int *)v + 1);
    lazy_pair pair = {lazy_as_half(*v), lazy_as_half(*odd)};

    return pair;
#else
    return lazy_widen(*v);
#endif
}

/* Returns the constants of the primes p, one for each lane. pinv: p^-1 mod 2^32 */
LANES_FN lazy_prime lazy_primes_of(LAZY p, LAZY pinv)
{
    lazy_prime prime = {p, lazy_widen(p), lazy_widen(-pinv)};

    return prime;
}

/* Returns the products of the lower words. With the sign extension beside the product the compiler
 * sees that one 32-bit multiplication is enough. For GPUs LLVM moves the extensions out of loops
 * and multiplies 64 by 64 bits in steps: 31 instructions for a coefficient of Euclid's sweeps on
 * sm_90, 11 multiplications on gfx90a. So inline assembly states the product, in PTX for NVIDIA's
 * GPUs and as one instruction for AMD's. */
LANES_FN LAZY_HALF lazy_half_product(LAZY_HALF a, LAZY_HALF b)
{
#ifdef LANES_ASSEMBLY_PTX
    LAZY_HALF t;

    __asm__("mul.wide.s32 %0, %1, %2;" : "=l"(t) : "r"((int)a), "r"((int)b));
    return t;
#else
#ifdef LANES_ASSEMBLY_GCN
    LAZY_HALF t;
    LAZY_CARRY carry;

    __asm__("v_mad_i64_i32 %0, %1, %2, %3, 0"
            : "=&v"(t), "=s"(carry)
            : "v"((int)a), "v"((int)b));
    return t;
#else
    return ((a << 32) >> 32) * ((b << 32) >> 32);
#endif
#endif
}

/* Returns t + a * b, one instruction on GPUs. AMD's eleventh generation must not write the sum to
 * the registers of a factor or of t (LLVM: MAD_INTRA_FWD_BUG). */
LANES_FN LAZY_HALF lazy_half_add_product(LAZY_HALF t, LAZY_HALF a, LAZY_HALF b)
{
#ifdef LANES_ASSEMBLY_GCN
    LAZY_CARRY carry;

#ifdef __GFX9__
    __asm__("v_mad_i64_i32 %0, %1, %2, %3, %0"
            : "+v"(t), "=s"(carry)
            : "v"((int)a), "v"((int)b));
    return t;
#else
    LAZY_HALF sum;

    __asm__("v_mad_i64_i32 %0, %1, %2, %3, %4"
            : "=&v"(sum), "=s"(carry)
            : "v"((int)a), "v"((int)b), "v"(t));
    return sum;
#endif
#else
    return t + lazy_half_product(a, b);
#endif
}

/* Returns t + a * b + c * d, in an order with shorter dependency chains on CPUs. */
LANES_FN LAZY_HALF lazy_half_add_products(LAZY_HALF t, LAZY_HALF a, LAZY_HALF b, LAZY_HALF c,
                                          LAZY_HALF d)
{
#ifdef LANES_ASSEMBLY_GCN
    return lazy_half_add_product(lazy_half_add_product(t, a, b), c, d);
#else
    return t + (lazy_half_product(a, b) + lazy_half_product(c, d));
#endif
}

LANES_FN lazy_pair lazy_product(lazy_pair a, lazy_pair b)
{
    lazy_pair t;

    OP_COUNTS(PRODUCTS, W);
    LAZY_BOTH(t.even = lazy_half_product(a.even, b.even), t.odd = lazy_half_product(a.odd, b.odd));
    return t;
}

LANES_FN lazy_pair lazy_sum(lazy_pair a, lazy_pair b)
{
    VERIFY(b.even < 0 ? a.even >= LONG_MIN - b.even : a.even <= LONG_MAX - b.even);
    LAZY_BOTH(a.even += b.even, a.odd += b.odd);
    return a;
}

LANES_FN lazy_pair lazy_add_product(lazy_pair t, lazy_pair a, lazy_pair b)
{
#ifdef LANES_ASSEMBLY_GCN
    OP_COUNTS(PRODUCTS, W);
    t.even = lazy_half_add_product(t.even, a.even, b.even);
    return t;
#else
    return lazy_sum(t, lazy_product(a, b));
#endif
}

LANES_FN lazy_pair lazy_difference(lazy_pair a, lazy_pair b)
{
    VERIFY(b.even < 0 ? a.even <= LONG_MAX + b.even : a.even >= LONG_MIN + b.even);
    LAZY_BOTH(a.even -= b.even, a.odd -= b.odd);
    return a;
}

/* Moves the upper words of sums to separate sums: high * 2^32 + low stays equal, and low is then
 * in [0, 2^32). */
LANES_FN void lazy_carry(lazy_pair *high, lazy_pair *low)
{
    LAZY_BOTH(high->even += low->even >> 32, high->odd += low->odd >> 32);
    LAZY_BOTH(low->even &= 0xffffffffL, low->odd &= 0xffffffffL);
}

/* Returns t + m * p with m = -t / p mod 2^32 in [-2^31, 2^31), whose lower word is 0. GPUs compute
 * product and sum in one instruction. inverse: -1 / p mod 2^32. */
LANES_FN LAZY_HALF lazy_half_redc(LAZY_HALF t, LAZY_HALF p, LAZY_HALF inverse)
{
#if W == 1
    LAZY_HALF m = (uint)t * (uint)inverse;
#else
    LAZY_HALF m = lazy_as_half(lanes_half_low_product(lanes_as_half(t), lanes_as_half(inverse)));
#endif

    return lazy_half_add_product(t, m, p);
}

/* Returns t * 2^-32 mod p, of absolute value at most |t| * 2^-32 + p/2. Pre: this is < 2^31. */
LANES_FN LAZY lazy_redc(lazy_pair t, lazy_prime prime)
{
    VERIFY(lazy_reducible(t.even, prime.p));
#if W == 1
    return (int)(lazy_half_redc(t.even, prime.factor.even, prime.inverse.even) >> 32);
#else
    const LAZY odd = lazy_as_words((LAZY_HALF)(-1L << 32));
    LAZY even_words =
        lazy_as_words(lazy_half_redc(t.even, prime.factor.even, prime.inverse.even));
    LAZY odd_words = lazy_as_words(lazy_half_redc(t.odd, prime.factor.odd, prime.inverse.odd));

    return select(lazy_upper(even_words), odd_words, odd);
#endif
}

/* Selects v in the lanes in which a condition holds, and 0 in the others. Comparisons give 1 for
 * scalars, -1 for vectors. */
#if W == 1
#define lazy_where(condition, v) ((condition) ? (v) : 0)
#else
#define lazy_where(condition, v) ((condition) & (v))
#endif

/* Selects v if one condition for all lanes holds, else 0. Uses a mask, since a choice between
 * vectors makes LLVM 18 terminate PoCL 6.0 ("Instruction Combining did not reach a fixpoint"). */
#define lazy_if(condition, v) ((v) & (LAZY)(-(int)(condition)))

/* Maps |v| <= 3/2 p to |v| <= p/2. */
LANES_FN LAZY lazy_balance(LAZY v, lazy_prime prime)
{
    LAZY half_p = prime.p >> 1;

    VERIFY(lazy_within(v, 12, prime.p));
    return v + (lazy_where(v < -half_p, prime.p) - lazy_where(v > half_p, prime.p));
}

/* Brings a reduced sum into the range of stored residues. */
LANES_FN LAZY lazy_settle(LAZY v, lazy_prime prime)
{
#ifdef LAZY_LARGE
    v = lazy_balance(v, prime);
#endif
    VERIFY(lazy_within(v, LAZY_KEPT, prime.p));
    return v;
}

/* Returns a * b * 2^-32 mod p, of absolute value at most 9/8 p, or p/2 with LAZY_LARGE. Pre: a and
 * b are lazy; with LAZY_LARGE at most p in absolute value. */
LANES_FN LAZY lazy_mul(LAZY a, LAZY b, lazy_prime prime)
{
    VERIFY(lazy_within(a, LAZY_KEPT > 8 ? LAZY_KEPT : 8, prime.p));
    VERIFY(lazy_within(b, LAZY_KEPT > 8 ? LAZY_KEPT : 8, prime.p));
    return lazy_settle(lazy_redc(lazy_product(lazy_widen(a), lazy_widen(b)), prime), prime);
}

/* Maps |v| <= 3/2 p to [0, p). */
LANES_FN LAZY lazy_canonical(LAZY v, lazy_prime prime)
{
    LAZY balanced = lazy_balance(v, prime);

    return balanced + lazy_where(balanced < 0, prime.p);
}

/* Returns base^e, with the same exponent in every lane. */
LANES_FN LAZY lazy_pow(LAZY base, u32 e, LAZY one, lazy_prime prime)
{
    LAZY result = one;

    for (; e != 0; e >>= 1) {
        if (e & 1)
            result = lazy_mul(result, base, prime);
        base = lazy_mul(base, base, prime);
    }
    return result;
}

/* Returns base^e with an exponent per lane, from 0 to `most`. */
LANES_FN LAZY lazy_pow_lanes(LAZY base, LAZY e, u32 most, LAZY one, lazy_prime prime)
{
    LAZY result = one;

    for (; most != 0; most >>= 1, e >>= 1) {
        const LAZY bit = -(e & 1);

        result = lazy_mul(result, (bit & base) | (~bit & one), prime);
        base = lazy_mul(base, base, prime);
    }
    return result;
}

/* Returns 1 / v by Fermat's theorem, for primes that may differ between lanes; 0 for 0. */
LANES_FN LAZY lazy_inverse(LAZY v, LAZY one, lazy_prime prime)
{
    return lazy_pow_lanes(v, prime.p - 2, 0x7fffffff, one, prime);
}

#endif
