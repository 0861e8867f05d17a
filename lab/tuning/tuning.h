/* Measurements of a device: parts of a calibration, the search for the best parameters, and the
 * algorithms measured by clmodp_tune over a program parameter s. */
#ifndef CLM_TUNING_TUNING_H
#define CLM_TUNING_TUNING_H

#include <clmodp/calibration.h>
#include <clmodp/fpx.h>
#include <clmodp/tuning.h>

#include "fpx/batch/ntt.h"
#include "opencl/buffer.h"

/* ---- calibrations ---- */

/* Enqueues the operations to be measured, once. */
typedef clmodp_status (*clm_trial_run)(clmodp_context *ctx, void *user);

/* *out := nanoseconds of each of the `operations` of a repetition, by the host's clock.
 * Repetitions are long enough to make a launch and a wait negligible.
 *
 * Errors: CANCELLED (the callback gets the last fraction reported), and errors of `run` */
clmodp_status clm_trial_measure(clmodp_context *ctx, clmodp_figure *out, clm_trial_run run,
                                void *user, double operations);

/* Fills the figures of memory: stream, scatter, C, chase, random and Z. *whole: the memory
 * measured exceeds the caches, or is the most that the device allows in a buffer.
 *
 * Errors: errors of measurements and buffers, CORRUPT */
clmodp_status clm_calibrate_memory(clmodp_context *ctx, clmodp_calibration *out, bool *whole);

/* Fills U, L, P and X, the parameters of the models, from the times. */
void clm_calibration_derive(clmodp_calibration *calibration);

/* ---- parameters of a device ---- */

#define CLM_PARAMETERS_PROBLEMS 2

/* Sets of parameters to vary. */
typedef enum clm_parameters_varied {
    CLM_PARAMETERS_TILES = 1 << 0, /* and lanes */
    CLM_PARAMETERS_GROUPS = 1 << 1,
    CLM_PARAMETERS_STRIPES = 1 << 2,
    CLM_PARAMETERS_ALL = (1 << 3) - 1
} clm_parameters_varied;

typedef struct clm_parameters_search {
    size_t degrees[CLM_PARAMETERS_PROBLEMS]; /* in x and y, of dense polynomials; the last may be 0
                                                to suit the device's stripes */
    uint32_t runs;                           /* runs of each problem */
    unsigned varied;
} clm_parameters_search;

/* Searches as clmodp_parameters_tune does, whose search is {{16, 0}, runs, ALL}. */
clmodp_status clm_parameters_find(clmodp_context *context, clmodp_parameters **rows, size_t *count,
                                  const clm_parameters_search *search);

/* ---- algorithms ---- */

/* Most values of a program parameter tried. */
#define CLM_TUNE_MOST 16

/* A problem of one size, with inputs and result. */
typedef struct clm_tune_problem {
    clmodp_context *ctx;
    const struct clm_tune_algorithm *algorithm;
    size_t n;
    clm_buffer a, b;       /* inputs */
    clm_buffer kept;       /* an input overwritten by runs */
    clm_buffer out;        /* the result, `count` words */
    size_t count;
    clm_ntt_field field;   /* for transforms */
    clmodp_fpx *f, *g, *h; /* inputs and result if they are polynomials */
} clm_tune_problem;

typedef struct clm_tune_algorithm {
    const char *name;
    size_t from, to; /* default sizes */
    int variant;     /* a clm_sort_method or clm_fpx_operation, if algorithms share functions */

    /* Lists the parameters supported by this device, ascending. Returns their number. */
    size_t (*parameters)(const clm_tune_problem *p, uint32_t s[CLM_TUNE_MOST]);
    /* Returns the default parameter. */
    uint32_t (*chosen)(const clm_tune_problem *p);
    /* Returns the predicted nanoseconds until the host sees the end of a run. */
    double (*predicted)(const clm_tune_problem *p, uint32_t s);
    /* Runs the self-tests of the kernels, creates buffers and inputs. */
    clmodp_status (*create)(clm_tune_problem *p);
    /* Restores an input overwritten by runs; NULL if there is none. */
    clmodp_status (*restore)(clm_tune_problem *p);
    clmodp_status (*run)(clm_tune_problem *p, uint32_t s);
    /* Copies the `count` words of the result; NULL if they are in `out`. */
    clmodp_status (*result)(clm_tune_problem *p, u32 *words);
    /* Returns the name of a parameter; NULL if parameters are numbers. */
    const char *(*label)(uint32_t s);
} clm_tune_algorithm;

extern const clm_tune_algorithm clm_tune_algorithms[CLMODP_TUNE_ALGORITHMS];

#endif
