/** @file
 * An MPI transport for the ranks of clmodp/distributed.h. It is in a library of its own,
 * libclmodp-mpi, built if clmodp was configured with -Dmpi=enabled; not included by
 * clmodp/clmodp.h, because it needs mpi.h. */
#ifndef CLMODP_MPI_H
#define CLMODP_MPI_H

#include <stdint.h>

#include <mpi.h>

#include <clmodp/core.h>
#include <clmodp/distributed.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Creates a transport of all ranks of a communicator. The communicator is duplicated to keep
 * messages of other code apart. Called by all ranks, between MPI_Init and MPI_Finalize, on the
 * thread making all MPI calls, so MPI_THREAD_FUNNELED suffices. Ranks waiting for a message sleep
 * between polls, since on many machines the processors are the device.
 *
 * Out:    transport  released with clmodp_mpi_end; unchanged after errors
 * Errors: INVALID, FILE (an MPI call failed), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mpi_begin(clmodp_transport *transport,
                                                           MPI_Comm comm);

/** Releases a transport of clmodp_mpi_begin. Called by all ranks, before MPI_Finalize. */
CLMODP_API void clmodp_mpi_end(clmodp_transport *transport);

/** Returns the number of this rank among the ranks of its machine, from 0, which selects one of
 * the machine's devices. */
CLMODP_API uint32_t clmodp_mpi_local_rank(const clmodp_transport *transport);

#ifdef __cplusplus
}
#endif
#endif
