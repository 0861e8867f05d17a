/* Primes of the W remainder sequences of a work-item; kernels only. */
#ifndef CLM_EUCLID_PRIMES_H
#define CLM_EUCLID_PRIMES_H

#include "../../arith/lazy.h"
#include "../../arith/prime_info.h"
#include "euclid_shape.h"

#ifdef LAZY_LARGE
#define EUCLID_FITS(p) true
#else
#define EUCLID_FITS(p) ((p) <= EUCLID_PRIME_MAX)
#endif

/* The primes of the W lanes of a work-item. */
typedef struct euclid_primes {
    lazy_prime prime;
    LAZY one;
    bool fits; /* no prime exceeds the limit */
} euclid_primes;

/* Sets up lanes that have one prime. */
LANES_INLINE void euclid_primes_same(euclid_primes *own, fp_field field)
{
    own->prime = lazy_prime_of(field);
    own->one = (LAZY)((int)field.one);
    own->fits = EUCLID_FITS(field.p);
}

/* Gets the field of sequence u in tiles shared by primes: prime u / points. Lanes beyond the last
 * of `count` sequences repeat it. */
LANES_INLINE void euclid_field_shared(fp_field *field, global const prime_info *info, u32 u,
                                      u32 count, u32 points)
{
    *field = info[min(u, count - 1) / points].field;
}

/* Sets up lanes with a prime each, from sequence `first` on. */
LANES_INLINE void euclid_primes_shared(euclid_primes *own, global const prime_info *info,
                                       u32 first, u32 count, u32 points)
{
    u32 p[W], pinv[W], one[W];

    own->fits = true;
    for (u32 i = 0; i < W; i++) {
        fp_field field;

        euclid_field_shared(&field, info, first + i, count, points);
        p[i] = field.p;
        pinv[i] = field.pinv;
        one[i] = field.one;
        own->fits &= EUCLID_FITS(field.p);
    }
    own->prime = lazy_primes_of(lazy_as_words(lanes_load(p)), lazy_as_words(lanes_load(pinv)));
    own->one = lazy_as_words(lanes_load(one));
}

#endif
