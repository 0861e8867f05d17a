/* Lists the other systems that compute with polynomials over F_p, and measures their runs. */
#include "peers/fpx_peers.h"

#include <math.h>

#include "core/parallel.h"

/* Runs shorter than SHORT seconds are timed so many together, since a clock takes time to read. */
#define SHORT 1e-6
#define TOGETHER 32

void peer_take_turns(peer_job *job, void (*run)(peer_job *job, void *work), void *work)
{
    size_t together = 1;

    for (job->done = 0; job->done < job->runs;) {
        double least = INFINITY, all = 0;

        do {
            const double began = clm_clock_seconds();
            double seconds;

            for (size_t k = 0; k < together; k++)
                run(job, work);
            seconds = clm_clock_seconds() - began;
            all += seconds;
            least = fmin(least, seconds / (double)together);
            if (job->turn > 0 && seconds < SHORT)
                together = TOGETHER;
        } while (all < job->turn);
        job->seconds[job->done++] = least;
        if (least > job->longest)
            return;
    }
}

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
