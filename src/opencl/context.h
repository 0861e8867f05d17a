/* Internals of a context; contexts derived from it for another thread, another queue, or another
 * machine; and the self-tests that a device must pass before results rely on it, once per device,
 * driver, tuning and kernel source. Vendor compilers have miscompiled exact 64-bit products. */
#ifndef CLM_OPENCL_CONTEXT_H
#define CLM_OPENCL_CONTEXT_H

#include <stdbool.h>

#include <clmodp/calibration.h>
#include <clmodp/core.h>
#include <clmodp/opencl.h>

#include "core/error.h"
#include "core/parallel.h"
#include "cost/cost.h"
#include "opencl/queue.h"

/* Inline assembly used in kernels; see cl/arith/lanes.h and lazy.h. */
typedef enum clm_assembly {
    CLM_ASSEMBLY_NONE,
    CLM_ASSEMBLY_X86, /* LANES_ASSEMBLY_X86; vectors must fit a register */
    CLM_ASSEMBLY_PTX, /* LANES_ASSEMBLY_PTX; for W = 1 */
    CLM_ASSEMBLY_GCN  /* LANES_ASSEMBLY_GCN; for W = 1 */
} clm_assembly;

/* Parameters of kernels and launches: defaults of opencl/tuning.c, measured for CPUs, predicted
 * for GPUs, or measured on this device. Results never depend on them. */
typedef struct clm_tuning {
    uint32_t vector_width; /* W: vector lanes per work-item; 1, 2, 4, 8 or 16 */
    uint32_t tile;         /* T: polynomials per tile, a multiple of W */
    uint32_t group;        /* NT: work-items per work-group */
    size_t stripe_bytes;   /* bytes of polynomials in flight between two stages */
    clm_assembly assembly;
    bool binaries;         /* the cache keeps compiled programs; false: the driver keeps them */
    bool parallel_builds;  /* the driver compiles on several threads: each file is a program */
} clm_tuning;

/* Ends messages of CORRUPT: possible causes, and remedies. */
#define CLM_WRONG_VALUE                                                                  \
    "the driver may have miscompiled the kernels, or the device or its memory is faulty; " \
    "try again, update the driver, or choose another device"

/* Kernel files, by paths in the kernel directory. */
typedef struct clm_kernel_files {
    const char *const *names;
    size_t count;
} clm_kernel_files;

/* Initialiser of a constant of this type. */
#define CLM_KERNEL_FILES(...)             \
    {(const char *const[]){__VA_ARGS__},  \
     sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)}

/* Most passed self-tests in a context's list. */
#define CLM_MOST_PASSED_TESTS 32

/* The interval of a call's progress covered by a loop of launches. */
typedef struct clm_share {
    double from, to;
} clm_share;

/* Whether a device keeps running every work-group that it has started, so that others can wait for
 * its results. clm_lookback_probe finds it out. */
typedef enum clm_progress_kept {
    CLM_PROGRESS_UNKNOWN,
    CLM_PROGRESS_KEPT,
    CLM_PROGRESS_BROKEN
} clm_progress_kept;

/* A pooled buffer; see opencl/buffer_pool.h. */
typedef struct clm_pooled {
    cl_mem mem;
    size_t bytes;
    uint64_t key;
    void *mapped; /* host address of the mapping; NULL: not mapped */
} clm_pooled;

#define CLM_POOL_MOST 64

typedef struct clm_pool {
    clm_pooled kept[CLM_POOL_MOST];
    size_t count;
    uint64_t bytes;
} clm_pool;

/* Measured times over predicted ones, of each algorithm for one kind of call; 0: none yet. */
typedef struct clm_slowdowns {
    float of[3];
} clm_slowdowns;

/* Kinds of calls: operations on polynomials over F_p and binary digits of their lengths. */
#define CLM_CHOICES (9 * 64)

/* State that a context keeps between calls. */
typedef struct clm_context_state {
    struct clm_program *programs; /* programs built so far; owned */
    struct clm_source_file *sources; /* kernel files read so far; owned */
    const clm_kernel_files *together; /* files that one operation needs, compiled as one program,
                                         since each program costs 20 to 40 ms of process start on
                                         PoCL, or at the same time (clm_tuning.parallel_builds).
                                         NULL: all are compiled alone */
    const struct clm_self_test
        *passed_tests[CLM_MOST_PASSED_TESTS]; /* passed known-answer tests */
    size_t passed_count;
    bool plain;    /* kernels use no inline assembly, whatever the tuning says (opencl/cache.h) */
    clm_pool pool;
    bool logged_no_cache;     /* the log notes that the cache is not writable */
    uint64_t builds;  /* programs compiled or loaded so far */
    struct {
        uint64_t seed, prime; /* 0: none yet */
    } last_check; /* of the last check of a result */
    uint64_t modulus; /* of the last problem modulo a prime; 0: none yet */
    clm_progress_kept progress; /* of the device's work-groups */
    double missed; /* nanoseconds that an initialised device would have saved so far */
    clm_slowdowns slowdowns[CLM_CHOICES];
} clm_context_state;

/* State of one call on a context, on the stack of the function that begins it. */
typedef struct clm_call {
    struct clm_call *outer; /* the enclosing call; NULL: between calls */
    uint64_t cap;           /* this call's memory cap in bytes; 0: none */
    uint64_t max_memory;    /* the lower of this cap and the context's */
    uint64_t memory_peak;   /* most bytes held since the call began */
    bool timed;             /* the caller requests device times */
    size_t least_items;     /* minimum size of a launch; 0 except in clm_self_tests_prepare */
    clmodp_progress progress; /* NULL: no callback */
    void *progress_user;
    double fraction;          /* last reported fraction */
    struct clm_call *tested_for; /* in a self-test: the call that waits for it; else NULL */
    clm_share share; /* of a loop of launches (clm_throttle_launches); {0}: the call is
                        asynchronous and must not wait */
} clm_call;

/* Choices of tests and benchmarks instead of the library's. */
typedef struct clm_overrides {
    bool always_searches;    /* probable mode skips no search */
    bool always_minors, never_minors; /* determinants by minors, at any cost; not at all */
    unsigned engine;         /* a clmodp_engine instead of AUTO */
    size_t cosets;           /* cosets of points, if an engine can choose; 0: it chooses */
    bool simulated;          /* by Oclgrind, which takes filled memory for uninitialised and may
                                run groups out of step: fills are writes, waits have no end */
    bool loses_totals;       /* some groups do not announce totals that others wait for */
    struct clm_op_counts *op_counts; /* collects operation counts (opencl/kernel.c); NULL: none */
} clm_overrides;

/* The user's object: a device, the state kept between calls, and the last call's message. */
struct clmodp_context {
    clm_error error;
    clmodp_device device;
    clm_tuning tuning;
    clm_costs costs; /* of the device; a CPU's through PoCL before device initialisation */

    /* NULL before device initialisation (clm_context_open). */
    cl_device_id cl_device;
    cl_context cl;
    cl_command_queue queue; /* in-order */
    clm_queue *pending;     /* commands in progress; owned, never NULL */
    size_t part_alignment;  /* of sub-buffers; see buffer.h */

    bool host_only;       /* no device is ever initialised */
    char *wanted_device;  /* owned; NULL: the best */
    char *wanted_kernels; /* owned; NULL: the default directory */
    clm_context_state *kept;       /* owned */
    char *kernel_dir;     /* owned; NULL before device initialisation */
    char *cache_dir;      /* owned; NULL: no cache */
    uint64_t cap;         /* on memory, in bytes; 0: derived from the device's memory */
    uint64_t memory_now;  /* bytes in buffers and staging arrays; see opencl/buffer_pool.h */
    size_t threads;       /* of the host, one or more */
    bool described;       /* a machine that need not be this one is described; no device
                             is initialised (clm_context_describe) */
    clm_log log;
    clmodp_device_init device_init; /* NULL: no callback */
    void *device_init_user;

    clm_call *call; /* the innermost active call, or `base` */
    clm_call base;  /* between calls, with the user's progress callback */
    clm_overrides overrides;
};

/* Initialises the requested device and all settings that depend on it, unless done before. Must
 * precede launches, builds and buffers. If the call requests times (clm_call.timed), the library's
 * own queue is profiled from now on.
 * Errors: NO_DEVICE (also: a context for the host alone), CANCELLED (by the initialisation
 *         callback), HOST_MEMORY, DEVICE */
CLM_LAB_API clmodp_status clm_context_open(clmodp_context *ctx);

/* Begins a call on `ctx`, nested in any active call. Clears the message and caps memory at the
 * lower of the context's cap and max_memory (0: none). `progress`: with the callback. */
CLM_LAB_API void clm_call_begin(clm_call *call, clmodp_context *ctx, uint64_t max_memory,
                                bool progress);

/* Ends the call; its peak memory use counts for the outer call too. After a failure it waits for
 * the device and empties the buffer pool. Returns `st`. */
CLM_LAB_API clmodp_status clm_call_end(clmodp_context *ctx, const clm_call *call,
                                       clmodp_status st);

/* Lends the context to another thread as `out`, with its own message and call. Meanwhile `ctx` may
 * only report progress. */
void clm_context_lend(clmodp_context *out, const clmodp_context *ctx, uint64_t max_memory,
                      bool progress);

/* Ends the call of a lent context, whose message and device become those of `ctx`. Returns
 * `st`. */
clmodp_status clm_context_take_back(clmodp_context *ctx, const clmodp_context *lent,
                                    clmodp_status st);

/* Creates a context for host computations on one other thread, with its own `kept` and no buffers.
 * `ctx` must outlive it and must not be written meanwhile. */
void clm_context_beside(clmodp_context *out, clm_context_state *kept, const clmodp_context *ctx);

/* Returns the nanoseconds to charge for device initialisation; 0 if the device is initialised. The
 * charge falls by each saving missed, so that all calls together take at most twice the time
 * possible with foreknowledge [the rent-or-buy rule: Karlin, Manasse, Rudolph, Sleator 1988]. */
double clm_initialisation_cost(const clmodp_context *ctx);

/* Records that the host takes so much longer than an initialised device would. */
void clm_initialisation_missed(const clmodp_context *ctx, double nanoseconds);

/* Records that initialisation failed: missed savings count from 0 again. */
void clm_initialisation_failed(const clmodp_context *ctx);

/* Returns the compute units of the device, or the threads if none is initialised. */
double clm_device_units(const clmodp_context *ctx);

/* Returns the elapsed nanoseconds for this work on all compute units and one host thread. */
CLM_LAB_API double clm_device_elapsed(const clmodp_context *ctx, const clm_amounts *amounts);

/* A context with its own queue and kernels; device, programs and passed self-tests are shared. */
typedef struct clm_subcontext {
    clmodp_context context;
    clmodp_context *parent;
    clm_context_state kept;
    clm_queue pending;
} clm_subcontext;

/* Tells whether subcontexts are possible: the device is initialised, its driver keeps queues
 * apart, and the queue is not a caller's, who expects all work on it. */
bool clm_subcontext_supported(const clmodp_context *ctx);

/* Creates a subcontext with 1 / `parts` of the memory left, one thread, no log and no callback.
 * The context must outlive it and build no programs meanwhile. Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_subcontext_create(clm_subcontext *out, clmodp_context *ctx, size_t parts);

/* Waits for its work and releases it; {0} is safe. Programs that it has built, and self-tests that
 * it has passed, become the parent's. */
void clm_subcontext_destroy(clm_subcontext *subcontext);

/* Gives a lent context the device, cost coefficients and threads of a described machine, to
 * predict times but not to compute.
 * Errors: INVALID (an unknown kind, no unit or thread, or impossible figures) */
clmodp_status clm_context_describe(clmodp_context *lent, const clmodp_machine *machine);

struct clm_buffer;

/* A known-answer test of one property of a device. One object per property. */
typedef struct clm_self_test {
    const char *property; /* as text; also its key in the cache */
    const clm_kernel_files *files; /* the kernels tested */
    clmodp_status (*check)(clmodp_context *ctx, const void *subject); /* CORRUPT: it fails */
    const void *subject;
    bool extends; /* launches may be longer: its kernels compare ids with bounds */
} clm_self_test;

/* Runs the self-tests not yet passed according to this context or the cache. They may use all
 * memory of the context. The progress callback can cancel only the wait for another process that
 * runs a test.
 * Errors: CORRUPT (a wrong answer), CANCELLED, and the errors of the tests */
CLM_LAB_API clmodp_status clm_self_tests_ensure(clmodp_context *ctx,
                                                const clm_self_test *const *needs, size_t count);

/* Runs all self-tests again, so that the driver compiles and caches their kernels; if a test
 * allows it, also in launches so long that drivers compile kernels again for them.
 * Errors: as clm_self_tests_ensure */
clmodp_status clm_self_tests_prepare(clmodp_context *ctx, const clm_self_test *const *needs,
                                     size_t count);

/* Returns CORRUPT, with a message that `result` of `object` is wrong. */
clmodp_status clm_self_test_fail(clmodp_context *ctx, const char *result, const char *object);

/* Compares the first words of a buffer with the expected ones. Errors: CORRUPT, as above;
 * HOST_MEMORY, DEVICE */
clmodp_status clm_self_test_compare(clmodp_context *ctx, const struct clm_buffer *buffer,
                                    const cl_uint *expected, size_t count, const char *result,
                                    const char *object);

/* Tells whether clm_self_tests_ensure would run no test. */
bool clm_self_tests_passed(clmodp_context *ctx, const clm_self_test *const *needs, size_t count);

#endif
