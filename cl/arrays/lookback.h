/* Decoupled look-back: sums over all earlier tiles, from totals that work-groups of one launch
 * announce to each other [Merrill, Garland 2016].
 *
 *     tile        0        1        2        3        4        a work-group each
 *     total       all      all      own      own      -        announced so far
 *
 * Tile 4 adds the own totals of tiles 3 and 2 and the total of all tiles up to 1. Groups take
 * tiles by a counter, so the groups of all earlier tiles have started, and on a device that keeps
 * running started groups each can wait for them. Waiting is bounded: after `polls` looks the group
 * adds the elements of the missing tile itself, and counts this [Smith, Levien, Owens 2025]. So no
 * device hangs, and results are the same.
 *
 * A total is LOOKBACK_PIECES words, each with a state above 30 bits of the total: a total is valid
 * if all its words have the same state. So the 32-bit atomics of OpenCL C 1.2, which order nothing
 * else, suffice. A buffer has LOOKBACK_HEAD words, then the totals, all 0 before the launch.
 *
 * Definitions: LOOKBACK_TYPE, uint or ulong; LOOKBACK_PIECES, 1 to 3; LOOKBACK_LOSES, 0, or 1 to
 * lose the totals at every other pair of words, in tests. */
#ifndef CLM_LOOKBACK_H
#define CLM_LOOKBACK_H

#include "lookback_shape.h"

/* States of totals: not announced; of the tile itself; of all tiles up to it. */
enum { LOOKBACK_NONE, LOOKBACK_OWN, LOOKBACK_ALL };

#define LOOKBACK_BITS 30
#define LOOKBACK_MASK ((1u << LOOKBACK_BITS) - 1)

/* Takes the next tile; one work-item of a group calls it. */
static inline u32 lookback_take(global u32 *head)
{
    return atomic_inc(head);
}

/* Announces a total, whose words are `step` words apart. */
static inline void lookback_announce(global u32 *total, size_t step, u32 state,
                                     LOOKBACK_TYPE value)
{
    if (LOOKBACK_LOSES && (size_t)total / 8 % 2 == 1)
        return;
    for (u32 p = 0; p < LOOKBACK_PIECES; p++)
        atomic_xchg(total + p * step, state << LOOKBACK_BITS |
                                          ((u32)(value >> LOOKBACK_BITS * p) & LOOKBACK_MASK));
}

/* Reads a word that other groups write. An atomic operation would occupy the second-level cache
 * longer than a load. */
static inline u32 lookback_word(volatile global u32 *word)
{
#ifdef LANES_ASSEMBLY_PTX
    u32 found;

    __asm__ volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(found) : "l"(word) : "memory");
    return found;
#else
    return atomic_or(word, 0);
#endif
}

/* Reads a total, and returns its state. */
static inline u32 lookback_read(LOOKBACK_TYPE *value, global u32 *total, size_t step)
{
    u32 word = lookback_word(total), state = word >> LOOKBACK_BITS;

    *value = word & LOOKBACK_MASK;
    for (u32 p = 1; p < LOOKBACK_PIECES; p++) {
        word = lookback_word(total + p * step);
        *value |= (LOOKBACK_TYPE)(word & LOOKBACK_MASK) << (LOOKBACK_BITS * p);
        state = word >> LOOKBACK_BITS == state ? state : LOOKBACK_NONE;
    }
    return state;
}

/* Reads a total up to `polls` times, until it is valid, and returns its state. */
static inline u32 lookback_wait(LOOKBACK_TYPE *value, global u32 *total, size_t step, u32 polls)
{
    u32 state = LOOKBACK_NONE;

    for (u32 k = 0; k < polls && state == LOOKBACK_NONE; k++)
        state = lookback_read(value, total, step);
    return state;
}

/* Counts a total that the caller has added itself. */
static inline void lookback_missed(global u32 *head)
{
    atomic_inc(head + LOOKBACK_MISSED);
}

#endif
