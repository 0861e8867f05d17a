/* Messages between ranks by MPI: their length, then their bytes in pieces, since MPI counts by
 * int. */
#include <clmodp/mpi.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PIECE ((size_t)1 << 30)
#define PAUSE_NANOSECONDS 200000L

enum { TAG_SIZE = 1, TAG_PIECE };

typedef struct link {
    MPI_Comm comm;
    uint32_t local;
    int ranks;
    int *counts; /* of an exchange: 4 for each rank */
} link;

static clmodp_status status_of(int error)
{
    return error == MPI_SUCCESS ? CLMODP_OK : CLMODP_FILE;
}

/* Returns the bytes of the piece from byte `at` on. */
static int piece(size_t size, size_t at)
{
    return (int)(size - at < PIECE ? size - at : PIECE);
}

static clmodp_status send_message(void *user, uint32_t to, const void *bytes, size_t size)
{
    const link *l = user;
    const uint64_t length = size;
    int error = MPI_Send(&length, 1, MPI_UINT64_T, (int)to, TAG_SIZE, l->comm);

    for (size_t at = 0; at < size && error == MPI_SUCCESS; at += PIECE)
        error = MPI_Send((const char *)bytes + at, piece(size, at), MPI_BYTE, (int)to, TAG_PIECE,
                         l->comm);
    return status_of(error);
}

static clmodp_status message_waits(void *user, int *yes)
{
    const link *l = user;

    return status_of(MPI_Iprobe(MPI_ANY_SOURCE, TAG_SIZE, l->comm, yes, MPI_STATUS_IGNORE));
}

static clmodp_status receive_message(void *user, uint32_t *from, void **bytes, size_t *size)
{
    const link *l = user;
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
    uint64_t length = 0;
    MPI_Status status;
    clmodp_status st;
    char *in;
    int yes = 0, error;

    while ((st = message_waits(user, &yes)) == CLMODP_OK && !yes)
        (void)nanosleep(&pause, NULL);
    if (st != CLMODP_OK)
        return st;
    error = MPI_Recv(&length, 1, MPI_UINT64_T, MPI_ANY_SOURCE, TAG_SIZE, l->comm, &status);
    if (error != MPI_SUCCESS)
        return CLMODP_FILE;
    in = length < SIZE_MAX ? malloc((size_t)length + 1) : NULL;
    if (in == NULL)
        return CLMODP_HOST_MEMORY;
    for (size_t at = 0; at < length && error == MPI_SUCCESS; at += PIECE)
        error = MPI_Recv(in + at, piece((size_t)length, at), MPI_BYTE, status.MPI_SOURCE,
                         TAG_PIECE, l->comm, MPI_STATUS_IGNORE);
    if (error != MPI_SUCCESS) {
        free(in);
        return CLMODP_FILE;
    }
    *from = (uint32_t)status.MPI_SOURCE;
    *bytes = in;
    *size = (size_t)length;
    return CLMODP_OK;
}

/* Computes counts and displacements for MPI; returns false if they exceed its int. */
static int lay_out(int *counts, int *places, const size_t *sizes, int ranks)
{
    size_t sum = 0;

    for (int k = 0; k < ranks; k++) {
        if (sizes[k] > INT_MAX - sum)
            return 0;
        counts[k] = (int)sizes[k];
        places[k] = (int)sum;
        sum += sizes[k];
    }
    return 1;
}

static clmodp_status exchange(void *user, const void *out, const size_t *out_sizes, void *in,
                              const size_t *in_sizes)
{
    const link *l = user;
    int *counts = l->counts;

    if (!lay_out(counts, counts + l->ranks, out_sizes, l->ranks) ||
        !lay_out(counts + 2 * l->ranks, counts + 3 * l->ranks, in_sizes, l->ranks))
        return CLMODP_LIMIT;
    return status_of(MPI_Alltoallv(out, counts, counts + l->ranks, MPI_BYTE, in,
                              counts + 2 * l->ranks, counts + 3 * l->ranks, MPI_BYTE, l->comm));
}

/* Finds the number of this rank among those on its machine. */
static int find_local(link *l)
{
    MPI_Comm machine;
    int local = 0, error;

    error = MPI_Comm_split_type(l->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    if (error != MPI_SUCCESS)
        return error;
    error = MPI_Comm_rank(machine, &local);
    (void)MPI_Comm_free(&machine);
    l->local = (uint32_t)local;
    return error;
}

clmodp_status clmodp_mpi_begin(clmodp_transport *transport, MPI_Comm comm)
{
    int rank = 0, begun = 0;
    link *l;

    if (transport == NULL || MPI_Initialized(&begun) != MPI_SUCCESS || !begun)
        return CLMODP_INVALID;
    l = calloc(1, sizeof *l);
    if (l == NULL)
        return CLMODP_HOST_MEMORY;
    if (MPI_Comm_dup(comm, &l->comm) != MPI_SUCCESS) {
        free(l);
        return CLMODP_FILE;
    }
    if (MPI_Comm_set_errhandler(l->comm, MPI_ERRORS_RETURN) == MPI_SUCCESS &&
        MPI_Comm_rank(l->comm, &rank) == MPI_SUCCESS &&
        MPI_Comm_size(l->comm, &l->ranks) == MPI_SUCCESS && find_local(l) == MPI_SUCCESS)
        l->counts = calloc(4 * (size_t)l->ranks, sizeof *l->counts);
    if (l->counts == NULL) {
        (void)MPI_Comm_free(&l->comm);
        free(l);
        return CLMODP_FILE;
    }
    *transport = (clmodp_transport){.size = sizeof *transport, .user = l, .rank = (uint32_t)rank,
                                    .ranks = (uint32_t)l->ranks, .send = send_message,
                                    .waits = message_waits, .receive = receive_message,
                                    .exchange = exchange};
    return CLMODP_OK;
}

void clmodp_mpi_end(clmodp_transport *transport)
{
    link *l = transport != NULL ? transport->user : NULL;

    if (l == NULL)
        return;
    (void)MPI_Comm_free(&l->comm);
    free(l->counts);
    free(l);
    transport->user = NULL;
}

uint32_t clmodp_mpi_local_rank(const clmodp_transport *transport)
{
    return ((const link *)transport->user)->local;
}
