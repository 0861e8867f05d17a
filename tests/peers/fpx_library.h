/* The library's own answers to what other systems are asked. */
#ifndef PEERS_FPX_LIBRARY_H
#define PEERS_FPX_LIBRARY_H

#include <clmodp/fpx.h>

#include "peers/fpx_peers.h"

/* out := the result of the job's operation, of its a and b, which are also f and g. A resultant
 * is a constant, values are coefficients. Uses the job's room for results; its count is not set.
 */
clmodp_status fpx_library(clmodp_fpx *out, clmodp_fpx_report *report, const clmodp_fpx *f,
                          const clmodp_fpx *g, const peer_job *job,
                          const clmodp_fpx_options *options);

#endif
