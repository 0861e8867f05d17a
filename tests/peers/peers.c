/* Lists the other systems that compute resultants. */
#include "peers/peers.h"

const peer *peer_list(size_t *count)
{
    static const peer list[] = {
#ifdef HAVE_FLINT
        {"FLINT", flint_resultant, flint_seconds},
#endif
#ifdef HAVE_PARI
        {"PARI", pari_resultant, pari_seconds},
#endif
        {NULL, NULL, NULL},
    };

    *count = sizeof list / sizeof *list - 1;
    return list;
}

#ifdef HAVE_FLINT
bool peers_have_flint(void)
{
    return true;
}
#else
bool peers_have_flint(void)
{
    return false;
}

double flint_determinant(clmodp_mpoly *r, const clmodp_matrix *a, size_t runs)
{
    (void)r;
    (void)a;
    (void)runs;
    return -1.0;
}

bool flint_eliminate(clmodp_mpoly *r, const clmodp_mpoly *f, const clmodp_mpoly *g,
                     size_t variable)
{
    (void)r;
    (void)f;
    (void)g;
    (void)variable;
    return false;
}
#endif
