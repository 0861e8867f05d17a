/* clmodp: exact modular polynomial arithmetic on OpenCL devices. */
#ifndef CLMODP_CLMODP_H
#define CLMODP_CLMODP_H

#include <clmodp/context.h>
#include <clmodp/resultant.h>
#include <clmodp/status.h>
#include <clmodp/version.h>
#include <clmodp/zx.h>
#include <clmodp/zxy.h>

#endif
