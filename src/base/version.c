#include <clmodp/version.h>

const char *clmodp_version(void)
{
    return CLMODP_VERSION_STRING;
}
