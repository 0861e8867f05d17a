/* The inside of a context; contexts that are made of another one, for another thread, another
 * queue, or another machine; and the self-tests that a device must pass before results rely on it:
 * once for each device, driver, tuning and text of kernels. Vendor compilers have been seen to
 * miscompile exact 64-bit products, which no other check reports as clearly. */
#ifndef CLM_OPENCL_CONTEXT_H
#define CLM_OPENCL_CONTEXT_H

#include <stdbool.h>

#include <clmodp/calibration.h>
#include <clmodp/core.h>
#include <clmodp/opencl.h>

#include "core/error.h"
#include "core/parallel.h"
#include "cost/rates.h"
#include "opencl/queue.h"

/* Which assembly kernels may have; see cl/arith/lanes.h and lazy.h. */
typedef enum clm_assembly {
    CLM_ASSEMBLY_NONE,
    CLM_ASSEMBLY_X86, /* LANES_ASSEMBLY_X86; vectors have to fit a register */
    CLM_ASSEMBLY_PTX, /* LANES_ASSEMBLY_PTX; for W = 1 */
    CLM_ASSEMBLY_GCN  /* LANES_ASSEMBLY_GCN; for W = 1 */
} clm_assembly;

/* Parameters that shape kernels and launches on this device: the defaults of opencl/tuning.c,
 * measured for CPUs and predicted for GPUs, or what was measured here (opencl/tuning.h). Results
 * never depend on them. */
typedef struct clm_tuning {
    uint32_t vector_width; /* W: vector lanes a work-item carries; 1, 2, 4, 8 or 16 */
    uint32_t tile;         /* T: polynomials in a tile, a multiple of W */
    uint32_t group;        /* NT: work-items a work-group */
    size_t stripe_bytes;   /* polynomials kept in flight between two stages, bytes */
    clm_assembly assembly;
    bool binaries;         /* the cache keeps compiled programs; false: the driver does that */
} clm_tuning;

/* What may be behind a wrong value from the device, and what to do: ends messages of CORRUPT. */
#define CLM_WRONG_VALUE                                                                  \
    "the driver may have miscompiled the kernels, or the device or its memory is faulty; " \
    "try again, update the driver, or choose another device"

/* Kernel files, by their paths in the directory of kernels. */
typedef struct clm_kernel_files {
    const char *const *names;
    size_t count;
} clm_kernel_files;

/* The value of a constant of this type. */
#define CLM_KERNEL_FILES(...)             \
    {(const char *const[]){__VA_ARGS__},  \
     sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)}

/* Facts about a device that a context remembers; see clm_trust below. */
#define CLM_MOST_TRUSTED 32

/* The share of a call's progress that a loop of launches makes. */
typedef struct clm_share {
    double from, to;
} clm_share;

/* An unused buffer of the pool, and what it holds; see opencl/buffer.h. */
typedef struct clm_pooled {
    cl_mem mem;
    size_t bytes;
    uint64_t key;
    void *mapped; /* where the host has it; NULL: nowhere */
} clm_pooled;

#define CLM_POOL_MOST 64

typedef struct clm_pool {
    clm_pooled kept[CLM_POOL_MOST];
    size_t count;
    uint64_t bytes;
} clm_pool;

/* What a context keeps from call to call. */
typedef struct clm_kept {
    struct clm_program *programs; /* list of those built so far; owned */
    const clm_kernel_files *together; /* compiled in one go, because one operation needs them all:
                                         every program costs the start of a process 20 to 40 ms on
                                         PoCL; all others are compiled alone. NULL: none */
    const struct clm_trust *trusted[CLM_MOST_TRUSTED]; /* known-answer tests that have passed */
    size_t trusts; /* of these */
    bool plain;    /* kernels have no assembly, whatever the tuning says (opencl/cache.h) */
    clm_pool pool;
    bool forgets;     /* it was noted that the cache keeps nothing */
    uint64_t builds;  /* programs compiled or loaded so far */
    struct {
        uint64_t seed, prime; /* 0: none yet */
    } last_check; /* of results */
    double missed; /* nanoseconds that calls should have taken less with an open device, so far */
} clm_kept;

/* State of one call on a context: it lives in the frame of the function that begins the call
 * (clm_call_begin), and ends with it. */
typedef struct clm_call {
    struct clm_call *outer; /* the call that this one is part of; NULL: between calls */
    uint64_t cap;           /* on memory in bytes, which this call was given; 0: none */
    uint64_t max_memory;    /* the lower one of this cap and of the context's */
    uint64_t memory_peak;   /* most bytes held since the call began */
    bool timed;             /* the device's times are asked for */
    size_t least_items;     /* of a launch; 0 but while a device is prepared (clm_trust_prepare) */
    clmodp_progress progress; /* NULL: nothing is asked */
    void *progress_user;
    double fraction;          /* that was last told */
    clm_share share;          /* of progress, that a loop of launches makes (clm_throttle_step);
                                 {0}: the call is asynchronous, and may not wait */
} clm_call;

/* Choices of tests and benchmarks in the place of the library's. */
typedef struct clm_overrides {
    bool always_searches;    /* probable mode leaves no search out */
    unsigned engine;         /* a clmodp_engine in the place of AUTO */
    size_t cosets;           /* that points lie in, where an engine chooses; 0: it does */
    struct clm_tally *tally; /* counts the work of kernels (opencl/kernel.c); NULL: nothing does */
} clm_overrides;

/* The user's object: a device and what is known of it, what is kept from call to call, and the
 * message of the last call. */
struct clmodp_context {
    clm_error error;
    clmodp_device device;
    clm_tuning tuning;
    clm_rates rates; /* of the device; those of a CPU through PoCL before one is opened */

    /* NULL before OpenCL is opened (clm_context_open). */
    cl_device_id cl_device;
    cl_context cl;
    cl_command_queue queue; /* in-order */
    clm_queue *pending;     /* what is under way on it; owned, never NULL */
    size_t part_alignment;  /* of parts of buffers; see buffer.h */

    bool host_only;       /* no device is ever opened */
    char *wanted_device;  /* owned; NULL: the best */
    char *wanted_kernels; /* owned; NULL: the default directory */
    clm_kept *kept;       /* owned */
    char *kernel_dir;     /* owned; NULL before OpenCL is opened */
    char *cache_dir;      /* owned; NULL: no cache */
    uint64_t cap;         /* on memory, in bytes; 0: what the device has decides */
    uint64_t memory_now;  /* held by buffers and staging; see opencl/buffer.h */
    size_t threads;       /* of the host, one or more */
    bool described;       /* device, tuning, rates and threads are those of a machine that may be
                             elsewhere: nothing is opened (clm_context_describe) */
    clm_log log;
    clmodp_opening opening; /* NULL: nothing is asked */
    void *opening_user;

    clm_call *call; /* the innermost call under way, or `base` */
    clm_call base;  /* between calls, with the user's progress callback */
    clm_overrides overrides;
};

/* Open the device that was asked for, unless it is open: choose it, and what follows from it. To
 * be called before anything else of this room that launches, builds or takes buffers. If times are
 * asked for (clm_call.timed) a queue of ours tells them from now on.
 * Errors: NO_DEVICE (also: a context for the host alone), CANCELLED (by the opening
 *         callback), HOST_MEMORY, DEVICE */
CLM_LAB_API clmodp_status clm_context_open(clmodp_context *ctx);

/* Set the caps on memory of all calls under way, from what was asked for and what the device
 * has. */
void clm_context_cap(clmodp_context *ctx);

/* Begin a call on `ctx`, as part of the call under way, if there is one: clear the message, and
 * take the lower of two caps on memory, that of the context and max_memory (0: none). Without
 * `progress` nothing is asked, nor told how far the call is. */
CLM_LAB_API void clm_call_begin(clm_call *call, clmodp_context *ctx, uint64_t max_memory,
                                bool progress);

/* End it: the most memory that it held counts for the outer call as well. After a failure the
 * device is waited for, and no buffer kept. Returns `st`. */
CLM_LAB_API clmodp_status clm_call_end(clmodp_context *ctx, const clm_call *call,
                                       clmodp_status st);

/* Lend the context to another thread as `out`, with a message and a call of its own. Until `out`
 * is taken back nothing is done with `ctx` but to ask for progress. */
void clm_context_lend(clmodp_context *out, const clmodp_context *ctx, uint64_t max_memory,
                      bool progress);

/* End the call of a context that was lent: its message, and the device that it opened, become
 * those of `ctx`. Returns `st`. */
clmodp_status clm_context_take_back(clmodp_context *ctx, const clmodp_context *lent,
                                    clmodp_status st);

/* A context for what the host computes on another thread, with one thread and no buffers; `kept`
 * is its own. `ctx` outlives it, and is not written to meanwhile. */
void clm_context_beside(clmodp_context *out, clm_kept *kept, const clmodp_context *ctx);

/* Nanoseconds that opening the device counts for; 0 if it is open. Many calls that it would help a
 * little each are worth it together: it is opened when they have missed as much as opening takes,
 * so that all of them take at most twice what they would if it had been known [the rent-or-buy
 * rule: Karlin, Manasse, Rudolph, Sleator 1988]. */
double clm_initialisation_cost(const clmodp_context *ctx);

/* So much longer the host takes than the device would, if it were open. */
void clm_initialisation_missed(const clmodp_context *ctx, double nanoseconds);

/* No device could be opened: not to be tried again for as long. */
void clm_initialisation_failed(const clmodp_context *ctx);

/* Compute units of the device, or as many as there are threads where it is not open. */
double clm_device_units(const clmodp_context *ctx);

/* Nanoseconds of such a device for all units' work together, with one thread of the host. */
CLM_LAB_API double clm_device_elapsed(const clmodp_context *ctx, const clm_amounts *amounts);

/* A queue and kernels of its own; device, programs and trusted facts are those of the context. */
typedef struct clm_subcontext {
    clmodp_context context;
    clm_kept kept;
    clm_queue pending;
} clm_subcontext;

/* Whether there may be subcontexts: the device is open, its driver keeps queues apart, and its
 * queue is not lent by a caller, who expects all work there. */
bool clm_subcontext_serves(const clmodp_context *ctx);

/* Make one, with this part of the context's memory, one thread, no log and no progress callback.
 * The context must outlive it, and build no programs meanwhile. Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_subcontext_create(clm_subcontext *out, clmodp_context *ctx, size_t parts);

/* Wait for its work, and release it; allowed on a zero-initialised one. */
void clm_subcontext_destroy(clm_subcontext *subcontext);

/* Give a context that was lent the device, rates and threads of a machine. It can predict then,
 * and must not compute.
 * Errors: INVALID (a kind that there is not, no unit or thread, figures that cannot be measured)
 */
clmodp_status clm_context_describe(clmodp_context *lent, const clmodp_machine *machine);

struct clm_buffer;

/* A fact about a device, and the known-answer test that shows it. One object for each fact. */
typedef struct clm_trust {
    const char *fact;              /* what is shown; caches keep it under this text */
    const clm_kernel_files *files; /* that it is about */
    clmodp_status (*check)(clmodp_context *ctx, const void *subject); /* CORRUPT: it is not so */
    const void *subject;
    bool extends; /* all its launches may be longer: its kernels compare their ids with bounds */
} clm_trust;

/* Run the tests, but those that this context, or the cache, remembers to have passed. They may use
 * all memory of the context. The progress callback is called while another process tests, so that
 * the caller may end the wait, and at no other time.
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
clmodp_status clm_trust_compare(clmodp_context *ctx, const struct clm_buffer *buffer,
                                const cl_uint *expected, size_t count, const char *what,
                                const char *whom);

/* Whether clm_trust_ensure has nothing to run. */
bool clm_trust_known(clmodp_context *ctx, const clm_trust *const *needs, size_t count);

#endif
