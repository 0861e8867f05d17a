/* Contracts of ranges: VERIFY(condition) states a range that arithmetic expects or promises.
 *
 * In kernels and the library it expands to no code. Tests compile the same text as C, W = 1, with
 * CLM_VERIFY (tests/support/kernel_on_host.h), and receive each failed condition, always a
 * scalar. */
#ifndef CLM_VERIFY_H
#define CLM_VERIFY_H

#ifdef CLM_VERIFY
void clm_verify_failed(const char *condition, const char *file, int line);
#define VERIFY(condition) \
    ((condition) ? (void)0 : clm_verify_failed(#condition, __FILE__, __LINE__))
#else
#define VERIFY(condition) ((void)0)
#endif

#endif
