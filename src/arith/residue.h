/* The residue types for which kernels can be compiled: host side of cl/arith/residue.h. */
#ifndef CLM_ARITH_RESIDUE_H
#define CLM_ARITH_RESIDUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cl/arith/double31.h"
#include "cl/arith/double50.h"
#include "cl/arith/float24.h"
#include "cl/arith/fp.h"

typedef enum clm_residue_kind {
    CLM_RESIDUE_MONTGOMERY31, /* 32-bit words, Montgomery form (cl/arith/fp.h) */
    CLM_RESIDUE_FLOAT24,      /* 32-bit words below 2^24, float quotients (cl/arith/float24.h) */
    CLM_RESIDUE_DOUBLE31,     /* 32-bit words, double quotients (cl/arith/double31.h) */
    CLM_RESIDUE_DOUBLE50,     /* doubles, primes below 2^51 (cl/arith/double50.h) */
    CLM_RESIDUE_KINDS
} clm_residue_kind;

/* The default type on all devices. On CPUs double50 processes more bits a second in products, but
 * montgomery31 does in differences of two products, which it reduces at once and which the
 * algorithms need (bench/fp, bench/engines). By instruction counts (unmeasured), montgomery31 is
 * better on NVIDIA's GPUs, double50 on AMD's CDNA (docs/benchmarks.md). */
#define CLM_RESIDUE_DEFAULT CLM_RESIDUE_MONTGOMERY31

typedef struct clm_residue_type {
    const char *name;        /* such as "montgomery31" */
    const char *definitions; /* compiler definitions for kernels of this type */
    size_t word_bytes;       /* of a residue, and of a residue_word */
    uint64_t prime_max;      /* primes are odd and at most this */
    bool needs_fp64;         /* the device must support doubles */
} clm_residue_type;

/* Returns the description of a type. Pre: kind is one of the types. */
const clm_residue_type *clm_residue_type_of(clm_residue_kind kind);

/* residue_prime of cl/arith/residue.h, of any type. */
typedef struct clm_residue_prime {
    union {
        fp_field montgomery31;
        float24_field float24;
        double31_field double31;
        double50_field double50;
    } field;
    uint32_t start;
    uint32_t unused[3];
} clm_residue_prime;

/* Returns a prime and its first point in the kernels' format. Pre: p suits the type. */
clm_residue_prime clm_residue_prime_of(clm_residue_kind kind, uint64_t p, uint32_t start);

#endif
