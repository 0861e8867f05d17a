/* The version of the library that is loaded. */
#include <clmodp/version.h>

const char *clmodp_version(void)
{
    return CLMODP_VERSION_STRING;
}
