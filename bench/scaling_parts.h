/* What a resultant's parts cost: measured where no closed form tells. */
#ifndef BENCH_SCALING_PARTS_H
#define BENCH_SCALING_PARTS_H

#include "bench/inputs.h"
#include "distributed/plan.h"
#include "multimodular/lift.h"
#include "multimodular/product_tree.h"

typedef struct scaling_parts {
    clmodp_context *ctx;
    clmodp_zxy *f, *g;
    clmodp_plan *plan;      /* of units of one prime */
    const clmodp_plan *p;  /* its inside */
    clm_product_tree *tree; /* of its primes */
    clm_lift_method method;
    size_t depth;           /* of that method's blocks */
    double image_bytes;     /* of a prime */
    double result_bytes;
    /* Seconds, measured. */
    double planned;
    double first_start; /* a worker's process, with empty caches, without its units */
    double start;       /* with full ones; it has read the plan then */
    double marked;      /* a unit's file in a job's folder */
    double taken;       /* a unit taken there; */
    double scanned;     /* and for each unit of the plan */
    double byte_written, byte_read; /* of images, with their checksum */
    double tree_made;
    double checked;
    double unit_factor; /* what a unit takes, measured over predicted */
} scaling_parts;

/* In: ctx  open; with one thread, and a device of one compute unit */
void scaling_parts_measure(scaling_parts *out, clmodp_context *ctx, const input_shape *shape);
void scaling_parts_destroy(scaling_parts *parts);

/* Seconds of a unit of so many primes on so many cores, by closed forms and the factor. */
double scaling_unit_seconds(const scaling_parts *parts, size_t primes, double cores);

/* Seconds to lift so many coefficients, without the tree. */
double scaling_lift_seconds(const scaling_parts *parts, double values, double cores);

/* The plan of the same problem with units of so many primes; to be destroyed. */
clmodp_plan *scaling_plan(const scaling_parts *parts, size_t unit_primes);

#endif
