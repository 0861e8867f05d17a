/* The table of residue types. */
#include "arith/residue.h"

#include "arith/field.h"
#include "cl/residue.h"

_Static_assert(sizeof(clm_residue_prime) == sizeof(residue_prime), "host and kernels agree");

static const clm_residue_type types[CLM_RESIDUE_KINDS] = {
    [CLM_RESIDUE_MONTGOMERY31] = {.name = "montgomery31",
                                  .definitions = "#define RESIDUE RESIDUE_MONTGOMERY31\n",
                                  .word_bytes = sizeof(u32),
                                  .prime_max = 0x7fffffff},
};

const clm_residue_type *clm_residue_type_of(clm_residue_kind kind)
{
    return &types[kind];
}

clm_residue_prime clm_residue_prime_of(clm_residue_kind kind, uint64_t p, uint32_t start)
{
    clm_residue_prime prime = {.start = start};

    switch (kind) {
    case CLM_RESIDUE_MONTGOMERY31:
    default: prime.field.montgomery31 = clm_field((uint32_t)p); break;
    }
    return prime;
}
