/* Open the device if need be, solve under watch, print. */
#include "cli/solve.h"

#include "cli/formats/statistics.h"
#include "cli/watch.h"

int cli_print_answer(const printer *to, const answer *a, const problem *p, const session *device,
                     const settings *how, size_t line, failure *why)
{
    watched w;
    text_buffer out = {.to = to->answers, .listen = cli_watch_printed, .listener = &w};
    bool whole;

    if (cli_interrupted()) /* when nobody was asked any more */
        return cli_fail(why, EXIT_FAILED, "interrupted");
    cli_watch_print_begin(&w, line, cli_output_words(a, how->format));
    cli_output_answer(&out, a, p, device, how, line);
    whole = cli_text_finish(&out);
    cli_watch_print_end();
    if (!whole)
        return cli_fail(why, EXIT_FAILED, "no memory to print the answer");
    if (how->stats) {
        (void)fflush(to->answers);
        cli_statistics_print(to->statistics, a, p, device, line);
    }
    return EXIT_OK;
}

int cli_solve_and_print(const printer *to, session *device, const problem *p,
                        const settings *how, size_t line, failure *why)
{
    clmodp_resultant_options options;
    answer a = {0};
    watched w;
    int code = cli_session_try(device, how, why);

    if (code != EXIT_OK)
        return code;
    cli_settings_options(&options, how);
    cli_watch_begin(&w, device->context, line);
    code = cli_problem_solve(&a, device->context, p, &options, why);
    cli_watch_end(&w);
    if (code != EXIT_OK && device->refused.code != EXIT_OK) {
        *why = device->refused;
        code = why->code;
    }
    if (code != EXIT_OK && cli_interrupted())
        (void)cli_fail(why, code, "interrupted");
    if (code == EXIT_OK)
        code = cli_print_answer(to, &a, p, device, how, line, why);
    cli_answer_clear(&a);
    return code;
}
