/* How functions of remainder sequences are declared; kernels only. */
#ifndef CLM_EUCLID_INLINE_H
#define CLM_EUCLID_INLINE_H

/* A call that is not inlined would keep structures in memory. None is returned: Oclgrind does not
 * know what becomes of that. */
#define EUCLID_FN __attribute__((always_inline)) static inline

#endif
