/* What a device must be shown to compute rightly before anything rests on it: once for each
 * device, driver, tuning and text of kernels. Vendor compilers have been seen to miscompile exact
 * 64-bit products, which no other check reports as clearly. */
#ifndef CLM_DEVICE_TRUST_H
#define CLM_DEVICE_TRUST_H

#include "opencl/buffer.h"
#include "opencl/context.h"

/* A fact about a device, and the known-answer test that shows it. One object for each fact. */
typedef struct clm_trust {
    const char *fact;              /* what is shown; caches keep it under this text */
    const clm_kernel_files *files; /* that it is about */
    clmodp_status (*check)(clmodp_context *ctx, const void *subject); /* CORRUPT: it is not so */
    const void *subject;
    bool extends; /* all its launches may be longer: its kernels compare their ids with bounds */
} clm_trust;

/* Run the tests, but those that this context, or the cache, remembers to have passed. They may use
 * all memory of the context, and nobody is asked for progress: it is not the caller's work; but
 * while another process tests, the caller may end the wait.
 * Errors: CORRUPT (a wrong answer), CANCELLED, and those of the tests */
CLM_LAB_API clmodp_status clm_trust_ensure(clmodp_context *ctx, const clm_trust *const *needs,
                                           size_t count);

/* Run the tests whatever is remembered, so that the driver compiles what they use and keeps it;
 * and again in launches so long that drivers compile kernels anew for them, where a fact allows
 * that.
 * Errors: as clm_trust_ensure */
clmodp_status clm_trust_prepare(clmodp_context *ctx, const clm_trust *const *needs, size_t count);

/* What a test returns where `what` of `whom` came out wrong: CORRUPT, with a message. */
clmodp_status clm_trust_wrong(clmodp_context *ctx, const char *what, const char *whom);

/* Compares the first words of a buffer with those that a test expects. Errors: CORRUPT, as above;
 * HOST_MEMORY, DEVICE */
clmodp_status clm_trust_compare(clmodp_context *ctx, const clm_buffer *buffer,
                                const cl_uint *expected, size_t count, const char *what,
                                const char *whom);

/* Whether clm_trust_ensure has nothing to run. */
bool clm_trust_known(clmodp_context *ctx, const clm_trust *const *needs, size_t count);

#endif
