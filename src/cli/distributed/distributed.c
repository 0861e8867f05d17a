/* Computes one problem on several devices, or with other ranks, and prints the result. */
#include "cli/distributed/distributed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/output.h"
#include "cli/problem.h"
#include "cli/progress.h"

/* Reports failed members and, if wanted, stragglers. Their units were computed elsewhere too,
 * so only --stats mentions them. */
static void report_members(const distributed *on, bool stats)
{
    for (size_t k = 0; k < on->count; k++) {
        const clmodp_fleet_member *m = &on->members[k];
        char number[CLI_DEVICE_NAME];
        const char *name = number;

        (void)snprintf(number, sizeof number, "%zu", k);
        if (on->names != NULL)
            name = on->names[k];
        if (m->status != CLMODP_OK && m->status != CLMODP_CANCELLED)
            cli_remark("%s %s was excluded: %s", on->kind, name, m->message);
        else if (stats && m->straggler_count > 0)
            cli_remark("%s %s was a straggler: its units were also computed by others",
                       on->kind, name);
    }
}

/* A computation with its settings. */
typedef struct distributed_call {
    const distributed *on;
    const settings *how;
} distributed_call;

static int compute_distributed(void *user, clmodp_problem *asked, failure *why)
{
    const distributed_call *c = user;
    const distributed *on = c->on;
    clmodp_resultant_options options;
    clmodp_status st;
    watched w;

    cli_settings_options(&options, c->how);
    cli_progress_begin(&w, on->device->context, 0);
    st = on->compute(on->user, asked, &options);
    cli_progress_end(&w);
    if (st == CLMODP_OK || !cli_interrupted())
        report_members(on, c->how->stats);
    return cli_session_check(on->device, st, why);
}

int cli_distributed_compute_and_print(const distributed *on, const problem *p, const settings *how,
                                      failure *why)
{
    const printer to = cli_printer_standard();
    answer a = {0};
    int code =
        cli_answer_compute(&a, p, compute_distributed, &(distributed_call){on, how}, why);

    if (code == EXIT_OK)
        code = cli_print_result(&to, &a, p, on->device, how, 0, why);
    cli_answer_clear(&a);
    return code;
}

enum { MOST_DEVICES = 64, NAME_SIZE = CLI_DEVICE_NAME };

struct cli_fleet {
    char names[MOST_DEVICES][NAME_SIZE]; /* as values of --device */
    settings wanted[MOST_DEVICES];       /* with one of the devices each */
    session devices[MOST_DEVICES];
    clmodp_context *contexts[MOST_DEVICES];
    clmodp_fleet_member members[MOST_DEVICES];
    size_t count;
};

static int add_device(cli_fleet *f, const char *name, size_t length, failure *why)
{
    if (length == 0 || length >= NAME_SIZE)
        return cli_fail(why, EXIT_USAGE, "--device: expected numbers separated by commas, as 0,1");
    if (f->count == MOST_DEVICES)
        return cli_fail(why, EXIT_USAGE, "--device: more than %d devices", (int)MOST_DEVICES);
    (void)snprintf(f->names[f->count], NAME_SIZE, "%.*s", (int)length, name);
    for (size_t k = 0; k < f->count; k++)
        if (strcmp(f->names[k], f->names[f->count]) == 0)
            return cli_fail(why, EXIT_USAGE, "--device: %s is repeated", f->names[k]);
    f->count++;
    return EXIT_OK;
}

static bool is_gpu(const clmodp_device *device)
{
    return strcmp(device->kind, "gpu") == 0;
}

/* Lists all usable devices, or only GPUs. */
static int list_all_devices(cli_fleet *f, bool gpus, failure *why)
{
    clmodp_device **devices = NULL;
    char message[1024] = "", number[NAME_SIZE];
    size_t count = 0;
    const clmodp_status st = clmodp_device_list(&devices, &count, message, sizeof message);
    int code = cli_check_status(why, st, message);

    for (size_t k = 0; k < count && code == EXIT_OK; k++)
        if (devices[k]->unusable[0] == '\0' && (!gpus || is_gpu(devices[k]))) {
            (void)snprintf(number, sizeof number, "%zu", k);
            code = add_device(f, number, strlen(number), why);
        }
    clmodp_device_list_free(devices);
    if (code == EXIT_OK && f->count == 0 && !gpus)
        return cli_fail(why, EXIT_NO_DEVICE, "no usable OpenCL device");
    return code;
}

static int list_named_devices(cli_fleet *f, const char *text, failure *why)
{
    for (;;) {
        const size_t length = strcspn(text, ",");

        CHECK(add_device(f, text, length, why));
        if (text[length] == '\0')
            return EXIT_OK;
        text += length + 1;
    }
}

static int list_fleet(cli_fleet *f, const settings *how, failure *why)
{
    return strcmp(how->device, "all") == 0 ? list_all_devices(f, false, why)
                                           : list_named_devices(f, how->device, why);
}

int cli_fleet_member(char name[CLI_DEVICE_NAME], const settings *how, uint32_t k, failure *why)
{
    cli_fleet *f = calloc(1, sizeof *f);
    int code = EXIT_OK;

    name[0] = '\0';
    if (f == NULL)
        return cli_fail_memory(why);
    if (cli_fleet_wanted(how))
        code = list_fleet(f, how, why);
    else if (how->device == NULL && how->engine != CLMODP_ENGINE_HOST)
        code = list_all_devices(f, true, why);
    if (code == EXIT_OK && f->count > (cli_fleet_wanted(how) ? 0 : 1))
        memcpy(name, f->names[k % f->count], NAME_SIZE);
    free(f);
    return code;
}

/* Opens contexts after their drivers were probed. */
int cli_fleet_open(cli_fleet **f, const settings *how, failure *why)
{
    *f = calloc(1, sizeof **f);
    if (*f == NULL)
        return cli_fail_memory(why);
    CHECK(list_fleet(*f, how, why));
    for (size_t k = 0; k < (*f)->count; k++) {
        (*f)->wanted[k] = *how;
        (*f)->wanted[k].device = (*f)->names[k];
        CHECK(cli_session_open_tested(&(*f)->devices[k], &(*f)->wanted[k], why));
        (*f)->contexts[k] = (*f)->devices[k].context;
        clmodp_fleet_member_init(&(*f)->members[k]);
    }
    return EXIT_OK;
}

void cli_fleet_close(cli_fleet *f)
{
    for (size_t k = 0; f != NULL && k < f->count; k++)
        cli_session_close(&f->devices[k]);
    free(f);
}

const session *cli_fleet_session(const cli_fleet *f)
{
    return &f->devices[0];
}

clmodp_status cli_fleet_compute(void *f, const clmodp_problem *asked,
                                const clmodp_resultant_options *options)
{
    cli_fleet *devices = f;
    clmodp_plan_options plan;

    clmodp_plan_options_init(&plan);
    plan.resultant = options;
    return clmodp_fleet_compute(devices->contexts, devices->count, asked, &plan,
                                devices->members);
}

int cli_fleet_compute_and_print(const problem *p, const settings *how, failure *why)
{
    const printer to = cli_printer_standard();
    cli_fleet *f = NULL;
    int code = cli_fleet_open(&f, how, why);

    if (code == EXIT_OK && p->modulus != 0)
        code = cli_compute_and_print(&to, &f->devices[0], p, &f->wanted[0], 0, why);
    else if (code == EXIT_OK)
        code = cli_distributed_compute_and_print(
            &(distributed){.device = &f->devices[0], .members = f->members, .count = f->count,
                           .kind = "device", .names = (const char (*)[NAME_SIZE])f->names,
                           .compute = cli_fleet_compute, .user = f}, p, how, why);
    cli_fleet_close(f);
    return code;
}

/* Runs a batch with a block for each device. A block owns its session until it is closed. */
static int run_fleet_batch(cli_fleet *f, const settings *how, size_t polynomials, failure *why)
{
    block blocks[MOST_DEVICES];
    int code;

    for (size_t k = 0; k < f->count; k++) {
        blocks[k] =
            (block){.how = &f->wanted[k], .polynomials = polynomials, .device = f->devices[k]};
        f->devices[k] = (session){0};
    }
    code = cli_shared_batch_run(NULL, how, &(task_workers){blocks, f->count}, why);
    for (size_t k = 0; k < f->count; k++)
        cli_block_close(&blocks[k]);
    return code;
}

int cli_fleet_batch(const settings *how, size_t polynomials, failure *why)
{
    cli_fleet *f = NULL;
    int code = cli_fleet_open(&f, how, why);

    if (code == EXIT_OK)
        code = run_fleet_batch(f, how, polynomials, why);
    cli_fleet_close(f);
    return code;
}
