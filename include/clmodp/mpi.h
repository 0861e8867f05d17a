/** @file
 * The ranks of clmodp/distributed.h by MPI. In a library of its own, libclmodp-mpi, which is
 * there if clmodp was configured with -Dmpi=enabled; not included by clmodp/clmodp.h, because
 * it needs mpi.h. */
#ifndef CLMODP_MPI_H
#define CLMODP_MPI_H

#include <stdint.h>

#include <mpi.h>

#include <clmodp/core.h>
#include <clmodp/distributed.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Make a transport of all ranks of a communicator, which is duplicated, so that messages of
 * others are not mixed with these. Called by all of them, between MPI_Init and MPI_Finalize, on
 * the thread that makes all calls of MPI, so that MPI_THREAD_FUNNELED suffices. Who waits for a
 * message sleeps in between, since on many machines the processors are the device.
 *
 * Out:    transport  release with clmodp_mpi_end; unchanged after errors
 * Errors: INVALID, FILE (MPI says no), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mpi_begin(clmodp_transport *transport,
                                                           MPI_Comm comm);

/** Release what clmodp_mpi_begin made. Called by all ranks, before MPI_Finalize. */
CLMODP_API void clmodp_mpi_end(clmodp_transport *transport);

/** The number of this rank among those of its machine, from 0: which of the machine's devices it
 * should use. */
CLMODP_API uint32_t clmodp_mpi_local_rank(const clmodp_transport *transport);

#ifdef __cplusplus
}
#endif
#endif
