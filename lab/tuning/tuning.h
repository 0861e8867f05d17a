/* Measurements of a device that share code: parts of a calibration, the search for the best
 * parameters, and the algorithms that clmodp_tune measures over a program parameter s. */
#ifndef CLM_TUNING_TUNING_H
#define CLM_TUNING_TUNING_H

#include <clmodp/calibration.h>
#include <clmodp/fpx.h>
#include <clmodp/tuning.h>

#include "fpx/batch/ntt.h"
#include "opencl/buffer.h"

/* ---- calibrations ---- */

/* Enqueues what is to be measured, once. */
typedef clmodp_status (*clm_trial_run)(clmodp_context *ctx, void *user);

/* *out := nanoseconds of one of the `operations` that a repetition makes, by the host's clock and
 * so that a launch and a wait count for nothing beside them.
 *
 * Errors: CANCELLED (asked for at the fraction of the call that was last told), and those of `run`
 */
clmodp_status clm_trial_measure(clmodp_context *ctx, clmodp_figure *out, clm_trial_run run,
                                void *user, double operations);

/* Fills what is said of memory: stream, scatter, C, chase, random and Z. *whole: caches do not
 * hold the memory that was measured, or the device has no more in a buffer.
 *
 * Errors: those of trials and buffers, CORRUPT */
clmodp_status clm_calibrate_memory(clmodp_context *ctx, clmodp_calibration *out, bool *whole);

/* Fills U, L, P and X, the machines of the models, from the times. */
void clm_calibration_derive(clmodp_calibration *calibration);

/* ---- parameters of a device ---- */

#define CLM_PARAMETERS_PROBLEMS 2

/* Which parameters vary. */
typedef enum clm_parameters_varied {
    CLM_PARAMETERS_TILES = 1 << 0, /* and lanes */
    CLM_PARAMETERS_GROUPS = 1 << 1,
    CLM_PARAMETERS_STRIPES = 1 << 2,
    CLM_PARAMETERS_ALL = (1 << 3) - 1
} clm_parameters_varied;

typedef struct clm_parameters_search {
    size_t degrees[CLM_PARAMETERS_PROBLEMS]; /* in x and y, of dense polynomials; the last may be
                                                0: as the device's stripes want it */
    uint32_t runs;                           /* of each problem */
    unsigned varied;
} clm_parameters_search;

/* What clmodp_parameters_tune does, whose search is {{16, 0}, runs, ALL}. */
clmodp_status clm_parameters_find(clmodp_context *context, clmodp_parameters **rows, size_t *count,
                                  const clm_parameters_search *search);

/* ---- algorithms ---- */

/* Program parameters that can be tried. */
#define CLM_TUNE_MOST 16

/* A problem of one size, with inputs and result. */
typedef struct clm_tune_problem {
    clmodp_context *ctx;
    const struct clm_tune_algorithm *algorithm;
    size_t n;
    clm_buffer a, b;       /* inputs */
    clm_buffer kept;       /* an input that runs overwrite */
    clm_buffer out;        /* the result, `count` words */
    size_t count;
    clm_ntt_field field;   /* of transforms */
    clmodp_fpx *f, *g, *h; /* inputs and result where those are polynomials */
} clm_tune_problem;

typedef struct clm_tune_algorithm {
    const char *name;
    size_t from, to; /* usual sizes */
    int variant;     /* of algorithms that share functions: a clm_sort_form or clm_fpx_operation */

    /* Lists the parameters that this device has room for, ascending. Returns how many. */
    size_t (*parameters)(const clm_tune_problem *p, uint32_t s[CLM_TUNE_MOST]);
    /* The parameter that is taken by default. */
    uint32_t (*chosen)(const clm_tune_problem *p);
    /* Nanoseconds until the host has seen the end of a run. */
    double (*predicted)(const clm_tune_problem *p, uint32_t s);
    /* Runs the self-tests of the kernels, creates buffers and inputs. */
    clmodp_status (*create)(clm_tune_problem *p);
    /* Restores an input that runs overwrite; NULL: there is none. */
    clmodp_status (*restore)(clm_tune_problem *p);
    clmodp_status (*run)(clm_tune_problem *p, uint32_t s);
    /* Copies the `count` words of the result; NULL: `out` has them. */
    clmodp_status (*result)(clm_tune_problem *p, u32 *words);
    /* The name of a parameter; NULL: parameters are numbers. */
    const char *(*label)(uint32_t s);
} clm_tune_algorithm;

extern const clm_tune_algorithm clm_tune_algorithms[CLMODP_TUNE_ALGORITHMS];

#endif
