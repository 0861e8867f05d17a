/* Sums and carries of planes: compiled for each level of vector instructions. */
#include "roots/planes.h"

#include "arith/vectors.h"

#define LANES ((size_t)VEC_BYTES / 8)
#define MASK (((int64_t)1 << CLM_PLANE_BITS) - 1)

typedef int64_t words __attribute__((vector_size(VEC_BYTES)));
typedef int64_t words_unaligned __attribute__((vector_size(VEC_BYTES), aligned(8), may_alias));

static inline words load(const int64_t *from)
{
    return *(const words_unaligned *)from;
}

static inline void store(int64_t *to, words v)
{
    *(words_unaligned *)to = v;
}

/* Two levels in one pass: w[j] + 2 w[j + 1] + w[j + 2], j < count - 2. */
static void sum_twice(int64_t *w, size_t count, int64_t *first)
{
    const int64_t last = w[count - 2] + w[count - 1];
    size_t j = 0;

    first[0] = w[0] + w[1];
    for (; j + LANES <= count - 2; j += LANES) {
        const words middle = load(w + j + 1);

        store(w + j, load(w + j) + middle + (middle + load(w + j + 2)));
    }
    for (; j < count - 2; j++)
        w[j] += 2 * w[j + 1] + w[j + 2];
    w[count - 2] = last;
    first[1] = w[0];
}

static void sum_once(int64_t *w, size_t count, int64_t *first)
{
    size_t j = 0;

    for (; j + LANES <= count - 1; j += LANES)
        store(w + j, load(w + j) + load(w + j + 1));
    for (; j < count - 1; j++)
        w[j] += w[j + 1];
    first[0] = w[0];
}

static void sum(int64_t *plane, size_t count, size_t levels, int64_t *first)
{
    size_t t = 0;

    for (; t + 2 <= levels && count - t > 2; t += 2)
        sum_twice(plane, count - t, first + t);
    for (; t < levels; t++)
        sum_once(plane, count - t, first + t);
}

/* Carries of as many numbers as a vector has lanes. */
static void carry_vector(int64_t *w, size_t stride, size_t planes, unsigned shift)
{
    words lower = load(w);
    const int64_t out = ((int64_t)1 << shift) - 1;

    for (size_t k = 1; k < planes; k++) {
        const words upper = load(w + k * stride) + (lower >> CLM_PLANE_BITS);

        lower &= MASK;
        store(w + (k - 1) * stride,
              lower >> shift | (upper & out) << (CLM_PLANE_BITS - shift));
        lower = upper;
    }
    store(w + (planes - 1) * stride, lower >> shift);
}

static void carry_word(int64_t *w, size_t stride, size_t planes, unsigned shift)
{
    int64_t lower = w[0];
    const int64_t out = ((int64_t)1 << shift) - 1;

    for (size_t k = 1; k < planes; k++) {
        const int64_t upper = w[k * stride] + (lower >> CLM_PLANE_BITS);

        w[(k - 1) * stride] = (lower & MASK) >> shift | (upper & out) << (CLM_PLANE_BITS - shift);
        lower = upper;
    }
    w[(planes - 1) * stride] = lower >> shift;
}

static void carry(int64_t *plane, size_t stride, size_t planes, size_t count, unsigned shift)
{
    size_t i = 0;

    for (; i + LANES <= count; i += LANES)
        carry_vector(plane + i, stride, planes, shift);
    for (; i < count; i++)
        carry_word(plane + i, stride, planes, shift);
}

const clm_plane_functions VEC_NAME(clm_planes) = {sum, carry};
