/* Ranks by MPI. */
#include "cli/distributed/ranks.h"

#include <stdio.h>
#include <stdlib.h>

#include <clmodp/mpi.h>

#include "cli/destination.h"
#include "cli/distributed/distributed.h"
#include "cli/distributed/farm.h"
#include "cli/distributed/fleet.h"
#include "cli/formats/output.h"
#include "cli/operands.h"
#include "cli/solve.h"

bool cli_ranks_wanted(void)
{
    /* Open MPI; MPICH, Intel's and others with its process manager; Slurm's own start, by PMIx */
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                        "SLURM_STEP_NUM_TASKS"};
    static const char *const marks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};

    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
        const char *size = getenv(sizes[k]);

        if (getenv(marks[k]) != NULL && size != NULL && strtol(size, NULL, 10) > 1)
            return true;
    }
    return false;
}

/* A rank's device among those of its machine, and a context on it. */
typedef struct place {
    clmodp_transport transport;
    char name[CLI_DEVICE_NAME];
    settings wanted;
    session device;
} place;

static int open_place(place *r, const settings *how, failure *why)
{
    int leave;

    r->wanted = *how;
    leave = cli_fleet_member(r->name, how, clmodp_mpi_local_rank(&r->transport), why);
    if (leave != LEAVE_FINE)
        return leave;
    if (r->name[0] != '\0')
        r->wanted.device = r->name;
    return cli_session_try(&r->device, &r->wanted, why);
}

static clmodp_status solve(void *user, const clmodp_problem *asked,
                           const clmodp_plan_options *plan, clmodp_fleet_member *members)
{
    const place *r = user;

    return clmodp_ranks_solve(r->device.context, &r->transport, asked, plan, members);
}

static int solve_and_print(place *r, const problem *p, const settings *how, failure *why)
{
    clmodp_fleet_member *members = calloc(r->transport.ranks, sizeof *members);
    int leave;

    if (members == NULL)
        return cli_fail(why, LEAVE_FAILED, "out of memory");
    leave = cli_joint_solve_and_print(
        &(joint){.device = &r->device, .members = members, .count = r->transport.ranks,
                 .kind = "rank", .solve = solve, .user = r}, p, how, why);
    free(members);
    return leave;
}

/* From operands to what is printed; modulo a prime, and where less than a proof is asked for, by
 * this rank alone. */
static int compute(place *r, size_t polynomials, const settings *how)
{
    const printer to = cli_printer_standard();
    problem p = {0};
    failure why;
    int leave = cli_operands_read(&p, how, polynomials, polynomials, &why);

    if (leave == LEAVE_FINE) {
        leave = open_place(r, how, &why);
        if (leave == LEAVE_FINE && (p.modulus != 0 || how->mode == CLMODP_MODE_PROBABLE))
            leave = cli_solve_and_print(&to, &r->device, &p, &r->wanted, 0, &why);
        else if (leave == LEAVE_FINE)
            leave = solve_and_print(r, &p, how, &why);
        if (leave == LEAVE_FINE)
            leave = cli_output_finish(&why);
        if (leave != LEAVE_FINE)
            (void)cli_failure_show(&why);
    }
    cli_problem_clear(&p);
    return leave;
}

/* The lines of a batch by one block of this rank. One that can open no device has the host. */
static int open_block(place *r, block *b, const settings *how, failure *why)
{
    int leave = open_place(r, how, why);

    if (leave != LEAVE_FINE) {
        (void)cli_failure_show(why);
        r->wanted = *how;
        r->wanted.device = "host";
        cli_session_close(&r->device);
        leave = cli_session_open(&r->device, &r->wanted, why);
    }
    b->device = r->device; /* which is the block's until that is closed */
    r->device = (session){0};
    return leave;
}

/* Rank 0 solves lines, too. */
static int batch(place *r, block *b, const settings *how)
{
    failure why;
    int leave = open_block(r, b, how, &why);

    if (leave != LEAVE_FINE)
        (void)cli_failure_show(&why);
    else
        leave = cli_farm_batch(&r->transport, how, &(farm_hands){b, 1});
    cli_block_close(b);
    return leave;
}

/* What rank 0 does; others have no output. */
static int conduct(place *r, block *b, const settings *how)
{
    failure why;
    int leave = cli_destination_open(how->output, &why);

    if (leave != LEAVE_FINE)
        (void)cli_failure_show(&why);
    else
        leave = how->batch != NULL ? batch(r, b, how) : compute(r, b->polynomials, how);
    if (clmodp_ranks_dismiss(&r->transport) != CLMODP_OK && leave == LEAVE_FINE)
        leave = LEAVE_FAILED;
    return leave;
}

/* What the others do. One that can open no device solves lines by the host, and fails at units
 * that want one: rank 0 hears that. */
static int serve(place *r, block *b, const settings *how)
{
    farm_hands hands = {b, 1};
    const clmodp_tasks tasks = cli_farm_join(&hands);
    failure why;
    clmodp_status st;
    int leave = open_block(r, b, how, &why);

    if (leave != LEAVE_FINE) /* rank 0 would wait for it */
        (void)MPI_Abort(MPI_COMM_WORLD, cli_failure_show(&why));
    st = clmodp_ranks_serve(b->device.context, &r->transport, &tasks);
    if (st != CLMODP_OK)
        leave = cli_fail_status(&why, st, clmodp_context_message(b->device.context));
    cli_block_close(b);
    return leave == LEAVE_FINE ? leave : cli_failure_show(&why);
}

int cli_ranks_eliminate(const settings *how, size_t polynomials)
{
    place r = {.name = ""};
    block b = {.how = how, .polynomials = polynomials, .name = how->batch};
    failure why;
    int level, leave;

    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) {
        (void)cli_fail(&why, LEAVE_FAILED, "MPI does not begin");
        return cli_failure_show(&why);
    }
    if (level < MPI_THREAD_FUNNELED ||
        clmodp_mpi_begin(&r.transport, MPI_COMM_WORLD) != CLMODP_OK) {
        (void)cli_fail(&why, LEAVE_FAILED, "this MPI cannot be used beside threads");
        (void)MPI_Abort(MPI_COMM_WORLD, cli_failure_show(&why));
    }
    leave = r.transport.rank == 0 ? conduct(&r, &b, how) : serve(&r, &b, how);
    cli_session_close(&r.device);
    clmodp_mpi_end(&r.transport);
    (void)MPI_Finalize();
    return leave;
}
