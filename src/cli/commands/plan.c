/* clmodp plan: predicts the cost of a resultant, discriminant or determinant. */
#include <inttypes.h>

#include <clmodp/plan.h>

#include "cli/distributed/job.h"
#include "cli/problem.h"
#include "cli/settings.h"
#include "cli/text.h"

static const char *operation_name(clmodp_operation operation)
{
    static const char *const names[] = {
        [CLMODP_OPERATION_RESULTANT] = "resultant",
        [CLMODP_OPERATION_SUBRESULTANT] = "subresultant",
        [CLMODP_OPERATION_DISCRIMINANT] = "discriminant",
        [CLMODP_OPERATION_SUBRESULTANTS] = "subresultants",
        [CLMODP_OPERATION_DETERMINANT] = "determinant",
    };

    return names[operation];
}

static void put_digest(text_buffer *out, const clmodp_plan_info *info)
{
    for (size_t k = 0; k < sizeof info->digest; k++)
        cli_text_printf(out, "%02x", info->digest[k]);
}

/* Appends the times of all stages, of device and host in sequence. */
static void put_stages(text_buffer *out, const clmodp_prediction *predicted)
{
    if (predicted->stage_count == 0)
        return;
    cli_text_printf(out, "whole result  %.3g s on one device:", predicted->seconds);
    for (size_t k = 0; k < predicted->stage_count; k++) {
        const clmodp_stage *stage = &predicted->stages[k];

        if (stage->host_seconds + stage->device_seconds > 0.0)
            cli_text_printf(out, " %s %.3g,", stage->name,
                            stage->host_seconds + stage->device_seconds);
    }
    cli_text_printf(out, " launches %.3g\n", predicted->launching);
}

/* Appends the option that a computation needs for a result of `bytes` bytes, rounded up. */
static void put_needs(text_buffer *out, uint64_t bytes)
{
    static const char *const units[] = {"", "K", "M", "G", "T"};
    uint64_t size = bytes;
    size_t unit = 0;

    for (; size >= 10240 && unit < 4; unit++)
        size = size / 1024 + (size % 1024 != 0);
    cli_text_printf(out, "needs         --max-result %" PRIu64 "%s, since the result may take "
                    "%" PRIu64 " bytes\n", size, units[unit], bytes);
}

static void put_plan_text(text_buffer *out, const problem *p, const clmodp_plan_info *info,
                          const clmodp_prediction *predicted, uint64_t max_result)
{
    if (p->order > 0)
        cli_text_printf(out, "determinant of order %" PRIu32 "\n", p->order);
    else
        cli_text_printf(out, "%s, eliminating %s\n", operation_name(info->operation),
                        p->eliminated != NULL ? p->eliminated : "nothing");
    if (p->packing != NULL)
        cli_text_printf(out, "variables     %zu, reduced to %zu\n", p->variables,
                        clmodp_packing_variables(p->packing));
    if (info->units > 0) {
        cli_text_printf(out, "engine        %s\n", cli_engine_name(info->engine));
        cli_text_printf(out, "coefficients  %" PRIu64 " at most, of %" PRIu64 " bits (%s)\n",
                        info->width_bound, info->height_bits, info->height_bound_name);
        cli_text_printf(out, "primes        %" PRIu64 ", %" PRIu64 " points each", info->primes,
                        info->points);
        if (info->cosets > 1)
            cli_text_printf(out, " in %" PRIu64 " cosets", info->cosets);
        cli_text_string(out, "\n");
        cli_text_printf(out, "evaluations   %" PRIu64 "\n", info->evaluations);
        cli_text_printf(out, p->order > 0 ? "products      %.3g in LU decompositions\n"
                                          : "updates       %.3g of coefficients\n",
                        info->updates);
    }
    cli_text_printf(out, "units         %" PRIu64, info->units);
    if (info->units > 0)
        cli_text_printf(out, " of %" PRIu64 " prime%s", info->unit_primes,
                        CLI_S(info->unit_primes));
    cli_text_printf(out, "\nplan          %" PRIu64 " bytes\n", info->plan_bytes);
    cli_text_printf(out, "images        %" PRIu64 " bytes\n", info->images_bytes);
    if (info->units == 0 || info->seconds > 0)
        cli_text_printf(out, "predicted     %.3g s\n", info->seconds);
    else
        cli_text_string(out, "predicted     not available for engine schur\n");
    put_stages(out, predicted);
    cli_text_string(out, "digest        ");
    put_digest(out, info);
    cli_text_string(out, "\n");
    if (info->result_bytes > max_result)
        put_needs(out, info->result_bytes);
}

static void put_json_stages(text_buffer *out, const clmodp_prediction *predicted)
{
    cli_text_printf(out, "\"result\": {\"seconds\": %.6g, \"launching\": %.6g, \"stages\": {",
                    predicted->seconds, predicted->launching);
    for (size_t k = 0; k < predicted->stage_count; k++) {
        const clmodp_stage *stage = &predicted->stages[k];

        cli_text_printf(out, "%s\"%s\": {\"host\": %.6g, \"device\": %.6g}",
                        k > 0 ? ", " : "", stage->name, stage->host_seconds,
                        stage->device_seconds);
    }
    cli_text_string(out, "}}, ");
}

static void put_plan_json(text_buffer *out, const problem *p, const clmodp_plan_info *info,
                          const clmodp_prediction *predicted)
{
    cli_json_begin(out);
    cli_text_printf(out, ", \"operation\": \"%s\", \"eliminated\": ",
                    operation_name(info->operation));
    cli_json_string(out, p->eliminated);
    if (p->order > 0)
        cli_text_printf(out, ", \"order\": %" PRIu32, p->order);
    if (p->packing != NULL)
        cli_text_printf(out, ", \"variables\": %zu, \"reduced_variables\": %zu", p->variables,
                        clmodp_packing_variables(p->packing));
    cli_text_printf(out, ", \"engine\": \"%s\"", cli_engine_name(info->engine));
    cli_text_printf(out, ", \"units\": %" PRIu64 ", \"unit_primes\": %" PRIu64, info->units,
                    info->unit_primes);
    cli_text_printf(out, ", \"primes\": %" PRIu64 ", \"points\": %" PRIu64, info->primes,
                    info->points);
    cli_text_printf(out, ", \"cosets\": %" PRIu64, info->cosets);
    cli_text_printf(out, ", \"evaluations\": %" PRIu64 ", \"updates\": %.17g", info->evaluations,
                    info->updates);
    cli_text_printf(out, ", \"degree_bound\": %" PRIu64 ", \"valuation_bound\": %" PRIu64,
                    info->degree_bound, info->valuation_bound);
    cli_text_printf(out, ", \"width_bound\": %" PRIu64 ", \"height_bits\": %" PRIu64,
                    info->width_bound, info->height_bits);
    cli_text_printf(out, ", \"height_bound\": \"%s\"", info->height_bound_name);
    cli_text_printf(out, ", \"plan_bytes\": %" PRIu64 ", \"images_bytes\": %" PRIu64,
                    info->plan_bytes, info->images_bytes);
    cli_text_printf(out, ", \"result_bytes\": %" PRIu64, info->result_bytes);
    cli_text_printf(out, ", \"predicted_seconds\": %.6g, ", info->seconds);
    if (predicted->stage_count > 0)
        put_json_stages(out, predicted);
    cli_text_string(out, "\"digest\": \"");
    put_digest(out, info);
    cli_text_string(out, "\"}\n");
}

/* Prints a plan, with the predicted stages if there are any. Errors: EXIT_FAILED */
static int print_plan(const settings *s, const problem *p, const clmodp_plan_info *info,
                      const clmodp_prediction *predicted, failure *why)
{
    text_buffer out = {.to = stdout};

    if (s->format == FORMAT_JSON)
        put_plan_json(&out, p, info, predicted);
    else
        put_plan_text(&out, p, info, predicted,
                      s->max_result != 0 ? s->max_result : CLMODP_DEFAULT_MAX_RESULT);
    return cli_output_text(&out, why);
}

/* Returns whether stages can be predicted: their closed forms are for one engine. */
static bool has_stages(const clmodp_plan_info *info)
{
    return info->units > 0 && info->engine == CLMODP_ENGINE_EUCLID;
}

static int describe_plan(const planned *made, const settings *s, failure *why)
{
    clmodp_plan_info info;
    clmodp_prediction predicted;
    clmodp_status st;

    clmodp_plan_info_init(&info);
    clmodp_prediction_init(&predicted);
    st = clmodp_plan_describe(made->plan, &info);
    if (st == CLMODP_OK && has_stages(&info))
        st = clmodp_plan_predict(made->context, &predicted, made->plan, made->machine);
    CHECK(cli_check_status(why, st, clmodp_context_message(made->context)));
    return print_plan(s, made->problem, &info, &predicted, why);
}

static int run_plan(settings *s, failure *why)
{
    return cli_plan_run(false, s, describe_plan, why);
}

const command cli_command_plan = {
    .name = "plan",
    .summary = "predict the cost of a resultant, discriminant or determinant",
    .help = {"Usage: clmodp plan [OPTION...] F G            for the resultant of F and G\n"
            "       clmodp plan [OPTION...] F              for the discriminant of F\n"
            "       clmodp plan --det [OPTION...] MATRIX   for the determinant of MATRIX\n"
            "\n"
            "Predict the cost of a computation without running it: bounds on the result, primes\n"
            "and points, and the work units, which are ranges of primes. A device is opened only\n"
            "if --device names it. Times are predicted for this device from its calibration, or\n"
            "for the machine of --machine; otherwise for PoCL on all processors of this machine,\n"
            "with cost coefficients measured on another machine. Compiling, reading and printing\n"
            "are not included. Times of units cover only the results modulo their primes; the\n"
            "stages of the whole result include preparation and reconstruction. If the result\n"
            "may exceed --max-result, the last line names the size that computing it needs;\n"
            "coefficients of more than 2^24 bits are planned only within --max-result.\n"
            "\n",
            "Expressions and these options are as for clmodp resultant:\n"
            "  --eliminate VAR    --engine NAME    --crt HOW     --subresultant K\n"
            "  --residues TYPE    --threads N      --max-result SIZE  --max-memory SIZE\n"
            "  --from SYSTEM      --minimal-polynomial M\n"
            "\n"
            "Options:\n"
            "  --chain            plan all subresultants of F and G, as clmodp subresultants\n"
            "                     prints them; with --principal, their principal coefficients.\n"
            "                     The first projection of clmodp solve is --subresultant 1\n"
            "  --det              the operand is a matrix, as for clmodp det\n"
            "  --unit-primes N    number of primes in each unit\n"
            "  --unit-seconds S   predicted seconds for each unit; default: 1, or down to 0.1 if\n"
            "                     there would otherwise be fewer than sixteen units\n"
            "  --device SPEC      the device; see clmodp help devices\n"
            "  --machine FILE     a machine file, written by clmodp calibrate --format machine;\n"
            "                     plan and predict for its device and host; --threads N replaces\n"
            "                     its number of threads\n"
            "  --format json      one JSON object\n"
            "  --quiet            nothing on stderr but errors\n"
            "  --help             this text\n"
            "\n"
            "Exit status: 0 done, 1 failed, 2 invalid input or arguments, 3 no device.\n",
            "\n"
            "Example: clmodp plan 'y^9 + x*y + 1' 'y^8 - x^3'\n"},
    .options = CLI_PLAN_OPTIONS | OPTION_LAYOUT,
    .once = true,
    .run = run_plan,
};
