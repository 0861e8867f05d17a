/* Costs of the parts of a resultant: by closed forms, and measured if there are none. */
#ifndef BENCH_SCALING_PARTS_H
#define BENCH_SCALING_PARTS_H

#include "bench/inputs.h"
#include "distributed/plan.h"
#include "multimodular/crt.h"
#include "multimodular/product_tree.h"

typedef struct scaling_parts {
    clmodp_context *ctx;
    clmodp_zxy *f, *g;
    clmodp_plan *plan;      /* with work units of one prime */
    const clmodp_plan *p;  /* its internal structure */
    clm_product_tree *tree; /* of its primes */
    clm_crt_method method;
    size_t depth;           /* of the blocks of that method */
    double image_bytes;     /* for each prime */
    double result_bytes;
    /* Measured seconds. */
    double planned;
    double first_start; /* a worker process with cold caches, without its work units */
    double start;       /* with warm caches and the plan read */
    double marked;      /* writing the file of a work unit in a job's folder */
    double taken;       /* taking a work unit from it */
    double scanned;     /* and additionally for each unit of the plan */
    double byte_written, byte_read; /* of images, including their checksum */
    double tree_made;
    double checked;
    double unit_factor; /* measured over predicted time of a work unit */
} scaling_parts;

/* In: ctx open; with one thread, and a device of one compute unit */
void scaling_parts_measure(scaling_parts *out, clmodp_context *ctx, const input_shape *shape);
void scaling_parts_destroy(scaling_parts *parts);

/* Returns the seconds of a unit of so many primes and cores, by closed forms and the factor. */
double scaling_unit_seconds(const scaling_parts *parts, size_t primes, double cores);

/* Returns the seconds of the CRT reconstruction of `values` coefficients, without the tree. */
double scaling_crt_seconds(const scaling_parts *parts, double values, double cores);

/* Returns the plan of the same problem with units of `unit_primes` primes; to be destroyed. */
clmodp_plan *scaling_plan(const scaling_parts *parts, size_t unit_primes);

#endif
