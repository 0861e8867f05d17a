/* Kernels, identified by file and name; their programs, compiled on first use; and launches. */
#ifndef CLM_OPENCL_KERNEL_H
#define CLM_OPENCL_KERNEL_H

#include "opencl/buffer.h"
#include "opencl/cache.h"

typedef struct clm_kernel clm_kernel;

#define CLM_DEFINITIONS_SIZE 256

/* Definition that replaces -DNT, the work-items per group; takes one size_t. */
#define CLM_DEFINE_NT "#undef NT\n#define NT %zu\n"

/* Identifies a kernel by file, name and definitions. Make it with clm_kernel_with, KERNEL (no
 * definitions) or KERNEL_NT (another work-group size than NT). */
typedef struct clm_kernel_key {
    const char *file, *name;
    char definitions[CLM_DEFINITIONS_SIZE]; /* "": none */
    int length;                             /* of the definitions before truncation */
} clm_kernel_key;

/* Identifies the kernel of `file` compiled alone, once per context and text, after definitions:
 * lines "#define NAME VALUE", also #undef, formatted as by printf. */
CLM_LAB_API clm_kernel_key clm_kernel_with(const char *file, const char *name, const char *format,
                                           ...) CLM_PRINTF(3, 4);

#define KERNEL(file_, name_) ((clm_kernel_key){.file = (file_), .name = (name_)})
#define KERNEL_NT(file, name, nt) clm_kernel_with((file), (name), CLM_DEFINE_NT, (size_t)(nt))

/* Returns the kernel `name` of cl/`file`. The file is compiled alone, or with the files that the
 * context compiles together, once per context, with -DW, -DT and -DNT from its tuning. The context
 * owns the kernel.
 * Errors: NO_KERNEL (file or name), BUILD (message: device, options, compiler's log), INVALID
 *         (more than CLM_DEFINITIONS_SIZE - 1 bytes of definitions), HOST_MEMORY, DEVICE */
CLM_LAB_API clmodp_status clm_kernel_of(clmodp_context *ctx, const clm_kernel **out,
                                        clm_kernel_key key);

#define clm_kernel_get(ctx, out, file, name) clm_kernel_of((ctx), (out), KERNEL((file), (name)))
#define clm_kernel_get_with(ctx, out, file, name, ...) \
    clm_kernel_of((ctx), (out), clm_kernel_with((file), (name), __VA_ARGS__))

/* Returns the largest work-group that this kernel supports on the device. */
size_t clm_kernel_most_items(const clmodp_context *ctx, const clm_kernel *kernel);

/* One kernel argument. Make it with the macros below. */
typedef struct clm_arg {
    size_t size;
    const void *value; /* NULL: `size` bytes of local memory */
    const clm_buffer *buffer; /* NULL: no buffer */
    const char *name, *use;   /* of the buffer, for messages */
    size_t count, element;    /* the kernel uses `count` elements of `element` bytes, from 0 on */
} clm_arg;

/* Buffers that the kernel reads, writes, or both, up to element `count`; the launch refuses
 * shorter buffers. Counts that overflow are SIZE_MAX (clm_size_times). The _OF forms take an
 * element size instead of a type. */
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

/* Returns the work-group size for kernels without interaction inside a group: the tuned NT, or
 * with vectors at most 64 / compute units, so that 128 items make two groups per unit. All
 * launches use it, since drivers compile for each size. */
size_t clm_independent_group_size(const clmodp_context *ctx);

/* Work-items for each of `vectors` vectors, from 1 to `most`, enough to keep the device busy. */
size_t clm_vector_parts(const clmodp_context *ctx, size_t vectors, size_t most);

/* Runs `kernel` for `items` work-items (one dimension), rounded up to work-groups of `group` items
 * (0: the tuned NT), so kernels compare their id with a bound. items = 0 does nothing.
 * Asynchronous, in order. PoCL recompiles a kernel for every new `group`, and once more beyond
 * 65535 items, so sizes should be few.
 * Errors: LIMIT (more than 2^32 - 1 items; a group or local memory beyond the device's),
 *         INVALID (a wrong number of arguments, a short buffer), DEVICE, DEVICE_MEMORY */
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

/* An executable program, and whether its binary is to be cached on release. */
typedef struct clm_executable {
    cl_program cl;
    clm_cache_key key;
    bool save;
} clm_executable;

struct clm_kernel {
    clm_kernel *next;
    char *name;
    cl_kernel cl;
    size_t max_group;      /* largest work-group of this kernel */
    uint64_t local_bytes;  /* local memory it declares itself */
    cl_uint arguments;
};

typedef struct clm_program {
    struct clm_program *next;
    const clm_kernel_files *files; /* its files; NULL if `file` is compiled alone */
    char *file;               /* the file requested first; owned */
    char *definitions;        /* owned */
    bool plain;               /* built without assembly */
    clm_executable executable;
    clm_kernel *kernels;
} clm_program;

/* Shares the programs of another context on the same device; `ctx`, which has no programs yet,
 * creates its own kernels. Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_programs_share(clmodp_context *ctx, const clmodp_context *other);

/* Moves the programs of `from` that `ctx` lacks, with their kernels, to `ctx`; destroys others.
 * Pre: both share programs */
void clm_programs_return(clmodp_context *ctx, clmodp_context *from);

/* Releases all programs and kernels of the context, and the kernel files it has read. */
void clm_programs_destroy(clmodp_context *ctx);

#endif
