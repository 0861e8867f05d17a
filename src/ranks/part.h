/* A rank's part of a problem: its units, and its window of the coefficients. */
#ifndef CLM_RANKS_PART_H
#define CLM_RANKS_PART_H

#include "distributed/runner.h"
#include "distributed/unit_queue.h"
#include "ranks/messages.h"

/* Bytes of images exchanged at a time by each rank, unless those of one prime are larger. */
#define CLM_EXCHANGE_BYTES ((size_t)1 << 26)

typedef struct clm_part {
    const clmodp_transport *transport;
    const clmodp_plan *plan;
    clm_runner runner;
    clmodp_images **here;  /* by unit; NULL: elsewhere, or not computed yet */
    uint32_t *owner;       /* of each unit */
    clm_window *windows;   /* of each rank */
    clm_images images;     /* modulo all primes, of the window's columns */
    void *out, *in;        /* buffers of an exchange, */
    size_t *out_sizes, *in_sizes;   /* with so many bytes for and from each rank */
    size_t primes_at_once;
    clmodp_zx *lifted[CLM_MOST_OUTPUTS];
    const char *method;    /* method of the CRT reconstruction */
} clm_part;

/* Begins a part in the units of a plan, with a runner on the context. Release with clm_part_end,
 * also after errors. Errors: HOST_MEMORY */
clmodp_status clm_part_begin(clm_part *part, clmodp_context *context,
                             const clmodp_transport *transport, const clmodp_plan *plan);

/* Releases all, and ends the runner's call with a status; returns it. Accepts zeroed parts. */
clmodp_status clm_part_end(clm_part *part, clmodp_status st);

/* Computes a unit, and keeps its images. *counts: of this run. Errors: as clmodp_plan_run */
clmodp_status clm_part_run(clm_part *part, clm_counts *counts, uint64_t unit);

/* Allocates buffers for the exchange and for the results, from known owners and windows. May be
 * called again with others. Errors: HOST_MEMORY, DEVICE_MEMORY (over the cap), LIMIT */
clmodp_status clm_part_share(clm_part *part);

/* Receives the images of its columns from all ranks, which all call this. Errors: as the
 * transport */
clmodp_status clm_part_exchange(clm_part *part);

/* Reconstructs the window's coefficients. Errors: as clm_plan_lift */
clmodp_status clm_part_lift(clm_part *part);

#endif
