/** @file
 * Statuses and versions; contexts, with their devices, progress, log and calibration. All other
 * headers include this one.
 *
 * A context is one OpenCL device, opened when it is first needed, with its compiled kernels and
 * the last error message. Computations of the host alone open none. A context belongs to one
 * thread at a time; different contexts are independent. The library keeps no global state.
 * After any error a context stays usable.
 *
 * A context does not survive fork(): the threads of OpenCL drivers do not exist in the child,
 * and their locks may be held for ever. The child must neither use nor destroy a context of the
 * parent, nor create one of its own, even if the parent's have been destroyed, since the
 * drivers keep their state: with PoCL 3.1 computations then never end. So fork before the first
 * call that opens OpenCL (clmodp_device_list, clmodp_context_create with a device, the first
 * computation on one) and create contexts afterwards, in parent and child alike; or let the
 * child execute another program at once, which is safe at any time. Polynomials know no device
 * and can be used on both sides.
 */
#ifndef CLMODP_CORE_H
#define CLMODP_CORE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clmodp/calibration.h>

/** @cond */
#if defined(CLMODP_BUILDING) && defined(__GNUC__)
#define CLMODP_API __attribute__((visibility("default")))
#else
#define CLMODP_API
#endif

#if defined(__GNUC__)
#define CLMODP_NODISCARD __attribute__((warn_unused_result))
#else
#define CLMODP_NODISCARD
#endif
/** @endcond */

/** First number of the headers' version. */
#define CLMODP_VERSION_MAJOR 0
/** Second number. */
#define CLMODP_VERSION_MINOR 2
/** Third number. */
#define CLMODP_VERSION_PATCH 0
/** The three as text. */
#define CLMODP_VERSION_STRING "0.2.0"

/** A version as one number, comparable in preprocessor conditions:
 * `CLMODP_VERSION >= CLMODP_VERSION_OF(0, 1, 0)`. */
#define CLMODP_VERSION_OF(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
/** The headers' version as one number. */
#define CLMODP_VERSION \
    CLMODP_VERSION_OF(CLMODP_VERSION_MAJOR, CLMODP_VERSION_MINOR, CLMODP_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Statuses ---- */

/** Values are part of the ABI: new ones are appended. */
typedef enum clmodp_status {
    CLMODP_OK = 0,            /**< done */
    CLMODP_INVALID = 1,       /**< the caller broke a stated rule */
    CLMODP_DOMAIN = 2,        /**< no such value exists */
    CLMODP_LIMIT = 3,         /**< it exists, but is too big for this library or device */
    CLMODP_PARSE = 4,         /**< text that is no polynomial */
    CLMODP_NO_DEVICE = 5,     /**< no usable OpenCL device fits the request */
    CLMODP_NO_KERNEL = 6,     /**< a kernel source file was not found or not readable */
    CLMODP_BUILD = 7,         /**< the device's compiler refused a kernel */
    CLMODP_HOST_MEMORY = 8,   /**< the host is out of memory */
    CLMODP_DEVICE_MEMORY = 9, /**< the device is out of memory, or the cap is too small */
    CLMODP_DEVICE = 10,       /**< an OpenCL call failed */
    CLMODP_CORRUPT = 11,      /**< a self-check failed: the device computed wrongly */
    CLMODP_CANCELLED = 12,    /**< the progress callback asked to stop */
    CLMODP_UNSUPPORTED = 13,  /**< it makes sense, but this version, or this way, has it not */
    CLMODP_DAMAGED = 14,      /**< bytes that this version did not write, or that have changed */
    CLMODP_FILE = 15          /**< a file or folder cannot be read, written or trusted */
} clmodp_status;

/** Called between steps of a long operation, on the thread of its caller, with the fraction done,
 * in [0, 1]. A result other than 0 makes the operation return CANCELLED. */
typedef int (*clmodp_progress)(void *user, double fraction);

/** The status's name in lower case, such as "out of device memory". Never NULL;
 * "unknown status" for a value that is none. The string is static. */
CLMODP_API const char *clmodp_status_string(clmodp_status status);

/* ---- Versions ---- */

/** The loaded library's version, "major.minor.patch". The string is static. */
CLMODP_API const char *clmodp_version(void);

/* ---- The log ---- */

/** What a line is about. Values are part of the ABI: new ones are appended, and others than these
 * are to be ignored. */
typedef enum clmodp_log_kind {
    CLMODP_LOG_TESTING = 0,  /**< kernels are compiled and tested, once for a device and its
                                  driver: some seconds on CPUs; TESTED follows */
    CLMODP_LOG_TESTED = 1,   /**< that is over, well or not */
    CLMODP_LOG_BUILDING = 2, /**< a program is compiled, or loaded from what the driver kept; BUILT
                                  follows, and both may stand within a test */
    CLMODP_LOG_BUILT = 3,    /**< that is over, well or not */
    CLMODP_LOG_NOTE = 4      /**< something that the caller may not expect, and that is no error */
} clmodp_log_kind;

/** Takes one line for a person to read, without a line break; valid during the call. It must not
 * use the context. */
typedef void (*clmodp_log)(void *user, clmodp_log_kind kind, const char *line);

/* ---- Contexts ---- */

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
 * Errors: INVALID, NO_DEVICE, CANCELLED, HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_calibration_get(clmodp_context *context,
                                                                 clmodp_calibration *calibration);

#ifdef __cplusplus
}
#endif
#endif
