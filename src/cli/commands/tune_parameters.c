/* Tables of parameters and times. */
#include "cli/commands/tune_parameters.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <clmodp/tune.h>

#include "cli/formats/json.h"
#include "cli/formats/output.h"
#include "cli/text.h"
#include "cli/verbosity.h"
#include "cli/watch.h"

int cli_parameters_check(const settings *s, failure *why)
{
    if (s->from > 0 || s->to > 0)
        return cli_fail(why, EXIT_USAGE, "--n is for an algorithm");
    if (s->format != FORMAT_TEXT && s->format != FORMAT_JSON)
        return cli_fail(why, EXIT_USAGE, "without an algorithm there are formats text and json");
    return EXIT_OK;
}

static const clmodp_parameters *chosen_parameters(const clmodp_parameters *rows, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (rows[k].chosen)
            return &rows[k];
    return rows;
}

/* A line that has all that the library's table wants to know. */
static void put_parameters_row(text_buffer *out, const clmodp_device *d,
                               const clmodp_parameters *best, double before)
{
    cli_text_printf(out, "row: %s %s; W %" PRIu32 ", T %" PRIu32 ", NT %" PRIu32
                    ", stripe %" PRIu64 " KiB, %" PRIu64 " a unit of %" PRIu32
                    "; %.2f times as fast as before; measured on %s, driver %s\n",
                    d->kind, d->family[0] != '\0' ? d->family : "-",
                    best->vector_width, best->tile, best->group, best->stripe_bytes >> 10,
                    (best->stripe_bytes >> 10) / d->compute_units, d->compute_units,
                    before / best->seconds, d->name, d->driver);
}

static void put_parameters_text(text_buffer *out, const clmodp_device *d,
                                const clmodp_parameters *rows, size_t count)
{
    cli_text_printf(out, "parameters of %s (%s, driver %s); milliseconds\n\n", d->name,
                    d->platform_name, d->driver);
    cli_text_printf(out, "%7s %6s %6s %12s %12s\n", "lanes", "tile", "group", "stripe, KiB",
                    "measured");
    for (size_t k = 0; k < count; k++) {
        cli_text_printf(out, "%7" PRIu32 " %6" PRIu32 " %6" PRIu32 " %12" PRIu64,
                        rows[k].vector_width, rows[k].tile, rows[k].group,
                        rows[k].stripe_bytes >> 10);
        if (isfinite(rows[k].seconds))
            cli_text_printf(out, " %12.3f", 1e3 * rows[k].seconds);
        else
            cli_text_printf(out, " %12s", "cannot");
        cli_text_printf(out, "%s%s\n", k == 0 ? "  before" : "", rows[k].chosen ? "  chosen" : "");
    }
    cli_text_string(out, "\n");
    put_parameters_row(out, d, chosen_parameters(rows, count), rows->seconds);
}

static void put_parameters_json(text_buffer *out, const clmodp_device *d,
                                const clmodp_parameters *rows, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        cli_json_begin(out);
        cli_text_string(out, ", \"device\": ");
        cli_json_string(out, d->name);
        cli_text_string(out, ", \"driver\": ");
        cli_json_string(out, d->driver);
        cli_text_string(out, ", \"family\": ");
        cli_json_string(out, d->family[0] != '\0' ? d->family : NULL);
        cli_text_printf(out, ", \"vector_width\": %" PRIu32 ", \"tile\": %" PRIu32
                        ", \"group\": %" PRIu32 ", \"stripe_bytes\": %" PRIu64,
                        rows[k].vector_width, rows[k].tile, rows[k].group, rows[k].stripe_bytes);
        if (isfinite(rows[k].seconds))
            cli_text_printf(out, ", \"seconds\": %.6g", rows[k].seconds);
        else
            cli_text_string(out, ", \"seconds\": null");
        cli_text_printf(out, ", \"chosen\": %s}\n", rows[k].chosen ? "true" : "false");
    }
}

int cli_parameters_measure(const settings *s, session *device, failure *why)
{
    text_buffer out = {.to = stdout};
    clmodp_parameters *rows = NULL;
    const clmodp_device *d;
    size_t count = 0;
    clmodp_status st;
    watched progress;
    int code = cli_session_try(device, s, why);

    if (code != EXIT_OK)
        return code;
    cli_watch_begin(&progress, device->context, 0);
    st = clmodp_parameters_tune(device->context, &rows, &count, s->runs);
    cli_watch_end(&progress);
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, clmodp_context_message(device->context));
    d = clmodp_context_device(device->context);
    (s->format == FORMAT_JSON ? put_parameters_json : put_parameters_text)(&out, d, rows, count);
    if (!chosen_parameters(rows, count)->kept)
        cli_remark("the parameters are not kept: that wants a cache that can be written "
                   "(CLMODP_CACHE_DIR), and no --max-memory");
    clmodp_parameters_free(rows);
    return cli_text_finish(&out) ? cli_output_flush(why)
                                 : cli_fail(why, EXIT_FAILED, "out of memory");
}
