/* Runs the program as one rank of several, which communicate by MPI. */
#include "cli/distributed/distributed.h"

#include <stdlib.h>

#include <clmodp/mpi.h>

#include "cli/distributed/backend.h"
#include "cli/output_file.h"
#include "cli/answer.h"
#include "cli/matrix.h"
#include "cli/operands.h"
#include "cli/problem.h"

/* Returns the number of this rank among several; -1: there is one process. */
static long own_rank(void)
{
    /* Open MPI; MPICH, Intel's and others with its process manager; Slurm's srun, by PMIx */
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                        "SLURM_STEP_NUM_TASKS"};
    static const char *const marks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};

    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
        const char *rank = getenv(marks[k]), *size = getenv(sizes[k]);

        if (rank != NULL && size != NULL && strtol(size, NULL, 10) > 1)
            return strtol(rank, NULL, 10);
    }
    return -1;
}

bool cli_ranks_wanted(void)
{
    return own_rank() >= 0;
}

bool cli_ranks_is_other(void)
{
    return own_rank() > 0;
}

/* A rank's device among its machine's, and a context on it. */
typedef struct rank_place {
    clmodp_transport transport;
    cli_backend_use *use; /* the command; NULL: a resultant or discriminant, or a batch */
    clmodp_fleet_member *members; /* reports of all ranks; NULL: none */
    char name[CLI_DEVICE_NAME];
    settings wanted;
    session device;
} rank_place;

static int open_rank_place(rank_place *r, const settings *how, failure *why)
{
    r->wanted = *how;
    CHECK(cli_fleet_member(r->name, how, clmodp_mpi_local_rank(&r->transport), why));
    if (r->name[0] != '\0')
        r->wanted.device = r->name;
    return cli_session_open_tested(&r->device, &r->wanted, why);
}

static clmodp_status compute_on_ranks(void *user, const clmodp_problem *asked,
                                      const clmodp_resultant_options *options)
{
    rank_place *r = user;
    clmodp_plan_options plan;

    clmodp_plan_options_init(&plan);
    plan.resultant = options;
    return clmodp_ranks_compute(r->device.context, &r->transport, asked, &plan, r->members);
}

static int compute_and_print_on_ranks(rank_place *r, const problem *p, const settings *how,
                                      failure *why)
{
    const uint32_t ranks = r->transport.ranks;
    int code;

    r->members = calloc(ranks, sizeof *r->members);
    if (r->members == NULL)
        return cli_fail_memory(why);
    for (uint32_t k = 0; k < ranks; k++)
        clmodp_fleet_member_init(&r->members[k]);
    code = cli_distributed_compute_and_print(
        &(distributed){.device = &r->device, .members = r->members, .count = ranks,
                       .kind = "rank", .compute = compute_on_ranks, .user = r}, p, how, why);
    free(r->members);
    return code;
}

/* Solves one problem from operands to output; modulo a prime, or in mode PROBABLE, on this rank
 * only. */
static int run_problem(rank_place *r, size_t polynomials, const settings *how, failure *why)
{
    const printer to = cli_printer_standard();
    problem p = {0};
    int code;

    CHECK_DONE(how->matrix ? cli_matrix_read_packed(&p, how, why)
                           : cli_operands_read(&p, how, polynomials, polynomials, why));
    CHECK_DONE(open_rank_place(r, how, why));
    if (p.modulus != 0 || how->mode == CLMODP_MODE_PROBABLE)
        CHECK_DONE(cli_compute_and_print(&to, &r->device, &p, &r->wanted, 0, why));
    else
        CHECK_DONE(compute_and_print_on_ranks(r, &p, how, why));
    CHECK_DONE(cli_output_finish(why));
done:
    cli_problem_clear(&p);
    return code;
}

/* Opens the session of a rank's only block. It uses the host if its device cannot be opened. */
static int open_rank_block(rank_place *r, block *b, const settings *how, failure *why)
{
    int code = open_rank_place(r, how, why);

    if (code != EXIT_OK) {
        (void)cli_failure_show(why);
        r->wanted = *how;
        r->wanted.device = "host";
        cli_session_close(&r->device);
        code = cli_session_open(&r->device, &r->wanted, why);
    }
    b->device = r->device; /* owned by the block until it is closed */
    r->device = (session){0};
    return code;
}

/* Runs a batch on rank 0, which computes lines, too. */
static int run_rank_batch(rank_place *r, block *b, const settings *how, failure *why)
{
    int code = open_rank_block(r, b, how, why);

    if (code == EXIT_OK)
        code = cli_shared_batch_run(&r->transport, how, &(task_workers){b, 1}, why);
    cli_block_close(b);
    return code;
}

static int eliminate(rank_place *r, block *b, const settings *how, failure *why)
{
    CHECK(cli_output_file_open(how->output, why));
    return how->batch != NULL ? run_rank_batch(r, b, how, why)
                              : run_problem(r, b->polynomials, how, why);
}

static int use_ranks(rank_place *r, const settings *how, failure *why)
{
    cli_backend on = {.device = &r->device, .compute = compute_on_ranks, .user = r};

    CHECK(open_rank_place(r, how, why));
    return r->use(&on, how, why);
}

/* Runs rank 0, the only one with output. */
static int run_rank_0(rank_place *r, block *b, const settings *how, failure *why)
{
    int code = r->use != NULL ? use_ranks(r, how, why) : eliminate(r, b, how, why);

    if (clmodp_ranks_dismiss(&r->transport) != CLMODP_OK && code == EXIT_OK)
        code = EXIT_FAILED;
    return code;
}

/* Runs another rank. If its device cannot be opened, it computes lines on the host, and fails at
 * units for a device, which rank 0 is told. */
static int run_other_rank(rank_place *r, block *b, const settings *how, failure *why)
{
    task_workers workers = {b, 1};
    const clmodp_tasks tasks = cli_shared_batch_join(&workers);
    clmodp_status st;
    int code = open_rank_block(r, b, how, why);

    if (code != EXIT_OK) /* rank 0 would wait for it */
        (void)MPI_Abort(MPI_COMM_WORLD, cli_failure_show(why));
    st = clmodp_ranks_serve(b->device.context, &r->transport, &tasks);
    code = cli_check_status(why, st, clmodp_context_message(b->device.context));
    cli_block_close(b);
    return code;
}

static int run_ranks(const settings *how, size_t polynomials, cli_backend_use *use, failure *why)
{
    rank_place r = {.use = use};
    block b = {.how = how, .polynomials = polynomials};
    int level, code;

    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return cli_fail(why, EXIT_FAILED, "MPI cannot be initialised");
    if (level < MPI_THREAD_FUNNELED ||
        clmodp_mpi_begin(&r.transport, MPI_COMM_WORLD) != CLMODP_OK) {
        (void)cli_fail(why, EXIT_FAILED, "MPI lacks MPI_THREAD_FUNNELED or memory");
        (void)MPI_Abort(MPI_COMM_WORLD, cli_failure_show(why));
    }
    code = r.transport.rank == 0 ? run_rank_0(&r, &b, how, why) : run_other_rank(&r, &b, how, why);
    if (code != EXIT_OK)
        (void)cli_failure_show(why); /* before MPI ends */
    cli_session_close(&r.device);
    clmodp_mpi_end(&r.transport);
    (void)MPI_Finalize();
    return code;
}

int cli_ranks_eliminate(const settings *how, size_t polynomials, failure *why)
{
    return run_ranks(how, polynomials, NULL, why);
}

int cli_ranks_use(const settings *how, cli_backend_use *use, failure *why)
{
    return run_ranks(how, 2, use, why);
}
