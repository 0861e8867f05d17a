/* The program clmodp-load-drivers loads OpenCL drivers, so that crashes end only its process:
 * without arguments by the OpenCL loader, else the given libraries in turn. The first byte of its
 * output, a file, is then the number of the last one, from 1. */
#ifndef CLM_OPENCL_LOAD_DRIVERS_H
#define CLM_OPENCL_LOAD_DRIVERS_H

enum {
    CLM_DRIVERS_LOADED = 71, /* exit status; a driver may exit with 0 */
    CLM_DRIVERS_SECONDS = 60 /* before SIGALRM */
};

#endif
