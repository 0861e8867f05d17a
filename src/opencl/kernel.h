/* Kernels by file and name, the programs that have them, compiled on first use, and launches. */
#ifndef CLM_OPENCL_KERNEL_H
#define CLM_OPENCL_KERNEL_H

#include "opencl/buffer.h"
#include "opencl/cache.h"

typedef struct clm_kernel clm_kernel;

#define CLM_DEFINITIONS_SIZE 256

/* Definitions that change the work-items a group from -DNT; one size_t. */
#define CLM_DEFINE_NT "#undef NT\n#define NT %zu\n"

/* A kernel by its file and name. Make with the function and the macros below: after definitions,
 * as it is, or with a number of work-items a group instead of NT. */
typedef struct clm_kernel_key {
    const char *file, *name;
    char definitions[CLM_DEFINITIONS_SIZE]; /* "": none */
    int length;                             /* of the definitions, also where they are cut */
} clm_kernel_key;

/* The kernel of `file`, which is compiled alone after definitions: lines "#define NAME VALUE" that
 * `format` and what follows make, as printf does; they may also #undef. Once per context for each
 * text. */
CLM_LAB_API clm_kernel_key clm_kernel_with(const char *file, const char *name, const char *format,
                                           ...) CLM_PRINTF(3, 4);

#define KERNEL(file_, name_) ((clm_kernel_key){.file = (file_), .name = (name_)})
#define KERNEL_NT(file, name, nt) clm_kernel_with((file), (name), CLM_DEFINE_NT, (size_t)(nt))

/* The kernel `name` of cl/`file`. A file is compiled alone, or with those that the context
 * compiles together, once per context, with -DW, -DT and -DNT from the context's tuning; so this
 * is a look-up after the first call. The kernel is the context's own.
 * Errors: NO_KERNEL (file or name), BUILD (message: device, options, compiler's log), INVALID
 *         (more than CLM_DEFINITIONS_SIZE - 1 bytes of definitions), HOST_MEMORY, DEVICE */
CLM_LAB_API clmodp_status clm_kernel_of(clmodp_context *ctx, const clm_kernel **out,
                                        clm_kernel_key key);

#define clm_kernel_get(ctx, out, file, name) clm_kernel_of((ctx), (out), KERNEL((file), (name)))
#define clm_kernel_get_with(ctx, out, file, name, ...) \
    clm_kernel_of((ctx), (out), clm_kernel_with((file), (name), __VA_ARGS__))

/* The most work-items that a work-group of this kernel can have here. */
size_t clm_kernel_most_items(const clmodp_context *ctx, const clm_kernel *kernel);

/* One kernel argument. Make with the macros below. */
typedef struct clm_arg {
    size_t size;
    const void *value; /* NULL: `size` bytes of local memory */
    const clm_buffer *buffer; /* NULL: no buffer */
    const char *name, *use;   /* of the buffer, for messages */
    size_t count, element;    /* the kernel uses so many elements of so many bytes, from 0 on */
} clm_arg;

/* Buffers that the kernel reads, writes, or both, as far as its first `count` elements: the launch
 * refuses buffers that are shorter. Counts that overflow are SIZE_MAX (clm_size_times). The second
 * kind has the size of an element where there is no type for it. */
#define ARG_IN(b, count, type) ARG_IN_OF(b, count, sizeof(type))
#define ARG_OUT(b, count, type) ARG_OUT_OF(b, count, sizeof(type))
#define ARG_INOUT(b, count, type) ARG_INOUT_OF(b, count, sizeof(type))
#define ARG_IN_OF(b, count, bytes) ARG_BUFFER_(b, count, bytes, "reads")
#define ARG_OUT_OF(b, count, bytes) ARG_BUFFER_(b, count, bytes, "writes")
#define ARG_INOUT_OF(b, count, bytes) ARG_BUFFER_(b, count, bytes, "reads and writes")
#define ARG_BUFFER_(b, count, bytes, use) \
    ((clm_arg){sizeof(cl_mem), &(b)->mem, (b), #b, (use), (count), (bytes)})

#define ARG_U32(v) ((clm_arg){.size = sizeof(cl_uint), .value = &(cl_uint){(cl_uint)(v)}})
#define ARG_U64(v) ((clm_arg){.size = sizeof(cl_ulong), .value = &(cl_ulong){(cl_ulong)(v)}})
#define ARG_STRUCT(s) ((clm_arg){.size = sizeof(s), .value = &(s)}) /* same layout on both sides */
#define ARG_LOCAL(bytes) ((clm_arg){.size = (bytes)})

/* Work-items of a group for kernels that share nothing within a group: the tuned NT; where items
 * are vectors, at most 64 divided by the number of compute units, so that 128 items make two
 * groups for each unit. The same in all launches, since drivers compile for each. */
size_t clm_free_group(const clmodp_context *ctx);

/* Run `kernel` for at least `items` work-items (one dimension): the global size is `items`
 * rounded up to work-groups of `group` (0: the tuned NT), so kernels compare their id with
 * a bound of their own. items = 0 does nothing. Asynchronous, in order. PoCL compiles a
 * kernel again for every new `group`, and once more beyond 65535 items: keep to few.
 * Errors: LIMIT (more than 2^32 - 1 items; a group or local memory beyond the device's),
 *         INVALID (not as many arguments as the kernel has, a buffer shorter than said), DEVICE,
 *         DEVICE_MEMORY */
CLM_LAB_API clmodp_status clm_launch_array(clmodp_context *ctx, const clm_kernel *kernel,
                                           size_t items, size_t group, const clm_arg *args,
                                           size_t count);

#define clm_launch(ctx, kernel, items, group, ...)                                     \
    clm_launch_array((ctx), (kernel), (items), (group), (const clm_arg[]){__VA_ARGS__}, \
                     sizeof((const clm_arg[]){__VA_ARGS__}) / sizeof(clm_arg))

/* Looks up a kernel and launches it. Errors: those of clm_kernel_of and clm_launch_array */
CLM_LAB_API clmodp_status clm_run_array(clmodp_context *ctx, clm_kernel_key key, size_t items,
                                        size_t group, const clm_arg *args, size_t count);

#define clm_run(ctx, key, items, group, ...)                                     \
    clm_run_array((ctx), (key), (items), (group), (const clm_arg[]){__VA_ARGS__}, \
                  sizeof((const clm_arg[]){__VA_ARGS__}) / sizeof(clm_arg))

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

/* The programs of another context on the same device, with kernels of this one's own, which has
 * none yet. Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_programs_share(clmodp_context *ctx, const clmodp_context *other);

/* Release all programs and kernels of the context. */
void clm_programs_destroy(clmodp_context *ctx);

#endif
