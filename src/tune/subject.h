/* An algorithm with a program parameter, to be measured beside what is predicted. */
#ifndef CLM_TUNE_SUBJECT_H
#define CLM_TUNE_SUBJECT_H

#include <clmodp/tune.h>

#include <clmodp/fpx.h>

#include "device/buffer.h"
#include "fpx/batch/ntt_field.h"

/* Program parameters that can be tried. */
#define CLM_TUNE_MOST 16

/* A problem, and what it is computed in. */
typedef struct clm_tune_work {
    clmodp_context *ctx;
    size_t n;
    clm_buffer a, b, kept; /* inputs; what runs use up */
    clm_buffer out;        /* the result, `count` words */
    size_t count;
    clm_ntt_field field;   /* of transforms */
    clmodp_fpx *f, *g, *h; /* inputs and result, where those are polynomials */
} clm_tune_work;

typedef struct clm_tune_subject {
    const char *name;
    size_t from, to; /* usual sizes */

    /* Parameters that this device has room for, ascending. Returns how many. */
    size_t (*parameters)(const clmodp_context *ctx, size_t n, uint32_t s[CLM_TUNE_MOST]);
    /* What is taken by default. */
    uint32_t (*chosen)(const clmodp_context *ctx, size_t n);
    /* Nanoseconds until the host has seen its end. */
    double (*predicted)(const clmodp_context *ctx, size_t n, uint32_t s);
    /* What has to be known of the device before; buffers and inputs. */
    clmodp_status (*create)(clm_tune_work *w);
    /* What a run has used up; NULL: nothing. */
    clmodp_status (*restore)(clm_tune_work *w);
    clmodp_status (*run)(clm_tune_work *w, uint32_t s);
    /* The `count` words of the result; NULL: `out` has them. */
    clmodp_status (*result)(clm_tune_work *w, u32 *words);
    /* What a parameter is called; NULL: it is a number. */
    const char *(*label)(uint32_t s);
} clm_tune_subject;

/* Time for the amounts, and for the wait at their end. */
double clm_tune_elapsed(const clmodp_context *ctx, const clm_amounts *amounts);

/* Release a problem's buffers. */
void clm_tune_release(clm_tune_work *w);

/* words[k] := a random word below `below`, and not 0, for k < n: others for each seed. */
void clm_tune_fill(u32 *words, size_t n, uint32_t below, uint64_t seed);

/* *out := the same on the device. */
clmodp_status clm_tune_random(clmodp_context *ctx, clm_buffer *out, size_t n, uint32_t below,
                              uint64_t seed);

/* Powers of two from `from` to `to`. Returns how many. */
size_t clm_tune_powers(uint32_t s[CLM_TUNE_MOST], uint32_t from, uint32_t to);

extern const clm_tune_subject clm_tune_multiplication, clm_tune_division, clm_tune_gcd,
    clm_tune_scan, clm_tune_radix_sort, clm_tune_splits, clm_tune_transform, clm_tune_half_gcd,
    clm_tune_product, clm_tune_common_divisor;

#endif
