/* Isolation of the roots in one chart by Descartes' rule and bisection, on approximate Bernstein
 * coefficients.
 *
 * Those of the halves of an interval follow by sums of neighbours, which need few bits: an error
 * bound tells which signs are certain. Intervals that these signs do not decide are left to a pass
 * with twice the bits, in which only their ancestors are computed again. As the polynomial has no
 * multiple root, some number of bits decides all. Around a cluster of roots Newton's iteration
 * proposes a much narrower interval, whose coefficients are computed from the polynomial. If they
 * change their signs as often, the rest has no roots, because the changes of parts of an interval
 * are at most its own in all.
 *
 * Source: [Collins, Akritas 1976], [Eigenwillig et al. 2005], without random points of
 * subdivision: a root at such a point is detected exactly; [Sagraloff, Mehlhorn 2016] */
#ifndef CLM_ROOTS_BERNSTEIN_H
#define CLM_ROOTS_BERNSTEIN_H

#include "core/parallel.h"
#include "roots/values.h"

/* The open interval from c / 2^k to (c + 1) / 2^k with one root, or the root c / 2^k. */
typedef struct clm_cell {
    mpz_t c;
    long k;
    bool exact;
    int sign; /* of the polynomial at the beginning of the interval, behind a root there */
} clm_cell;

typedef struct clm_cells {
    clm_cell *cell;
    size_t count, room;
} clm_cells;

void clm_cells_clear(clm_cells *cells);

/* Appends the roots y in the open interval (0, 1) of a chart, or with small x in (0, 1], in any
 * order.
 *
 * Pre:    p has no multiple root
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_bernstein_isolate(clm_cells *cells, const clm_poly *p, clm_chart chart,
                                    const clm_poller *watch);

#endif
