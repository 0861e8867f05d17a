/* Contracts of ranges: VERIFY(condition) stands where arithmetic expects or promises one.
 *
 * In kernels and in the library it is nothing. Tests compile the same text as C, W = 1, with
 * CLM_VERIFY (tests/support/kernel_on_host.h): then they are told of each condition that does not
 * hold. Conditions are of scalars, since vectors never see them. */
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
