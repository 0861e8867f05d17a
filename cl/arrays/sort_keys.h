/* Types of keys and values of a sort, and the digits of keys; kernels only.
 *
 * Definitions: SORT_KEY_BYTES, 4 or 8; SORT_VALUE_BYTES, likewise, or 0 without values;
 * SORT_INDEX_BYTES, of places; SORT_BITS, the maximum number of bits of a digit; SORT_FLOATS, 1
 * for floating point numbers. */
#ifndef CLM_SORT_KEYS_H
#define CLM_SORT_KEYS_H

#include "sort_shape.h"

#define SORT_DIGITS (1u << SORT_BITS)

#if SORT_KEY_BYTES == 4
#define SORT_KEY uint
#else
#define SORT_KEY ulong
#endif
#if SORT_VALUE_BYTES == 8
#define SORT_VALUE ulong
#else
#define SORT_VALUE uint
#endif
#if SORT_INDEX_BYTES == 4
#define SORT_INDEX uint
#else
#define SORT_INDEX ulong
#endif

/* Declares a function that is not inlined on CPUs, because PoCL would compile its callers' other
 * loops worse. GPUs would need a stack for the call. */
#if W > 1
#define SORT_APART __attribute__((noinline)) static
#else
#define SORT_APART static inline
#endif

/* Prefetches the line of the cache that is SORT_AHEAD elements after a pointer, if k is a multiple
 * of 16. CPUs themselves prefetch within a page only (bench/sort). SPIR-V has no such instruction,
 * and Mesa's translator to it ends the process (docs/drivers.md). */
#define SORT_AHEAD 512
#if W > 1 && defined(__has_builtin) && !defined(__SPIRV64__)
#define SORT_FETCH(pointer, k) \
    ((k) % 16 ? (void)0 : __builtin_prefetch((const void *)(ulong)((pointer) + (k) + SORT_AHEAD)))
#else
#define SORT_FETCH(pointer, k) ((void)0)
#endif
#if W > 1 && defined(__has_builtin)
#define SORT_STORE_LINE(to, line) __builtin_nontemporal_store(line, &STORED(*(to)))
#else
#define SORT_STORE_LINE(to, line) (STORED(*(to)) = (line))
#endif

/* Defines a copy of words from memory in one space. CPUs write whole cache lines past the caches:
 * then the old contents are not read, even if the cache of another core has them. */
typedef u32 __attribute__((may_alias)) sort_word;
typedef uint16 __attribute__((may_alias, aligned(4))) sort_line;
#define SORT_PLAIN(element) (element)
#define SORT_COPY(name, from, LOAD)                                                             \
    static inline void name(global void *to, from const void *words, u32 count)                 \
    {                                                                                           \
        global sort_word *out = to;                                                             \
        from const sort_word *in = words;                                                       \
        u32 k = 0;                                                                              \
                                                                                                \
        for (; W > 1 && k < count && (ulong)(out + k) % 64 != 0; k++)                           \
            STORED(out[k]) = LOAD(in[k]);                                                       \
        for (; W > 1 && k + 16 <= count; k += 16)                                               \
            SORT_STORE_LINE((global uint16 *)(out + k), LOAD(*(from const sort_line *)(in + k)));\
        for (; k < count; k++)                                                                  \
            STORED(out[k]) = LOAD(in[k]);                                                       \
    }

SORT_COPY(sort_copy, local, SORT_PLAIN)
SORT_COPY(sort_copy_over, global, LOADED)

/* Stores a key in `count` places, by CPUs likewise. */
#if SORT_KEY_BYTES == 4
#define SORT_LINE_OF(key) ((uint16)(key))
#else
#define SORT_LINE_OF(key) as_uint16((ulong8)(key))
#endif
static inline void sort_fill(global SORT_KEY *out, size_t count, SORT_KEY key)
{
    const u32 line = 64 / SORT_KEY_BYTES;
    size_t k = 0;

    for (; W > 1 && k < count && (ulong)(out + k) % 64 != 0; k++)
        STORED(out[k]) = key;
    for (; W > 1 && k + line <= count; k += line)
        SORT_STORE_LINE((global uint16 *)(out + k), SORT_LINE_OF(key));
    for (; k < count; k++)
        STORED(out[k]) = key;
}

/* The type of stored digits. */
#if SORT_BITS <= 8
#define SORT_DIGIT uchar
#else
#define SORT_DIGIT ushort
#endif

/* Performs an assignment of values, if there are any. */
#if SORT_VALUE_BYTES > 0
#define SORT_MOVE_VALUE(assignment) (assignment)
#else
#define SORT_MOVE_VALUE(assignment) ((void)0)
#endif

/* Parameters of a key's digit; separate from the shape, so that they stay in registers. */
typedef struct sort_rule {
    SORT_KEY flip;
    u32 begin, mask;
} sort_rule;

static inline sort_rule sort_rule_of(sort_shape s)
{
    return (sort_rule){(SORT_KEY)s.flip, s.begin, (1u << s.bits) - 1};
}

/* The same for one pass, if the shape has the bits of all passes. */
static inline sort_rule sort_rule_of_pass(sort_shape s, u32 pass)
{
    const u32 begin = sort_pass_begin(s.bits, pass, s.pass);

    return (sort_rule){(SORT_KEY)s.flip, s.begin + begin,
                       (1u << (sort_pass_begin(s.bits, pass + 1, s.pass) - begin)) - 1};
}

/* Returns the number by which a key is ordered, its rank. Flipped bits order signed integers and
 * floating point numbers like unsigned integers: the sign; all other bits of negative floating
 * point numbers; and for descending order the complementary bits. */
static inline SORT_KEY sort_rank(SORT_KEY key, SORT_KEY flip)
{
#if SORT_FLOATS
    key ^= ((SORT_KEY)0 - (key >> (8 * SORT_KEY_BYTES - 1))) >> 1;
#endif
    return key ^ flip;
}

/* Returns the key of a rank. */
static inline SORT_KEY sort_unrank(SORT_KEY rank, SORT_KEY flip)
{
    return sort_rank(rank ^ flip, 0);
}

/* Returns the digit of a key for this pass. */
static inline u32 sort_digit(SORT_KEY key, sort_rule rule)
{
    OP_COUNTS(DIGITS, 1);
    return (u32)(sort_rank(key, rule.flip) >> rule.begin) & rule.mask;
}

#endif
