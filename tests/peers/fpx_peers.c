/* Lists the other systems that compute with polynomials over F_p. */
#include "peers/fpx_peers.h"

const fpx_peer *fpx_peer_list(size_t *count)
{
    static const fpx_peer list[] = {
#ifdef HAVE_FLINT
        {"FLINT", flint_fpx},
#endif
#ifdef HAVE_NTL
        {"NTL", ntl_fpx},
#endif
        {NULL, NULL},
    };

    *count = sizeof list / sizeof *list - 1;
    return list;
}
