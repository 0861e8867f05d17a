/* Why a machine with drivers may show no device. */
#ifndef CLM_DEVICE_DRIVERS_H
#define CLM_DEVICE_DRIVERS_H

#include "base/error.h"

/* NO_DEVICE for a machine whose drivers, as the OpenCL loader knows them, offer no device at all:
 * which are registered, where, and what is wrong with each as far as it shows. Loads them. */
clmodp_status clm_drivers_explain(clm_error *error);

#endif
