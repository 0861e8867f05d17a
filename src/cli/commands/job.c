/* Commands on job folders: clmodp submit, worker, status and finish. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cli/output_file.h"
#include "cli/distributed/job.h"
#include "cli/formats/dialect.h"
#include "cli/formats/output.h"
#include "cli/answer.h"
#include "cli/problem.h"
#include "cli/settings.h"
#include "cli/text.h"
#include "cli/progress.h"

/* ---- clmodp submit: creates a folder with work units ---- */

static int submit_plan(const planned *made, const settings *s, failure *why)
{
    clmodp_plan_info info;

    (void)s;
    CHECK(cli_job_make(made->context, made->folder, made->plan, made->problem, why));
    clmodp_plan_info_init(&info);
    if (clmodp_plan_describe(made->plan, &info) != CLMODP_OK)
        return EXIT_OK;
    (void)printf("%" PRIu64 " unit%s", info.units, CLI_S(info.units));
    if (info.units == 0 || info.seconds > 0) /* engine schur has no predictions */
        (void)printf(", %.3g s predicted", info.seconds);
    (void)printf("\n");
    return cli_output_flush(why);
}

static int run_submit(settings *s, failure *why)
{
    return cli_plan_run(true, s, submit_plan, why);
}

const command cli_command_submit = {
    .name = "submit",
    .summary = "create a job folder for workers",
    .help = {"Usage: clmodp submit [OPTION...] DIR F G            the resultant of F and G\n"
            "       clmodp submit [OPTION...] DIR F              the discriminant of F\n"
            "       clmodp submit --det [OPTION...] DIR MATRIX   the determinant of MATRIX\n"
            "\n"
            "Plan a computation as clmodp plan does, and write the plan to the folder DIR, which\n"
            "is created if it is missing. It must be empty, or contain the same plan; then\n"
            "completed units are kept. Any number of clmodp worker processes, on any machine\n"
            "that mounts the folder, can compute its units; clmodp finish prints the result.\n"
            "\n"
            "The folder must belong to the user, and must not be writable by other users.\n"
            "\n",
            "Options, as for clmodp plan:\n"
            "  --eliminate VAR    --engine NAME    --crt HOW     --subresultant K\n"
            "  --chain            --principal\n"
            "  --residues TYPE    --threads N      --max-result SIZE  --max-memory SIZE\n"
            "  --unit-primes N    --unit-seconds S --from SYSTEM  --minimal-polynomial M\n"
            "  --machine FILE     --device SPEC    --det            --quiet   --help\n"
            "\n"
            "Exit status: 0 done, 1 failed, 2 invalid input or arguments, 3 no device.\n",
            "\n"
            "Example: clmodp submit j @f.txt @g.txt && clmodp worker j && clmodp finish j\n"},
    .options = CLI_PLAN_OPTIONS,
    .once = true,
    .run = run_submit,
};

/* ---- clmodp worker: computes units of a folder until none is left ---- */

static int run_worker(settings *s, failure *why)
{
    session device = {0};
    clmodp_job_options options;
    watched w;
    int code;

    CHECK(cli_job_begin(s, why));
    code = cli_session_open_tested(&device, s, why);
    if (code == EXIT_OK) {
        clmodp_job_options_init(&options);
        options.lease = s->lease > 0 ? s->lease : options.lease;
        options.most_units = s->units;
        options.wait = s->wait;
        cli_progress_begin(&w, device.context, 0);
        code = cli_job_work(&device, s->operands[0], &options, why);
        cli_progress_end(&w);
    }
    cli_session_close(&device);
    return code;
}

const command cli_command_worker = {
    .name = "worker",
    .summary = "compute work units of a job folder",
    .help = {"Usage: clmodp worker [OPTION...] DIR\n"
            "\n"
            "Compute units of the job folder DIR, created by clmodp submit, until none is\n"
            "left. Any number of workers may start and end at any time, on any machine. If a\n"
            "worker is killed, another one computes its unit: at once on the same machine, on\n"
            "other machines when the lease has expired. Ctrl-C returns the unit.\n"
            "\n"
            "Options:\n"
            "  --wait            wait until all units are done, since workers may return units\n"
            "  --units N         end after N units\n"
            "  --lease S         seconds without a sign of life after which other workers may\n"
            "                    compute this worker's unit; default 60\n"
            "  --device SPEC     the device; see clmodp help devices\n"
            "  --max-memory SIZE the most bytes for buffers of device and host, such as 512M\n"
            "  --threads N       threads of the host; default: one per processor\n"
            "  --quiet           nothing on stderr but errors\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0 done; 1 if a unit, a file or the disk fails; 2 for wrong arguments;\n"
            "3 if no device can be used.\n"},
    .options = OPTION_DEVICE | OPTION_LEASE | OPTION_MEMORY | OPTION_QUIET | OPTION_THREADS |
               OPTION_UNITS | OPTION_WAIT,
    .run = run_worker,
};

/* ---- clmodp status: the progress of a folder, and the claims on its units ---- */

/* The printed state of a folder. Units that the next worker takes are waiting, not at work. */
typedef struct folder_status {
    clmodp_job_state state;
    clmodp_job_claim **claims;
    size_t count;
    bool verified;
    uint64_t *damaged; /* units, if verified; not among those done */
    size_t damages;
    uint64_t waiting;
} folder_status;

static const char *claim_state_name(clmodp_claim_state state)
{
    return state == CLMODP_CLAIM_HELD      ? "at work"
           : state == CLMODP_CLAIM_EXPIRED ? "lease over" : "worker gone";
}

static void put_status_json(text_buffer *out, const folder_status *f)
{
    const clmodp_job_state *state = &f->state;

    cli_json_begin(out);
    cli_text_printf(out, ", \"units\": %" PRIu64 ", \"done\": %" PRIu64, state->units,
                    state->done);
    cli_text_printf(out, ", \"at_work\": %" PRIu64 ", \"lost\": %" PRIu64, state->at_work,
                    state->lost);
    cli_text_printf(out, ", \"expired\": %" PRIu64 ", \"waiting\": %" PRIu64
                    ", \"claims\": [", state->expired, f->waiting);
    for (size_t k = 0; k < f->count; k++) {
        const clmodp_job_claim *claim = f->claims[k];

        cli_text_printf(out, "%s{\"unit\": %" PRIu64 ", \"host\": ", k > 0 ? ", " : "",
                        claim->unit);
        cli_json_string(out, claim->host);
        cli_text_printf(out, ", \"process\": %" PRIu64 ", \"age\": %.3f, \"lease\": %.3f",
                        claim->process, claim->age, claim->lease);
        cli_text_printf(out, ", \"state\": \"%s\"}", claim_state_name(claim->state));
    }
    cli_text_string(out, f->verified ? "], \"damaged\": [" : "]");
    for (size_t k = 0; k < f->damages; k++)
        cli_text_printf(out, "%s%" PRIu64, k > 0 ? ", " : "", f->damaged[k]);
    cli_text_string(out, f->verified ? "]}\n" : "}\n");
}

static void put_status_text(text_buffer *out, const folder_status *f)
{
    const clmodp_job_state *state = &f->state;

    cli_text_printf(out, "%" PRIu64 " of %" PRIu64 " units done, %" PRIu64 " at work, %"
                    PRIu64 " waiting", state->done, state->units, state->at_work, f->waiting);
    if (f->verified)
        cli_text_printf(out, ", %zu damaged", f->damages);
    cli_text_string(out, "\n");
    for (size_t k = 0; k < f->count; k++) {
        const clmodp_job_claim *claim = f->claims[k];

        cli_text_printf(out, "unit %" PRIu64 ": process %" PRIu64 " on %s, last seen %.1f s "
                        "ago, lease %.1f s: %s\n", claim->unit, claim->process,
                        *claim->host != '\0' ? claim->host : "an unknown host", claim->age,
                        claim->lease, claim_state_name(claim->state));
    }
    for (size_t k = 0; k < f->damages; k++)
        cli_text_printf(out, "unit %" PRIu64 ": its images are damaged: run clmodp finish, which "
                        "sets them aside, then clmodp worker\n", f->damaged[k]);
}

static int print_status(const folder_status *f, output_format format, failure *why)
{
    text_buffer out = {.to = stdout};

    if (format == FORMAT_JSON)
        put_status_json(&out, f);
    else
        put_status_text(&out, f);
    return cli_output_text(&out, why);
}

/* Counts units from the claims, for consistency. */
static void count_units(folder_status *f)
{
    uint64_t taken;

    f->state.done -= f->damages < f->state.done ? f->damages : f->state.done;
    f->state.lost = f->state.expired = 0;
    for (size_t k = 0; k < f->count; k++) {
        f->state.lost += f->claims[k]->state == CLMODP_CLAIM_LOST;
        f->state.expired += f->claims[k]->state == CLMODP_CLAIM_EXPIRED;
    }
    f->state.at_work = f->count - f->state.lost - f->state.expired;
    taken = f->state.done + f->damages + f->state.at_work;
    f->waiting = f->state.units > taken ? f->state.units - taken : 0;
}

/* Reads the claims, then the state. */
static clmodp_status find_state(folder_status *f, clmodp_context *context, const settings *s)
{
    const char *folder = s->operands[0];
    clmodp_status st = clmodp_job_claims(context, &f->claims, &f->count, folder);

    if (st == CLMODP_OK)
        st = clmodp_job_look(context, &f->state, folder);
    if (st == CLMODP_OK && s->verify)
        st = clmodp_job_verify(context, &f->damaged, &f->damages, folder);
    f->verified = s->verify;
    count_units(f);
    return st;
}

static int run_status(settings *s, failure *why)
{
    const settings host = {.device = "host"};
    session here = {0};
    folder_status f = {.count = 0};
    clmodp_status st;
    int code;

    CHECK(cli_job_begin(s, why));
    clmodp_job_state_init(&f.state);
    CHECK_DONE(cli_session_open(&here, &host, why));
    st = find_state(&f, here.context, s);
    CHECK_DONE(cli_check_status(why, st, clmodp_context_message(here.context)));
    code = print_status(&f, s->format, why);
done:
    free(f.damaged);
    clmodp_job_claims_free(f.claims);
    cli_session_close(&here);
    return code;
}

const command cli_command_status = {
    .name = "status",
    .summary = "print the progress of a job folder",
    .help = {"Usage: clmodp status [OPTION...] DIR\n"
            "\n"
            "Print how many units of the job folder DIR, created by clmodp submit, are done, at\n"
            "work, and waiting. For each unit at work print the worker's process and host, the\n"
            "time since its last sign of life by the clock of the file system, and its lease.\n"
            "If the lease has expired, or the worker was on this machine and has ended, the unit\n"
            "waits for the next worker.\n"
            "\n"
            "Options:\n"
            "  --verify          read all images, and tell which units have damaged ones\n"
            "  --format json     one JSON object\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0 done; 1 if the folder cannot be read; 2 for wrong arguments.\n"},
    .options = OPTION_LAYOUT | OPTION_VERIFY,
    .once = true,
    .run = run_status,
};

/* ---- clmodp finish: the result of a folder with all units done ---- */

#define PAUSE_NANOSECONDS 200000000L

/* With --wait, waits until all units are done or the user interrupts. */
static int wait_for_units(clmodp_context *context, const settings *s, failure *why)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
    clmodp_job_state state;

    clmodp_job_state_init(&state);
    while (s->wait) {
        const clmodp_status st = clmodp_job_look(context, &state, s->operands[0]);

        CHECK(cli_check_status(why, st, clmodp_context_message(context)));
        if (state.done >= state.units)
            break;
        if (cli_interrupted())
            return cli_fail(why, EXIT_FAILED, "interrupted");
        (void)nanosleep(&pause, NULL);
    }
    return EXIT_OK;
}

static int read_note(problem *p, clmodp_context *context, const settings *s, failure *why)
{
    void *note = NULL;
    size_t size;
    const clmodp_status st = clmodp_job_note(context, &note, &size, s->operands[0]);
    int code = st == CLMODP_OK ? cli_job_note_read(p, note, size, why)
                               : cli_check_status(why, st, clmodp_context_message(context));

    clmodp_job_note_free(note);
    p->reported = s->stats;
    if (code == EXIT_OK)
        code = cli_problem_check_format(p, s->format, why);
    return code;
}

static int run_finish(settings *s, failure *why)
{
    const printer to = cli_printer_standard();
    session device = {0};
    problem p = {0};
    answer a = {0};
    watched w;
    int code;

    CHECK(cli_job_begin(s, why));
    CHECK_DONE(cli_output_file_open(s->output, why));
    CHECK_DONE(cli_session_open_tested(&device, s, why));
    cli_progress_begin(&w, device.context, 0);
    code = wait_for_units(device.context, s, why);
    if (code == EXIT_OK)
        code = read_note(&p, device.context, s, why);
    if (code == EXIT_OK)
        code = cli_job_reconstruct(&a, &device, s->operands[0], &p, why);
    cli_progress_end(&w);
    CHECK_DONE(code);
    CHECK_DONE(cli_print_result(&to, &a, &p, &device, s, 0, why));
    CHECK_DONE(cli_output_finish(why));
done:
    cli_answer_clear(&a);
    cli_problem_clear(&p);
    cli_session_close(&device);
    return code;
}

const command cli_command_finish = {
    .name = "finish",
    .summary = "print the result of a job folder",
    .help = {"Usage: clmodp finish [OPTION...] DIR\n"
            "\n"
            "Print the result of the job folder DIR, created by clmodp submit, when workers have\n"
            "computed all its units: reconstruct it by the Chinese remainder theorem and check\n"
            "it. The folder is not changed, except that invalid image files are renamed; the\n"
            "next worker computes their units again.\n"
            "\n"
            "Options:\n"
            "  --wait            wait until workers have computed all units\n"
            "  --format FORMAT   expr (the default), json, coeffs, maple, singular, msolve, sage\n"
            "                    or latex, as for clmodp resultant; of chains expr or json\n"
            "  --output FILE     write to FILE, which is replaced only by a complete result\n"
            "  --stats           print times and counts on stderr; with json also in the object\n"
            "  --device SPEC     the device for the reconstruction; see clmodp help devices\n"
            "  --max-memory SIZE the most bytes for buffers of device and host, such as 512M\n"
            "  --threads N       threads of the host; default: one per processor\n"
            "  --quiet           nothing on stderr but errors and the output of --stats\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0 done, 1 failed or units are not done, 2 wrong arguments, 3 no\n"
            "device.\n"},
    .options = OPTION_DEVICE | OPTION_FORMAT | OPTION_MEMORY | OPTION_OUTPUT | OPTION_QUIET |
               OPTION_STATS | OPTION_THREADS | OPTION_WAIT,
    .once = true,
    .run = run_finish,
};
