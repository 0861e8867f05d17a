/* clmodp devices: lists the OpenCL devices and marks the default. */
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "cli/failure.h"
#include "cli/formats/output.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/text.h"

/* Prints bytes in the largest unit with a value of at least 1. */
static void print_size(uint64_t bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    int unit = 0;

    for (; value >= 1024 && unit < 4; unit++)
        value /= 1024;
    (void)printf("%.*f %s", unit > 0 && value < 100 ? 1 : 0, value, units[unit]);
}

static void print_device_text(const clmodp_device *d, size_t number, bool chosen)
{
    (void)printf("%c %zu: %s (%s)\n", chosen ? '*' : ' ', number, d->name, d->kind);
    (void)printf("    platform   %s, %u.%u\n", d->platform_name, (unsigned)d->platform,
                 (unsigned)d->index);
    (void)printf("    vendor     %s\n", d->vendor);
    (void)printf("    version    %s, driver %s\n", d->version, d->driver);
    if (d->family[0] != '\0')
        (void)printf("    family     %s\n", d->family);
    (void)printf("    compute    %" PRIu32 " unit%s", d->compute_units, CLI_S(d->compute_units));
    if (d->clock_mhz > 0)
        (void)printf(" at %" PRIu32 " MHz", d->clock_mhz);
    (void)printf(", %" PRIu32 " lane%s of 32 bits, up to %zu work-item%s a group\n",
                 d->vector_width, CLI_S(d->vector_width), d->max_work_group,
                 CLI_S(d->max_work_group));
    (void)printf("    memory     ");
    print_size(d->global_memory);
    (void)printf(", at most ");
    print_size(d->max_allocation);
    (void)printf(" in one piece, ");
    print_size(d->local_memory);
    (void)printf(" a group\n");
    if (d->unusable[0] != '\0')
        (void)printf("    unusable   %s\n", d->unusable);
}

static bool print_device_json(const clmodp_device *d, size_t number, bool chosen)
{
    text_buffer out = {.to = stdout};

    cli_json_begin(&out);
    cli_text_printf(&out, ", \"number\": %zu, \"chosen\": %s", number, chosen ? "true" : "false");
    cli_text_printf(&out, ", \"platform\": %u, \"index\": %u", (unsigned)d->platform,
                    (unsigned)d->index);
    cli_json_member(&out, "kind", d->kind);
    cli_json_member(&out, "name", d->name);
    cli_json_member(&out, "vendor", d->vendor);
    cli_json_member(&out, "platform_name", d->platform_name);
    cli_json_member(&out, "version", d->version);
    cli_json_member(&out, "driver", d->driver);
    cli_text_printf(&out, ", \"compute_units\": %" PRIu32 ", \"clock_mhz\": %" PRIu32,
                    d->compute_units, d->clock_mhz);
    cli_text_printf(&out, ", \"global_memory\": %" PRIu64 ", \"max_allocation\": %" PRIu64,
                    d->global_memory, d->max_allocation);
    cli_text_printf(&out, ", \"local_memory\": %" PRIu64 ", \"max_work_group\": %zu",
                    d->local_memory, d->max_work_group);
    cli_text_printf(&out, ", \"vector_width\": %" PRIu32, d->vector_width);
    cli_json_member(&out, "family", d->family[0] != '\0' ? d->family : NULL);
    cli_json_member(&out, "unusable", d->unusable[0] != '\0' ? d->unusable : NULL);
    cli_text_string(&out, "}\n");
    return cli_text_finish(&out);
}

/* Lists the devices; `chosen` is the one in use, or NULL. */
static int list_devices(const settings *s, const clmodp_device *chosen, failure *why)
{
    char message[2048] = "";
    clmodp_device **devices = NULL;
    size_t count = 0;
    clmodp_status st = clmodp_device_list(&devices, &count, message, sizeof message);
    int code = EXIT_OK;

    CHECK(cli_check_status(why, st, message));
    for (size_t i = 0; i < count && code == EXIT_OK; i++) {
        const bool is_chosen = chosen != NULL && chosen->platform == devices[i]->platform &&
                               chosen->index == devices[i]->index;

        if (s->format != FORMAT_JSON)
            print_device_text(devices[i], i, is_chosen);
        else if (!print_device_json(devices[i], i, is_chosen))
            code = cli_fail_memory(why);
    }
    clmodp_device_list_free(devices);
    if (chosen != NULL && s->format == FORMAT_TEXT)
        (void)printf("* is used %s\n", s->device != NULL ? "for this --device" : "by default");
    return code == EXIT_OK ? cli_output_flush(why) : code;
}

/* Finds the device of the context; NULL for the host. */
static int find_chosen(const clmodp_device **chosen, clmodp_context *context, failure *none)
{
    const clmodp_device *device = clmodp_context_device(context);
    const char *message = clmodp_context_message(context);

    if (strcmp(device->kind, "host") != 0)
        *chosen = device;
    return *chosen != NULL || *message == '\0'
               ? EXIT_OK : cli_check_status(none, CLMODP_NO_DEVICE, message);
}

static int run_devices(settings *s, failure *why)
{
    failure none;
    session device = {0};
    const clmodp_device *chosen = NULL;
    int opened, code;

    if (s->operand_count > 0)
        return cli_fail_usage(why, "devices takes no operands; see --device");
    opened = cli_session_open(&device, s, &none);
    if (opened == EXIT_OK)
        opened = find_chosen(&chosen, device.context, &none);
    code = list_devices(s, chosen, why);
    cli_session_close(&device);
    if (code == EXIT_OK && opened != EXIT_OK) {
        *why = none;
        code = opened;
    }
    return code;
}

const command cli_command_devices = {
    .name = "devices",
    .summary = "list the OpenCL devices of this machine",
    .help = {"Usage: clmodp devices [--device SPEC] [--format text|json]\n"
            "\n"
            "List the OpenCL devices with the properties that matter to clmodp. An asterisk\n"
            "marks the device that the other commands use by default, or with --device SPEC.\n"
            "For unusable devices the reason is printed.\n"
            "\n"
            "Options:\n"
            "  --device SPEC  mark the device that this SPEC chooses: gpu, cpu, accelerator,\n"
            "                 a number in this list, P.D (device D of platform P), or part of\n"
            "                 a name; default: $CLMODP_DEVICE, else a gpu, accelerator or cpu,\n"
            "                 in this order; among cpus the one with the widest vectors\n"
            "  --format json  one line with a JSON object per device\n"
            "  --quiet        nothing on stderr but errors\n"
            "  --help         this text\n"
            "\n"
            "Exit status: 0, or 3 if no device can be used.\n"},
    .options = OPTION_DEVICE | OPTION_LAYOUT | OPTION_QUIET,
    .run = run_devices,
};
