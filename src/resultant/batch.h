/* A batch that is being solved: what the ways to solve its problems share. */
#ifndef CLM_RESULTANT_BATCH_H
#define CLM_RESULTANT_BATCH_H

#include <stdatomic.h>

#include <clmodp/resultant.h>

#include "base/parallel.h"
#include "device/context.h"
#include "resultant/direct.h"

/* Who solves a problem. */
typedef enum clm_solver {
    CLM_ALONE,    /* nobody yet: a call of its own */
    CLM_STACKED,  /* it is like others */
    CLM_DEFERRED, /* a call of its own, with the device or all threads and all memory */
    CLM_SOLVED    /* or failed: its status is set */
} clm_solver;

typedef struct clm_batch {
    clmodp_context *context;
    clmodp_context model;   /* what threads begin calls from: nobody writes to it meanwhile */
    clmodp_problem *problem;
    size_t count;
    size_t block, threads;  /* problems of a block; threads that blocks are for */
    const clmodp_resultant_options *options;
    unsigned char *by;      /* a solver each */
    clm_error *errors;      /* of each thread: the first failure there */
    size_t *failed;         /* of each thread: its problem */
    clm_direct *direct;     /* of each thread */
    void *described;        /* what solve_batch.c knows of each problem, while it looks */
    atomic_size_t finished; /* problems */
    double from, part;      /* of the progress: before, and of, what is being done */
    clm_watch *watch;
} clm_batch;

/* Run blocks of its problems on threads. Errors: those of the work, HOST_MEMORY, CANCELLED */
clmodp_status clm_batch_blocks(clm_batch *b, clm_work work);

/* Ask for progress: a question of clm_watch, whose user is the batch. */
clmodp_status clm_batch_ask(void *batch);

/* Problem k is solved: nobody else needs to look at it. On any thread. */
void clm_batch_solved(clm_batch *b, size_t k);

/* Begin a call for `count` problems, whose progress is a part of the batch's. */
void clm_batch_call(clm_batch *b, clmodp_context *call, size_t count);

#endif
