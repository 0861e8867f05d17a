/* Complex roots of a polynomial without multiple roots, in boxes. */
#ifndef CLM_ROOTS_ABERTH_H
#define CLM_ROOTS_ABERTH_H

#include "core/parallel.h"
#include "roots/box.h"
#include "roots/newton.h"

/* Least number of terms, of all values together, for which threads save time. */
#define CLM_ABERTH_TERMS 2048

/* The least number of bits of the first values, and of bits that are added at once. */
#define CLM_ABERTH_BITS ((size_t)64)
#define CLM_ABERTH_MOST_BITS ((size_t)1 << 30)

/* The real part of approximation k, by which approximations are sorted. */
typedef struct clm_aberth_place {
    double re;
    size_t k;
} clm_aberth_place;

typedef struct clm_aberth_state {
    bool done;     /* the approximation is as good as its bits allow */
    bool bounded;  /* has a square that may have the root */
    bool apart;    /* the square meets no other one */
    bool isolated; /* the square has exactly one root, and this or its mirror image has a box */
    bool boxed;    /* has a box */
    long reach;    /* the logarithm of the distance to which clm_cluster_improve moved it */
} clm_aberth_state;

/* Approximations of all roots of f, and boxes of those with an imaginary part >= 0. */
typedef struct clm_aberth {
    const clmodp_zx *f;
    bool symmetric;      /* f(-x) = f(x) or -f(x) */
    size_t degree, bits; /* of f; of the latest approximations */
    clm_disc *z, *next;  /* the approximations; those of the next round */
    clm_disc *value;     /* of f at z, by clm_smith_isolate; isolated z keep theirs */
    double *near;        /* z in double precision: two parts each */
    bool bounded;        /* all squares are set, after clm_smith_isolate */
    size_t *left, left_count; /* the roots that are not isolated */
    size_t *item, items; /* those to be improved in a round; or bounded by clm_smith_isolate */
    double mean_size;    /* the mean logarithm of their values */
    size_t waiting;      /* the roots that were left when they were improved the last time */
    size_t stalls;       /* number of successive rounds in which it hardly decreased */
    clm_disc *square;    /* about the approximations */
    double *size;        /* upper bounds of the squares' radii */
    clm_aberth_place *place; /* all by increasing real parts, for clm_smith_isolate */
    double most[2];      /* the largest |re| + |im| of `near`; the largest size */
    size_t *mirror;      /* the only square that the image in the real axis meets, or SIZE_MAX;
                            while paired: the approximation of the conjugate */
    bool paired;         /* z[mirror[k]] is the conjugate of z[k] for all k */
    clm_newton *newton;  /* of the boxes */
    clm_aberth_state *state;
    clm_box *box;
    size_t threads;
    const clm_poller *watch;
} clm_aberth;

/* Runs work(d, i, thread) for every i < count, on several threads unless there is little work. */
static inline clmodp_status clm_aberth_run(clm_aberth *d, size_t count, clm_work work)
{
    return clm_parallel_for(count, count * d->degree < CLM_ABERTH_TERMS ? 1 : d->threads, work, d);
}

/* Prepares a search, which refers to f. Pre: degree >= 1; x does not divide f, unless f = c x.
 * Errors: HOST_MEMORY */
clmodp_status clm_aberth_init(clm_aberth *d, const clmodp_zx *f);
void clm_aberth_clear(clm_aberth *d);

/* Finds boxes with one root each and without common points, with their mirror images in the real
 * axis, so small that clm_newton_converges. The imaginary part of a real root's box is 0; so is
 * the real part if Re z = 0 and f is symmetric. The threads do not influence the boxes.
 *
 * Errors: LIMIT, CANCELLED, HOST_MEMORY
 * Source: [Aberth 1973], [Bini 1996], [Smith 1970] */
clmodp_status clm_aberth_isolate(clm_aberth *d, size_t threads, const clm_poller *watch);

#endif
