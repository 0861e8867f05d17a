/* Computes the values y = numerator / denominator * x^-valuation at points with a nonzero
 * denominator, without gaps, and lists the other points.
 *
 * A work-group takes a chunk of NT * COMPACT_RUN points of one prime. A work-item inverts the
 * product of its divisors d and derives their inverses from it, the last one first. The group
 * scans the numbers of points that its work-items keep, and reserves space for all at once:
 *
 *     d of the chunk       3 7 0 1 | 0 0 5 2 | 4 1 1 9         (work-items are interleaved)
 *     kept by work-items       3         2         4
 *     inclusive sums           3         5         9      9 points from count[prime] on
 *
 * The order of groups in the output does not matter to interpolation.
 *
 * [Eme12, 5.5], simultaneous inversion [Montgomery 1987, 10.3.1] */
#include "compact_shape.h"
#include "../../arith/residue_inverse.h"
#include "../../arrays/group.h"

/* Returns x of a point of a prime. */
static inline residue compact_point(residue_prime prime, compact_batch batch, u32 point)
{
    return residue_to(prime.start + batch.first_point + point, prime.field);
}

/* Appends an unlucky point to the list, which has space for `most`. */
static inline void compact_unlucky(global u32 *unlucky, u32 number, u32 most)
{
    const u32 slot = atomic_inc(unlucky);

    if (slot < most)
        unlucky[1 + slot] = number;
}

/* Processes a chunk, one in each of batch.primes * batch.chunks work-groups. */
kernel __attribute__((reqd_work_group_size(NT, 1, 1))) void
compact_points(global residue *x, global residue *y, global u32 *count, global u32 *unlucky,
               global const residue *numerator, global const residue *denominator,
               global const residue_prime *primes, const compact_batch batch)
{
    local u32 words[GROUP_PLACE(NT)];
    const u32 t = (u32)get_local_id(0), number = (u32)get_group_id(0) / batch.chunks;
    const u32 first = (u32)get_group_id(0) % batch.chunks * (NT * COMPACT_RUN) + t;
    const residue_prime prime = primes[number];
    const size_t offset = (size_t)number * batch.points;
    const residue_field field = prime.field;
    residue divisor[COMPACT_RUN], prefix[COMPACT_RUN], product = residue_one(field);
    u32 kept = 0;

#pragma unroll
    for (u32 r = 0; r < COMPACT_RUN; r++) {
        const u32 point = first + r * NT;

        divisor[r] = point < batch.points ? denominator[offset + point] : (residue)0;
        prefix[r] = product;
        if (divisor[r] != 0) {
            const residue at = compact_point(prime, batch, point);

            divisor[r] = residue_mul(divisor[r], residue_pow(at, batch.valuation, field), field);
            product = residue_mul(product, divisor[r], field);
            kept++;
        } else if (point < batch.points)
            compact_unlucky(unlucky, (u32)(offset + point), batch.listed);
    }

    u32 slot = group_place(&count[number], words, kept, t, NT) + kept;
    residue inverse = kept > 0 ? residue_inverse(product, field) : (residue)0;

#pragma unroll
    for (u32 r = COMPACT_RUN; r-- > 0;)
        if (divisor[r] != 0) {
            const u32 point = first + r * NT;
            const residue quotient = residue_mul(residue_mul(inverse, prefix[r], field),
                                                 numerator[offset + point], field);

            inverse = residue_mul(inverse, divisor[r], field);
            if (--slot < batch.capacity) {
                x[(size_t)number * batch.capacity + slot] = compact_point(prime, batch, point);
                y[(size_t)number * batch.capacity + slot] = quotient;
            }
        }
}

/* Computes the values at the points listed[1 ... batch.listed] of any primes, with one inversion
 * each, from another algorithm's numerators and denominators. */
kernel void compact_listed(global residue *x, global residue *y, global u32 *count,
                           global const u32 *listed, global const residue *numerator,
                           global const residue *denominator, global const residue_prime *primes,
                           const compact_batch batch)
{
    if (get_global_id(0) >= batch.listed)
        return;

    const u32 number = listed[1 + get_global_id(0)], n = number / batch.points;

    if (n >= batch.primes || denominator[number] == 0) /* a corrupted list may be invalid */
        return;

    const residue_field field = primes[n].field;
    const residue at = compact_point(primes[n], batch, number % batch.points);
    const residue divisor = residue_mul(denominator[number],
                                        residue_pow(at, batch.valuation, field), field);
    const u32 slot = atomic_inc(&count[n]);

    if (slot < batch.capacity) {
        x[(size_t)n * batch.capacity + slot] = at;
        y[(size_t)n * batch.capacity + slot] =
            residue_mul(numerator[number], residue_inverse(divisor, field), field);
    }
}
