/* A rank's part in a problem: units that it computes, and a window of the coefficients. */
#ifndef CLM_RANKS_PART_H
#define CLM_RANKS_PART_H

#include "distributed/runner.h"
#include "distributed/unit_queue.h"
#include "ranks/messages.h"

/* Bytes of images that go through each rank at a time, unless those of one prime take more. */
#define CLM_EXCHANGE_BYTES ((size_t)1 << 26)

typedef struct clm_part {
    const clmodp_transport *transport;
    const clmodp_plan *plan;
    clm_runner runner;
    clmodp_images **here;  /* by unit; NULL: elsewhere, or nowhere yet */
    uint32_t *owner;       /* of each unit */
    clm_window *windows;   /* of each rank */
    clm_images images;     /* modulo all primes, of the window's columns */
    void *out, *in;        /* what is exchanged at a time, */
    size_t *out_sizes, *in_sizes;   /* with so many bytes for and from each rank */
    size_t primes_at_once;
    clmodp_zx *lifted[CLM_MOST_OUTPUTS];
    const char *method;    /* how they were */
} clm_part;

/* Begin a part in the units of a plan, of a context: its runner begins. Release with
 * clm_part_end, also after errors. Errors: HOST_MEMORY */
clmodp_status clm_part_begin(clm_part *part, clmodp_context *context,
                             const clmodp_transport *transport, const clmodp_plan *plan);

/* Release all, and end the runner's call with a status; returns it. Takes zeroed ones. */
clmodp_status clm_part_end(clm_part *part, clmodp_status st);

/* Compute a unit, and keep its images. *counts: of that. Errors: those of clmodp_plan_run */
clmodp_status clm_part_run(clm_part *part, clm_counts *counts, uint64_t unit);

/* Room for what is exchanged, and for the results, by owners and windows that are known. May be
 * called again with others. Errors: HOST_MEMORY, DEVICE_MEMORY (over the cap), LIMIT */
clmodp_status clm_part_share(clm_part *part);

/* The images of the window's columns from all ranks, of which each calls this.
 * Errors: those of the transport */
clmodp_status clm_part_exchange(clm_part *part);

/* Lift them. Errors: those of clm_plan_lift */
clmodp_status clm_part_lift(clm_part *part);

#endif
