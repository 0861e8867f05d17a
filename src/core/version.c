/* The version of the library that is loaded. */
#include <clmodp/core.h>

#include "core/error.h"

/* libclmodp-models refers to this name, which has the version of the library in it, and so cannot
 * be loaded with another version's internal functions. */
extern const int CLM_LAB_VERSION;
CLM_LAB_API const int CLM_LAB_VERSION = 0;

const char *clmodp_version(void)
{
    return CLMODP_VERSION_STRING;
}
