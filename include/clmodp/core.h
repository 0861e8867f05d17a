/** @file
 * Statuses and versions; contexts, with their devices, progress, log and calibration. All other
 * headers include this one.
 *
 * A context holds one OpenCL device, opened when it is first needed, with its compiled kernels and
 * the last error message. Computations on the host alone open no device. A context may be used by
 * one thread at a time; different contexts are independent. The only global state of the library
 * is a record of the drivers that can be loaded: a child process, clmodp-load-drivers, first loads
 * the drivers that are unknown. On Linux its end sends no SIGCHLD to the caller. After any error a
 * context remains usable.
 *
 * A pointer may be NULL only where its description says so. Functions with a context refuse other
 * NULL pointers with INVALID; those that only create, read or write polynomials and results do not
 * check them.
 *
 * A context does not survive fork(): the threads of OpenCL drivers do not exist in the child, and
 * their locks may be held for ever. The child must neither use nor destroy a context of the
 * parent, nor create one of its own, even if the parent's contexts have been destroyed, since the
 * drivers keep their state: with PoCL 3.1 computations then never end. So fork before the first
 * call that opens OpenCL (clmodp_device_list, clmodp_context_create with a device, the first
 * computation on a device) and create contexts afterwards, in parent and child alike; or let the
 * child execute another program at once, which is always safe. Polynomials do not depend on a
 * device and can be used in both processes.
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

/** Major version of the headers. */
#define CLMODP_VERSION_MAJOR 0
/** Minor version of the headers. */
#define CLMODP_VERSION_MINOR 2
/** Patch version of the headers. */
#define CLMODP_VERSION_PATCH 0
/** The three version numbers as text. */
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

/** Statuses of calls. Values are part of the ABI: new ones are appended. */
typedef enum clmodp_status {
    CLMODP_OK = 0,            /**< success */
    CLMODP_INVALID = 1,       /**< the caller violated a documented rule */
    CLMODP_DOMAIN = 2,        /**< the requested value does not exist */
    CLMODP_LIMIT = 3,         /**< the value exists, but is too large for this library or device */
    CLMODP_PARSE = 4,         /**< the text is not a polynomial */
    CLMODP_NO_DEVICE = 5,     /**< no usable OpenCL device matches the request */
    CLMODP_NO_KERNEL = 6,     /**< a kernel source file is missing or not readable */
    CLMODP_BUILD = 7,         /**< the device's compiler rejected a kernel */
    CLMODP_HOST_MEMORY = 8,   /**< the host is out of memory */
    CLMODP_DEVICE_MEMORY = 9, /**< the device is out of memory, or the cap is too small */
    CLMODP_DEVICE = 10,       /**< an OpenCL call failed */
    CLMODP_CORRUPT = 11,      /**< a self-check failed: the device computed wrongly */
    CLMODP_CANCELLED = 12,    /**< the progress callback requested a stop */
    CLMODP_UNSUPPORTED = 13,  /**< not supported by this version, or by the selected method */
    CLMODP_DAMAGED = 14,      /**< bytes of another version, or corrupted bytes */
    CLMODP_FILE = 15          /**< a file or folder cannot be read, written or trusted */
} clmodp_status;

/** Progress callback, called between steps of a long operation on the thread of its caller, with
 * the fraction done, in [0, 1]. A non-zero result makes the operation return CANCELLED. The
 * callback is not called while a driver compiles a program or a kernel, which happens once for
 * each device. */
typedef int (*clmodp_progress)(void *user, double fraction);

/** Returns the status as lower-case text, such as "out of device memory"; "unknown status" for
 * other values. Never NULL; the string is static. */
CLMODP_API const char *clmodp_status_string(clmodp_status status);

/* ---- Versions ---- */

/** Returns the version of the loaded library, "major.minor.patch". The string is static. */
CLMODP_API const char *clmodp_version(void);

/* ---- The log ---- */

/** Subject of a log line. Values are part of the ABI: new ones are appended, and unknown values
 * are to be ignored. */
typedef enum clmodp_log_kind {
    CLMODP_LOG_TESTING = 0,  /**< kernels are compiled and tested, once per device and driver: some
                                  seconds on CPUs; TESTED follows */
    CLMODP_LOG_TESTED = 1,   /**< the test has ended, with or without success */
    CLMODP_LOG_BUILDING = 2, /**< a program is compiled, or loaded from a cache; BUILT follows, and
                                  both may occur within a test */
    CLMODP_LOG_BUILT = 3,    /**< the build has ended, with or without success */
    CLMODP_LOG_NOTE = 4      /**< something unexpected, but not an error */
} clmodp_log_kind;

/** Log callback: receives one human-readable line without a line break, valid during the call. It
 * must not use the context. */
typedef void (*clmodp_log)(void *user, clmodp_log_kind kind, const char *line);

/* ---- Contexts ---- */

/** State of computations: a device, its kernels, the last message. */
typedef struct clmodp_context clmodp_context;

/** Options of a context. Fill with clmodp_context_options_init, then change fields. */
typedef struct clmodp_context_options {
    size_t size;            /**< sizeof this structure; set by _init */
    const char *device;     /**< device selector; see clmodp_context_create. Default NULL */
    uint64_t max_memory;    /**< cap on the bytes in use at a time by device buffers and by the
                                 host's send and receive buffers; 0 (default): three quarters of
                                 the memory of the device, or of the host if there is no device */
    uint32_t threads;       /**< host threads; 0 (default): one per available processor */
    const char *kernel_dir; /**< folder of the .cl files; NULL (default): CLMODP_KERNEL_PATH, else
                                 derived from the location of the library */
    const char *cache_dir;  /**< folder for compiled kernels (not with PoCL, which has a cache of
                                 its own), for passed known-answer tests, for drivers known to load
                                 or to crash, and for measurements of devices
                                 (clmodp/tuning.h); "" stores nothing; NULL (default):
                                 CLMODP_CACHE_DIR, else $XDG_CACHE_HOME/clmodp, else
                                 $HOME/.cache/clmodp */
} clmodp_context_options;

/** Sets every field to its default: all but the size are zero. Inline, because only the caller's
 * compiler knows the size of the caller's structure. */
static inline void clmodp_context_options_init(clmodp_context_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Creates a context. A named device is opened at once; otherwise the best one is opened when it
 * is first needed.
 *
 * Out:    context  a new context, released with clmodp_context_destroy; NULL on failure
 * In:     options  NULL for all defaults. `device` is one of
 *                  - "host": never a device; only engine HOST computes
 *                  - "gpu", "cpu", "accelerator": the best of that kind
 *                  - "N": the N-th of clmodp_device_list, from 0
 *                  - "P.D": device D of platform P, from 0
 *                  - any other text: the first device whose platform, name or vendor contains it,
 *                    compared without case
 *                  - NULL: the environment variable CLMODP_DEVICE in the same form, else the
 *                    best device: a GPU before an accelerator before a CPU; among CPUs the one
 *                    with the wider vector_width, because the kernels use explicit vectors;
 *                    then the one with more compute_units; then the first
 *         message, message_size  buffer for an error message (no context exists then); may be
 *                  NULL, 0
 * Errors: INVALID, NO_DEVICE, HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_context_create(clmodp_context **context, const clmodp_context_options *options,
                      char *message, size_t message_size);

/** Releases a context with everything it holds. NULL is allowed. */
CLMODP_API void clmodp_context_destroy(clmodp_context *context);

/** Returns the error message of the last call on this context, as one or more human-readable
 * lines; "" after success. Valid until the next call on the context. */
CLMODP_API const char *clmodp_context_message(const clmodp_context *context);

/** Sets the callback for progress between launches and steps; NULL removes it. */
CLMODP_API void clmodp_context_set_progress(clmodp_context *context, clmodp_progress progress,
                                            void *user);

/** Callback before a context opens a device not named at its creation, on the thread of the call
 * needing the device: a program may use it to probe the driver in a separate process
 * (clmodp_device_check). It must not use the context. A non-zero result cancels the call
 * (CANCELLED). */
typedef int (*clmodp_device_init)(void *user);

/** Sets the callback before device initialisation; NULL removes it. */
CLMODP_API void clmodp_context_set_device_init(clmodp_context *context,
                                               clmodp_device_init device_init, void *user);

/** Sets the callback for log lines about compilations, tests and decisions. It is called on the
 * thread of the call causing them. NULL removes it. */
CLMODP_API void clmodp_context_set_log(clmodp_context *context, clmodp_log log, void *user);

/** Description of a device; text fields end in a zero byte. */
typedef struct clmodp_device {
    size_t size;              /**< sizeof this structure in the loaded library */
    uint32_t platform;        /**< index of the platform; UINT32_MAX: not a listed one */
    uint32_t index;           /**< index of the device within its platform; likewise */
    char kind[16];            /**< "gpu", "cpu", "accelerator", "other" or "host" */
    char name[128];           /**< name of the device */
    char vendor[128];         /**< vendor of the device */
    char platform_name[128];  /**< name of the platform */
    char version[128];        /**< OpenCL version text of the device */
    char driver[128];         /**< version text of the driver */
    uint32_t compute_units;   /**< as OpenCL counts them */
    uint32_t clock_mhz;       /**< 0 if unknown */
    uint64_t global_memory;   /**< bytes */
    uint64_t max_allocation;  /**< bytes */
    uint64_t local_memory;    /**< bytes available to a work-group */
    size_t max_work_group;    /**< work-items */
    uint32_t vector_width;    /**< preferred 32-bit integer lanes per work-item */
    char unusable[128];       /**< "", or why clmodp cannot use the device */
    char family[24];          /**< of a GPU, the vendor's name of its instruction set: "sm_90",
                                   "gfx90a", "xe_12.55" (Intel's architecture and release); "" if
                                   the driver does not report it */
} clmodp_device;

/** Lists all OpenCL devices of this machine.
 *
 * Out:    devices  a new array of pointers to *count devices, released together with
 *                  clmodp_device_list_free; NULL if there are none. Pointers, because the
 *                  structure may be longer in the loaded library.
 *         message, message_size  as in clmodp_context_create
 * Errors: NO_DEVICE (loading the drivers would end the process), HOST_MEMORY, DEVICE. Finding no
 *         device is not an error: *count is 0. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_device_list(clmodp_device ***devices,
                                                             size_t *count, char *message,
                                                             size_t message_size);

/** Releases a list of devices. NULL is allowed. */
CLMODP_API void clmodp_device_list_free(clmodp_device **devices);

/** Returns the device of a context, and opens it if necessary. For a context on the host alone, or
 * if no device is available, the result describes the host: kind and name are "host", and
 * clmodp_context_message gives the reason. The pointer is valid as long as the context, the
 * contents until the next call. */
CLMODP_API const clmodp_device *clmodp_context_device(clmodp_context *context);

/** Reads the calibration of the context's device from the cache directory, as stored by
 * clmodp_calibrate (clmodp/tuning.h). Opens the device if necessary.
 *
 * Out:    calibration  set up with clmodp_calibration_init; seconds is 0 if the device was never
 *                      calibrated with this driver and version of the library
 * Errors: INVALID, NO_DEVICE, CANCELLED, HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_calibration_get(clmodp_context *context,
                                                                 clmodp_calibration *calibration);

/** Removes the stored calibration of the context's device, if any. This context and contexts that
 * open the device later choose by the built-in cost coefficients again. Opens the device.
 *
 * Errors: INVALID, NO_DEVICE, CANCELLED, HOST_MEMORY, DEVICE, FILE (the cache is not writable) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_calibration_forget(clmodp_context *context);

#ifdef __cplusplus
}
#endif
#endif
