/* The table of residue types: names, kernel definitions, word sizes and limits. */
#include "arith/residue.h"

#include "arith/prime.h"
#include "cl/arith/residue.h"

_Static_assert(sizeof(clm_residue_prime) == sizeof(residue_prime), "host and kernels agree");
_Static_assert(sizeof(fp_field) == 16 && sizeof(float24_field) == 16 &&
                   sizeof(double31_field) == 16 && sizeof(double50_field) == 16,
               "one layout of residue_prime");
_Static_assert((int)CLM_RESIDUE_MONTGOMERY31 == RESIDUE_MONTGOMERY31 &&
                   (int)CLM_RESIDUE_FLOAT24 == RESIDUE_FLOAT24 &&
                   (int)CLM_RESIDUE_DOUBLE31 == RESIDUE_DOUBLE31 &&
                   (int)CLM_RESIDUE_DOUBLE50 == RESIDUE_DOUBLE50,
               "one numbering");

static const clm_residue_type types[CLM_RESIDUE_KINDS] = {
    [CLM_RESIDUE_MONTGOMERY31] = {.name = "montgomery31",
                                  .definitions = "#define RESIDUE RESIDUE_MONTGOMERY31\n",
                                  .word_bytes = sizeof(u32),
                                  .prime_max = 0x7fffffff},
    [CLM_RESIDUE_FLOAT24] = {.name = "float24",
                             .definitions = "#define RESIDUE RESIDUE_FLOAT24\n",
                             .word_bytes = sizeof(u32),
                             .prime_max = 0xffffff},
    [CLM_RESIDUE_DOUBLE31] = {.name = "double31",
                              .definitions = "#define RESIDUE RESIDUE_DOUBLE31\n",
                              .word_bytes = sizeof(u32),
                              .prime_max = 0x7fffffff,
                              .needs_fp64 = true},
    [CLM_RESIDUE_DOUBLE50] = {.name = "double50",
                              .definitions = "#define RESIDUE RESIDUE_DOUBLE50\n",
                              .word_bytes = sizeof(u64),
                              .prime_max = 0x7ffffffffffff,
                              .needs_fp64 = true},
};

const clm_residue_type *clm_residue_type_of(clm_residue_kind kind)
{
    return &types[kind];
}

clm_residue_prime clm_residue_prime_of(clm_residue_kind kind, uint64_t p, uint32_t start)
{
    clm_residue_prime prime = {.start = start};

    switch (kind) {
    case CLM_RESIDUE_FLOAT24:
        prime.field.float24 = (float24_field){.p = (u32)p, .inverse = 1.0f / (float)p};
        break;
    case CLM_RESIDUE_DOUBLE31:
        prime.field.double31 = (double31_field){.p = (u32)p, .inverse = 1.0 / (double)p};
        break;
    case CLM_RESIDUE_DOUBLE50:
        prime.field.double50 = (double50_field){.p = (double)p, .inverse = 1.0 / (double)p};
        break;
    case CLM_RESIDUE_MONTGOMERY31:
    default: prime.field.montgomery31 = clm_field((uint32_t)p); break;
    }
    return prime;
}
