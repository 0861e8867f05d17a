/* The algorithms that clmodp_tune measures over a program parameter s. */
#ifndef CLM_TUNING_ALGORITHMS_H
#define CLM_TUNING_ALGORITHMS_H

#include <clmodp/fpx.h>
#include <clmodp/tuning.h>

#include "opencl/buffer.h"
#include "fpx/batch/ntt.h"

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
