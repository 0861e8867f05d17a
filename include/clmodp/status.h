/** @file
 * What every call that can fail returns, and how to name it. */
#ifndef CLMODP_STATUS_H
#define CLMODP_STATUS_H

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

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
#endif
