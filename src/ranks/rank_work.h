/* The part of a rank in a problem: its units, and its window of the coefficients. */
#ifndef CLM_RANKS_RANK_WORK_H
#define CLM_RANKS_RANK_WORK_H

#include "distributed/runner.h"
#include "distributed/unit_queue.h"
#include "ranks/messages.h"

/* Bytes of images that a rank exchanges at a time, at least one prime's. */
#define CLM_EXCHANGE_BYTES ((size_t)1 << 26)

typedef struct clm_rank_work {
    const clmodp_transport *transport;
    const clmodp_plan *plan;
    clm_runner runner;
    clmodp_images **here;  /* by unit; NULL: elsewhere, or not computed yet */
    uint32_t *owner;       /* of each unit */
    clm_window *windows;   /* of each rank */
    clm_images images;     /* modulo all primes, of the window's columns */
    void *out, *in;        /* buffers of an exchange */
    size_t *out_sizes, *in_sizes; /* bytes for each rank, and from each rank */
    size_t primes_at_once; /* whose images are exchanged together */
    clmodp_zx **reconstructed;    /* of each output */
    const char *method;    /* of the CRT reconstruction */
} clm_rank_work;

/* Begins a part in the units of a plan, with a runner on the context. Release with
 * clm_rank_work_end, also after errors. Errors: HOST_MEMORY */
clmodp_status clm_rank_work_begin(clm_rank_work *part, clmodp_context *context,
                                  const clmodp_transport *transport, const clmodp_plan *plan);

/* Releases all, and ends the runner's call with a status; returns it. Accepts zeroed parts. */
clmodp_status clm_rank_work_end(clm_rank_work *part, clmodp_status st);

/* Computes a unit, and keeps its images. *counts: of this run. Errors: as clmodp_plan_run */
clmodp_status clm_rank_work_run(clm_rank_work *part, clm_counts *counts, uint64_t unit);

/* Allocates buffers for exchange and results, from known owners and windows; again if these
 * change. Errors: HOST_MEMORY, DEVICE_MEMORY (over the cap), LIMIT */
clmodp_status clm_rank_work_share(clm_rank_work *part);

/* Receives the images of its columns from all ranks, which all call this. Errors: as the
 * transport */
clmodp_status clm_rank_work_exchange(clm_rank_work *part);

/* Reconstructs the window's coefficients. Errors: as clm_plan_reconstruct */
clmodp_status clm_rank_work_reconstruct(clm_rank_work *part);

#endif
