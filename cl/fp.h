/* Arithmetic modulo a prime p < 2^31, p odd, on 32-bit words; written in the common subset
 * of C11 and OpenCL C, so that the host tests exhaustively what the kernels run.
 *
 * Residues are in [0, p). In Montgomery form the residue of v is v * R mod p, R = 2^32. */
#ifndef CLM_FP_H
#define CLM_FP_H

#ifdef __OPENCL_VERSION__
typedef uint u32;
typedef ulong u64;
#define FP_FN static inline
#else
#include <stdint.h>
typedef uint32_t u32;
typedef uint64_t u64;
#define FP_FN static inline
#endif

/* What the arithmetic needs of a prime. Same layout on both sides: four words. */
typedef struct fp_field {
    u32 p;
    u32 pinv; /* p^-1 mod 2^32 */
    u32 one;  /* R mod p: 1 in Montgomery form */
    u32 r2;   /* R^2 mod p: redc(v * r2) enters Montgomery form */
} fp_field;

#endif
