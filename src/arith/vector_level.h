/* Levels of vector instructions: a source on arith/vectors.h is compiled once for each, and the
 * processor decides at run time.
 *
 * Such a source, listed in Meson's vector_sources, defines a table of its functions, const TYPE
 * VEC_NAME(NAME), for example `const clm_limb_functions VEC_NAME(clm_limbs) = {...}`. It includes
 * no header with inline functions that are not static: the linker would keep one level's copy for
 * all. CLM_VECTOR_CHOICE(TYPE, NAME) in another source defines the function `const TYPE
 * *NAME(clm_vector_level level)`, which returns the level's table. */
#ifndef CLM_ARITH_VECTOR_LEVEL_H
#define CLM_ARITH_VECTOR_LEVEL_H

#include <stdbool.h>

#if !defined(CLM_HAS_AVX2) || !defined(CLM_HAS_AVX512)
#error "Meson's vector_arguments say which levels the library has"
#endif

typedef enum clm_vector_level {
    CLM_VECTORS_BASELINE, /* what every processor of the architecture has: 128 bits */
    CLM_VECTORS_AVX2,
    CLM_VECTORS_AVX512, /* F, BW, DQ and VL */
    CLM_VECTOR_LEVELS
} clm_vector_level;

/* Returns whether the library was compiled for the level and the processor has it. */
static inline bool clm_vector_level_available(clm_vector_level level)
{
#if CLM_HAS_AVX2
    if (level == CLM_VECTORS_AVX2)
        return __builtin_cpu_supports("avx2") != 0;
#endif
#if CLM_HAS_AVX512
    if (level == CLM_VECTORS_AVX512)
        return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
               __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
#endif
    return level == CLM_VECTORS_BASELINE;
}

/* Returns the highest available level. */
static inline clm_vector_level clm_vector_level_best(void)
{
    clm_vector_level level = CLM_VECTORS_AVX512;

    while (!clm_vector_level_available(level))
        level--;
    return level;
}

#define VEC_JOIN_(name, level) name##_##level
#define VEC_JOIN(name, level) VEC_JOIN_(name, level)
#define VEC_NAME(name) VEC_JOIN(name, VEC_LEVEL) /* Meson defines VEC_LEVEL */

#if CLM_HAS_AVX2
#define CLM_OF_AVX2(name) &name##_avx2
#else
#define CLM_OF_AVX2(name) &name##_baseline
#endif
#if CLM_HAS_AVX512
#define CLM_OF_AVX512(name) &name##_avx512
#else
#define CLM_OF_AVX512(name) &name##_baseline
#endif
#define CLM_VECTOR_CHOICE(type, name)                                                             \
    extern const type name##_baseline, name##_avx2, name##_avx512;                                \
    const type *name(clm_vector_level level)                                                      \
    {                                                                                             \
        static const type *const of[CLM_VECTOR_LEVELS] = {&name##_baseline, CLM_OF_AVX2(name),    \
                                                          CLM_OF_AVX512(name)};                   \
        return of[level];                                                                         \
    }                                                                                             \
    extern const type name##_baseline /* for the semicolon */

#endif
