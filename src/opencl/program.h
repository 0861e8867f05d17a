/* Programs of a context: built once, with the kernels taken from them so far. */
#ifndef CLM_DEVICE_PROGRAM_H
#define CLM_DEVICE_PROGRAM_H

#include "opencl/cache.h"
#include "opencl/context.h"
#include "opencl/kernel.h"

/* An executable program, and whether its binary is still to be cached. */
typedef struct clm_executable {
    cl_program cl;
    clm_cache_key key;
    bool save;
} clm_executable;

struct clm_kernel {
    clm_kernel *next;
    char *name;
    cl_kernel cl;
    size_t max_group;      /* work-items a work-group of this kernel can have */
    uint64_t local_bytes;  /* local memory it declares itself */
    cl_uint arguments;
};

typedef struct clm_program {
    struct clm_program *next;
    const clm_kernel_files *files; /* its files; NULL if `file` is compiled alone */
    char *file;               /* the file that was asked for first; owned */
    char *definitions;        /* owned */
    bool plain;               /* built without assembly */
    clm_executable executable;
    clm_kernel *kernels;
} clm_program;

/* The program that holds `file` with these definitions, built if this context has not built it
 * yet. Errors: as clm_kernel_get_with */
clmodp_status clm_program_get(clmodp_context *ctx, clm_program **out, const char *file,
                              const char *definitions);

/* The programs of another context on the same device, with kernels of this one's own, which has
 * none yet. Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_programs_share(clmodp_context *ctx, const clmodp_context *other);

/* Release all programs and kernels of the context. */
void clm_programs_destroy(clmodp_context *ctx);

#endif
