/* Residues of every type on the host, for tests of kernels that are written for all types. */
#ifndef TESTS_SUPPORT_RESIDUES_H
#define TESTS_SUPPORT_RESIDUES_H

#include "arith/residue.h"
#include "opencl/devices.h"
#include "support/batch.h"

/* Returns type number `kind`, or Montgomery residues if the device does not support this type. */
static inline clm_residue_kind residues_kind(clmodp_context *ctx, size_t kind)
{
    clm_residue_kind wanted = (clm_residue_kind)(kind % CLM_RESIDUE_KINDS);

    return clm_residue_require(ctx, wanted) == CLMODP_OK ? wanted : CLM_RESIDUE_MONTGOMERY31;
}

/* Primes of a type, with their constants for kernels. */
typedef struct residues {
    clm_residue_kind kind;
    size_t count, bytes; /* of a residue and a word */
    uint64_t *prime;
    clm_residue_prime *table; /* on the host */
    clm_buffer info;
} residues;

/* Returns the `count` greatest primes below `below`, or of the type if it is 0; release with
 * residues_destroy. */
static inline residues residues_create(clmodp_context *ctx, clm_residue_kind kind, size_t count,
                                       uint64_t below)
{
    const clm_residue_type *type = clm_residue_type_of(kind);
    residues r = {.kind = kind, .count = count, .bytes = type->word_bytes};

    r.prime = calloc(count, sizeof *r.prime);
    r.table = calloc(count, sizeof *r.table);
    assert_non_null(r.prime);
    assert_non_null(r.table);
    assert_int_equal(
        clm_primes_descending(r.prime, count, below != 0 ? below - 1 : type->prime_max, 3), count);
    for (size_t i = 0; i < count; i++)
        r.table[i] = clm_residue_prime_of(kind, r.prime[i], 1);
    r.info = batch_buffer(ctx, (const u32 *)r.table, count * sizeof *r.table / sizeof(u32));
    return r;
}

static inline void residues_destroy(clmodp_context *ctx, residues *r)
{
    clm_buffer_destroy(ctx, &r->info);
    free(r->table);
    free(r->prime);
}

/* Sets data[at] to the residue of v < p modulo prime i. */
static inline void residues_set(const residues *r, size_t i, void *data, size_t at, uint64_t v)
{
    if (r->bytes == sizeof(double))
        ((double *)data)[at] = (double)v;
    else if (r->kind == CLM_RESIDUE_MONTGOMERY31)
        ((u32 *)data)[at] = fp_to((u32)v, r->table[i].field.montgomery31);
    else
        ((u32 *)data)[at] = (u32)v;
}

/* Returns the integer represented by the residue data[at]; fails unless it is canonical. */
static inline uint64_t residues_get(const residues *r, size_t i, const void *data, size_t at)
{
    uint64_t v = r->bytes == sizeof(double) ? (uint64_t)((const double *)data)[at]
                                            : ((const u32 *)data)[at];

    assert_true(v < r->prime[i]);
    if (r->kind == CLM_RESIDUE_MONTGOMERY31)
        v = fp_from((u32)v, r->table[i].field.montgomery31);
    return v;
}

/* Returns the raw word data[at]. */
static inline uint64_t residues_word(const residues *r, const void *data, size_t at)
{
    return r->bytes == sizeof(uint64_t) ? ((const uint64_t *)data)[at]
                                        : ((const u32 *)data)[at];
}

#endif
