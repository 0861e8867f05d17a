/** @file
 * A context: one OpenCL device, opened when it is first needed, its compiled kernels, and the last
 * error message. What the host computes alone opens none.
 *
 * A context belongs to one thread at a time; different contexts are independent. The
 * library keeps no global state. After any error a context stays usable.
 *
 * A context does not survive fork(): the threads of OpenCL drivers are not there in the child,
 * and their locks may be held for ever. The child must neither use nor destroy a context that
 * was made before, nor make one of its own, even if the parent's have been destroyed, since
 * the drivers keep their state: with PoCL 3.1 computations then never end. So fork before the
 * first call that opens OpenCL (clmodp_device_list, clmodp_context_create with a device, the first
 * computation on one) and make contexts afterwards, in parent and child alike; or let the child
 * execute another program at once, which is safe at any time. Polynomials know no device and can
 * be used on both sides. */
#ifndef CLMODP_CONTEXT_H
#define CLMODP_CONTEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clmodp/calibration.h>
#include <clmodp/log.h>
#include <clmodp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What computations take: a device, its kernels, the last message. */
typedef struct clmodp_context clmodp_context;

/** How a context is made. Fill with clmodp_context_options_init, then change fields. */
typedef struct clmodp_context_options {
    size_t size;            /**< sizeof this structure; set by _init */
    const char *device;     /**< which device; see clmodp_context_create. Default NULL */
    uint64_t max_memory;    /**< cap on the bytes in use at a time by device buffers and by what
                                 the host holds only to send or to receive; 0 (default): three
                                 quarters of what the device has, or the host without one */
    uint32_t threads;       /**< host threads; 0 (default): one per available processor */
    const char *kernel_dir; /**< where the .cl files are; NULL (default): CLMODP_KERNEL_PATH,
                                 else found from where the library lies */
    const char *cache_dir;  /**< where compiled kernels are kept, but for PoCL, which does so
                                 itself, which devices have passed their known-answer tests, and
                                 what was measured of them (clmodp/tuning.h); "" keeps nothing;
                                 NULL (default): CLMODP_CACHE_DIR, else $XDG_CACHE_HOME/clmodp,
                                 else $HOME/.cache/clmodp */
} clmodp_context_options;

/** Set every field to its default: all but the size are zero. Inline, because only the caller's
 * compiler knows how long the caller's structure is. */
static inline void clmodp_context_options_init(clmodp_context_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Make a context. A device that is named is opened at once; else the best one, when it is first
 * needed.
 *
 * Out:    context  a new context, released with clmodp_context_destroy; NULL on failure
 * In:     options  NULL for all defaults. `device` is one of
 *                  - "host": none, ever: engine HOST alone computes
 *                  - "gpu", "cpu", "accelerator": the best of that kind
 *                  - "N": the N-th of clmodp_device_list, from 0
 *                  - "P.D": device D of platform P, from 0
 *                  - any other text: the first whose platform, name or vendor contains it,
 *                    letters compared without case
 *                  - NULL: the environment variable CLMODP_DEVICE in the same form, else the
 *                    best device: a GPU before an accelerator before a CPU; among CPUs the one
 *                    with the wider vector_width, because the kernels bring explicit vectors;
 *                    then the one with more compute_units; of equals the first
 *         message, message_size  where a failure is explained (there is no context to ask
 *                  then); may be NULL, 0
 * Errors: INVALID, NO_DEVICE, HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_context_create(clmodp_context **context, const clmodp_context_options *options,
                      char *message, size_t message_size);

/** Release a context and all it holds. NULL is allowed. */
CLMODP_API void clmodp_context_destroy(clmodp_context *context);

/** What went wrong in the last call on this context, as one or more lines for a person to
 * read; "" if it succeeded. Valid until the next call on the context. */
CLMODP_API const char *clmodp_context_message(const clmodp_context *context);

/** Ask for progress reports between launches and steps; NULL ends them. */
CLMODP_API void clmodp_context_set_progress(clmodp_context *context, clmodp_progress progress,
                                            void *user);

/** Called before a context opens a device that its creation did not name, on the thread of the
 * call that needs it: a program may try the driver in a process of its own here
 * (clmodp_device_check). It must not use the context. A result other than 0 makes the call return
 * CANCELLED. */
typedef int (*clmodp_opening)(void *user);

/** Ask to be told; NULL ends it. */
CLMODP_API void clmodp_context_set_opening(clmodp_context *context, clmodp_opening opening,
                                           void *user);

/** Be told what is compiled and tested, and what was decided: on the thread of the call that does
 * so. NULL ends it. */
CLMODP_API void clmodp_context_set_log(clmodp_context *context, clmodp_log log, void *user);

/** What a device is; text fields end in a zero byte. */
typedef struct clmodp_device {
    size_t size;              /**< sizeof this structure in the library that is loaded */
    uint32_t platform;        /**< index of the platform; UINT32_MAX: of none that is listed */
    uint32_t index;           /**< index of the device within its platform; likewise */
    char kind[16];            /**< "gpu", "cpu", "accelerator", "other" or "host" */
    char name[128];           /**< of the device */
    char vendor[128];         /**< of the device */
    char platform_name[128];  /**< of its platform */
    char version[128];        /**< OpenCL version text of the device */
    char driver[128];         /**< version text of the driver */
    uint32_t compute_units;   /**< as OpenCL counts them */
    uint32_t clock_mhz;       /**< 0 if unknown */
    uint64_t global_memory;   /**< bytes */
    uint64_t max_allocation;  /**< bytes */
    uint64_t local_memory;    /**< bytes a work-group can have */
    size_t max_work_group;    /**< work-items */
    uint32_t vector_width;    /**< preferred lanes of 32-bit integers a work-item */
    char unusable[128];       /**< "" or why clmodp cannot use it */
    char family[24];          /**< of a GPU, what its vendor calls its instructions: "sm_90",
                                   "gfx90a", "xe_12.55" (Intel's architecture and release); ""
                                   where the driver does not tell */
} clmodp_device;

/** All OpenCL devices of this machine.
 *
 * Out:    devices  a new array of pointers to *count devices, all released at once with
 *                  clmodp_device_list_free; NULL when there are none. Pointers, because the
 *                  structure may be longer in the library that is loaded.
 *         message, message_size  as in clmodp_context_create
 * Errors: HOST_MEMORY, DEVICE. No device at all is no error: *count is 0. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_device_list(clmodp_device ***devices,
                                                             size_t *count, char *message,
                                                             size_t message_size);

/** Release a list of devices. NULL is allowed. */
CLMODP_API void clmodp_device_list_free(clmodp_device **devices);

/** The device a context runs on, which is opened if it was not yet; of a context for the host
 * alone, or where no device can be had, the host: kind and name are "host", and
 * clmodp_context_message tells why none was had. Valid as long as the context, what it says until
 * the next call. */
CLMODP_API const clmodp_device *clmodp_context_device(clmodp_context *context);

/** The calibration of the context's device in the cache directory, kept there by clmodp_calibrate
 * (clmodp/tuning.h). The device is opened if it was not yet.
 *
 * Out:    calibration  set up with clmodp_calibration_init; seconds is 0 if the device was never
 *                      calibrated with this driver and version of the library
 * Errors: INVALID, NO_DEVICE, HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_calibration_get(clmodp_context *context,
                                                                 clmodp_calibration *calibration);

#ifdef __cplusplus
}
#endif
#endif
