/* The library's results for the operations of other systems. */
#ifndef PEERS_FPX_LIBRARY_H
#define PEERS_FPX_LIBRARY_H

#include <clmodp/fpx.h>

#include "peers/fpx_peers.h"

/* Sets out to the result of the job's operation on its a and b, also given as f and g. A resultant
 * is a constant, values are coefficients. Overwrites the job's result words, but not its count. */
clmodp_status fpx_library(clmodp_fpx *out, clmodp_fpx_report *report, const clmodp_fpx *f,
                          const clmodp_fpx *g, const peer_job *job,
                          const clmodp_fpx_options *options);

#endif
