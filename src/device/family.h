/* What a vendor calls the instructions of a GPU, which tell more of it than a product's name. */
#ifndef CLM_DEVICE_FAMILY_H
#define CLM_DEVICE_FAMILY_H

#include <CL/cl.h>

#include <clmodp/context.h>

/* Fill device->family: "sm_90", NVIDIA's compute capability 9.0; "gfx90a", AMD's target;
 * "xe_12.55", Intel's architecture and release; it stays "" where the driver does not tell, and
 * where the device is no GPU. Pre: its name and kind are known, and family is "".
 * CL_OUT_OF_HOST_MEMORY: there is no memory to ask. */
cl_int clm_family_ask(clmodp_device *device, cl_device_id id);

/* The same from what drivers tell. */
void clm_family_of_nvidia(clmodp_device *device, cl_uint major, cl_uint minor);
void clm_family_of_amd(clmodp_device *device);
void clm_family_of_intel(clmodp_device *device, cl_uint version);

#endif
