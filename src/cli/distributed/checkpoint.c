/* Computes resultants by work units kept in the folder of --checkpoint. */
#include "cli/distributed/checkpoint.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/distributed/distributed.h"
#include "cli/distributed/job.h"
#include "cli/formats/output.h"
#include "cli/progress.h"

/* A folder in which a context works. */
typedef struct place {
    clmodp_context *context;
    const char *folder;
} place;

/* Explains an interruption, with the number of completed units if possible. The progress callback
 * has ended, since it would cancel the search. */
static void explain_interruption(const session *device, const char *folder, failure *why)
{
    clmodp_job_state state;

    clmodp_job_state_init(&state);
    (void)cli_fail(why, EXIT_FAILED, "interrupted: run the command again to resume");
    if (clmodp_job_look(device->context, &state, folder) == CLMODP_OK)
        cli_fail_add(why, "; %" PRIu64 " of %" PRIu64 " unit%s done", state.done, state.units,
                     CLI_S(state.units));
}

/* Computes all units together with other workers in the folder, then the results; repeats this
 * once if some images are damaged. */
static clmodp_status work_and_finish(const place *at, const clmodp_problem *asked)
{
    clmodp_job_options options;
    clmodp_status st = CLMODP_DAMAGED;

    clmodp_job_options_init(&options);
    options.wait = 1;
    for (int tries = 0; st == CLMODP_DAMAGED && tries < 2; tries++) {
        if (tries > 0)
            cli_remark("%s", clmodp_context_message(at->context));
        st = clmodp_job_work(at->context, NULL, at->folder, &options);
        if (st != CLMODP_OK)
            return st;
        st = clmodp_job_finish_problem(at->context, asked, at->folder);
    }
    return st;
}

/* Computes a problem by units kept in a folder with this note. */
static clmodp_status compute_in_folder(const place *at, const text_buffer *note,
                                       const clmodp_problem *asked,
                                       const clmodp_resultant_options *resultant)
{
    clmodp_plan_options options;
    clmodp_plan *plan = NULL;
    clmodp_status st;

    clmodp_plan_options_init(&options);
    options.resultant = resultant;
    st = clmodp_plan_create(at->context, &plan, asked, &options);
    if (st == CLMODP_OK)
        st = clmodp_job_create(at->context, at->folder, plan, note->bytes, note->length);
    clmodp_plan_destroy(plan);
    return st == CLMODP_OK ? work_and_finish(at, asked) : st;
}

/* A problem, and the settings with the folder. */
typedef struct kept {
    const session *device;
    const problem *problem;
    const settings *how;
} kept;

static int compute_kept(void *user, clmodp_problem *asked, failure *why)
{
    const kept *k = user;
    clmodp_context *context = k->device->context;
    clmodp_resultant_options options;
    text_buffer note = {0};
    clmodp_status st;
    watched w;
    int code;

    cli_settings_options(&options, k->how);
    cli_job_note_put(&note, k->problem);
    if (note.failed)
        CHECK_DONE(cli_check_status(why, CLMODP_HOST_MEMORY, NULL));
    cli_progress_begin(&w, context, 0);
    st = compute_in_folder(&(place){context, k->how->checkpoint}, &note, asked, &options);
    cli_progress_end(&w);
    code = cli_session_check(k->device, st, why);
done:
    cli_text_clear(&note);
    return code;
}

int cli_checkpoint_compute_and_print(const problem *p, const settings *how, failure *why)
{
    const printer to = cli_printer_standard();
    session device = {0};
    answer a = {0};
    int code;

    CHECK_DONE(cli_session_open_tested(&device, how, why));
    code = cli_answer_compute(&a, p, compute_kept, &(kept){&device, p, how}, why);
    if (code != EXIT_OK && cli_interrupted())
        explain_interruption(&device, how->checkpoint, why);
    CHECK_DONE(code);
    CHECK_DONE(cli_print_result(&to, &a, p, &device, how, 0, why));
done:
    cli_answer_clear(&a);
    cli_session_close(&device);
    return code;
}

int cli_checkpoint_check(const settings *s, failure *why)
{
    if (cli_fleet_wanted(s))
        return cli_fail_usage(why, "--checkpoint uses one device: run clmodp worker on others");
    if (s->batch != NULL || s->modulus != 0 || s->mode == CLMODP_MODE_PROBABLE)
        return cli_fail_usage(why, "--checkpoint is for one certified result over the integers");
    if (cli_ranks_wanted())
        return cli_fail_usage(why, "--checkpoint is for one process, but several ranks were "
                              "started");
    return EXIT_OK;
}

/* Returns whether a name is one of a checkpoint's folders, or hidden. */
static bool is_ours(const char *name)
{
    return *name == '.' || strspn(name, "0123456789") == strlen(name);
}

int cli_checkpoint_open(cli_checkpoint *out, const session *device, const char *folder,
                        failure *why)
{
    int code = EXIT_OK;
    DIR *listing;

    *out = (cli_checkpoint){.device = device, .folder = folder};
    if (mkdir(folder, S_IRWXU) != 0 && errno != EEXIST)
        return cli_fail(why, EXIT_FAILED, "cannot make the folder %s: %s", folder,
                        strerror(errno));
    listing = opendir(folder);
    if (listing == NULL)
        return cli_fail(why, EXIT_FAILED, "cannot open the folder %s: %s", folder,
                        strerror(errno));
    for (const struct dirent *entry; code == EXIT_OK && (entry = readdir(listing)) != NULL;)
        if (!is_ours(entry->d_name))
            code = cli_fail(why, EXIT_FAILED, "%s has other files, such as %s: choose an empty or "
                            "a new folder", folder, entry->d_name);
    (void)closedir(listing);
    return code;
}

clmodp_status cli_checkpoint_compute(void *checkpoint, const clmodp_problem *asked,
                                     const clmodp_resultant_options *options)
{
    cli_checkpoint *c = checkpoint;
    const text_buffer none = {0};

    (void)snprintf(c->path, sizeof c->path, "%s/%u", c->folder, ++c->count);
    return compute_in_folder(&(place){c->device->context, c->path}, &none, asked, options);
}

void cli_checkpoint_explain(const cli_checkpoint *c, failure *why)
{
    if (cli_interrupted() && c->count > 0)
        explain_interruption(c->device, c->path, why);
}
