/* The levels of vector instructions that this processor has. */
#include "arith/vector_level.h"

#include "arith/limbs.h"

bool clm_vector_level_available(clm_vector_level level)
{
#ifdef CLM_HAS_AVX2
    if (level == CLM_VECTORS_AVX2)
        return __builtin_cpu_supports("avx2") != 0;
#endif
#ifdef CLM_HAS_AVX512
    if (level == CLM_VECTORS_AVX512)
        return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
               __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
#endif
    return level == CLM_VECTORS_BASELINE;
}

clm_vector_level clm_vector_level_best(void)
{
    clm_vector_level level = CLM_VECTORS_AVX512;

    while (!clm_vector_level_available(level))
        level--;
    return level;
}

CLM_VECTOR_CHOICE(clm_limb_functions, clm_limbs);
