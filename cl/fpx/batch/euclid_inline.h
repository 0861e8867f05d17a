/* Declaration of functions for remainder sequences; kernels only. */
#ifndef CLM_EUCLID_INLINE_H
#define CLM_EUCLID_INLINE_H

/* Calls that are not inlined would keep structures in memory. No function returns a structure,
 * which Oclgrind does not support here. */
#define EUCLID_FN __attribute__((always_inline)) static inline

#endif
