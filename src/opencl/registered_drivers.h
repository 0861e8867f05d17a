/* The registered OpenCL drivers, as the OpenCL loader finds them.
 *
 * A driver is registered by a file NAME.icd whose first line is its library (extension
 * cl_khr_icd). Loaders read /etc/OpenCL/vendors, or the place given by OCL_ICD_VENDORS (a folder,
 * one such file, or a library) or OPENCL_VENDOR_PATH (a folder); some also load the libraries in
 * OCL_ICD_FILENAMES. */
#ifndef CLM_OPENCL_REGISTERED_DRIVERS_H
#define CLM_OPENCL_REGISTERED_DRIVERS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

enum { CLM_DRIVER_NAME_SIZE = 1024 };

typedef struct clm_driver {
    char name[CLM_DRIVER_NAME_SIZE];    /* of the file or library */
    char library[CLM_DRIVER_NAME_SIZE]; /* "": none */
    int error;                          /* of reading the file; 0: none */
    bool crashes;
} clm_driver;

typedef struct clm_driver_set {
    const char *where; /* folder or file of the registrations */
    clm_driver *at;
    size_t count, room;
} clm_driver_set;

/* Lists the registered drivers; set->at is released with free(), also after a failure.
 * Errors: HOST_MEMORY */
clmodp_status clm_drivers_find(clm_error *error, clm_driver_set *set);

/* Lines of a message, truncated to the buffer. */
typedef struct clm_driver_lines {
    char text[CLM_MESSAGE_SIZE - 512];
    size_t used;
} clm_driver_lines;

/* Adds a line about the driver with this name. */
void clm_driver_line(clm_driver_lines *out, const char *name, const char *what,
                     const char *advice);

/* Returns NO_DEVICE with the registered drivers and their faults. */
clmodp_status clm_drivers_explain(clm_error *error);

#endif
