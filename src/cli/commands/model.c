/* clmodp model: what models of many-core machines say of algorithms. */
#include "cli/command.h"
#include "cli/commands/model_device.h"
#include "cli/commands/model_output.h"
#include "cli/usage.h"

static int run_model(char **arguments)
{
    const char *name = cli_command_model.name;
    model_settings s;
    failure why;
    int code = cli_model_settings_read(&s, arguments, &why);

    if (code != EXIT_OK)
        return cli_usage_error(name, "%s", why.text);
    if (s.help)
        return cli_print_help(name);
    if (s.model == NULL || s.algorithm == NULL)
        return cli_usage_error(name, "which model and algorithm? For instance: clmodp model mmm "
                               "division");
    if (s.format == FORMAT_SVG && !s.sweeps)
        return cli_usage_error(name, "--format svg draws a sweep; see --sweep");
    if (s.device && cli_model_has_machine(s.model))
        code = cli_model_device(&s, &why);
    if (code == EXIT_OK)
        code = cli_model_print(&s, &why);
    if (code == EXIT_USAGE)
        return cli_usage_error(name, "%s", why.text);
    return code == EXIT_OK ? EXIT_OK : cli_failure_show(&why);
}

const command cli_command_model = {
    .name = "model",
    .summary = "what machine models say of an algorithm",
    .help = {"Usage: clmodp model mmm|tmm|brent ALGORITHM --LETTER VALUE... [OPTION...]\n"
            "\n"
            "Print what a model of many-core machines says of an algorithm: quantities and a\n"
            "bound or estimate of the time. Letters are the papers':\n"
            "\n"
            "  mmm    the many-core machine model of Haque, Moreno Maza and Xie: division,\n"
            "         multiplication, gcd (--n, --m terms), radix-sort (--n keys of --bits);\n"
            "         --s program parameter, --l threads of a block, --U time to move a word,\n"
            "         --Z words of local memory (optional)\n"
            "  tmm    the threaded many-core memory model of Ma, Agrawal and Chamberlain:\n"
            "         reduce, scan, merge, blocked-merge, merge-sort, odd-even-sort, fft,\n"
            "         connected-components, spanning-tree (--n nodes, --m edges),\n"
            "         suffix-tree, suffix-array (--n queries of length --k, reference --m),\n"
            "         list-ranking, all-pairs; --L latency, --C words of an access, --P cores,\n"
            "         --X threads a core, --Z words of fast memory, --T threads in use\n",
            "  brent  Brent's theorem on --p processors: scan, scan-runs (--f elements a run),\n"
            "         scan-doubling, each of --n elements, a power of two\n"
            "\n"
            "Values are numbers such as 4096, 1e6 or 2^20.\n"
            "\n"
            "Options:\n"
            "  --variant V        optimized (the default) or naive; of mmm\n"
            "  --corrected        formulas as they follow from the algorithms, where those of\n"
            "                     the papers do not\n"
            "  --machine FILE     letters of a machine, one with its value a line; options go\n"
            "                     before it; clmodp calibrate --format machine writes some\n"
            "  --device[=SPEC]    letters of a machine that are not given are those that clmodp\n"
            "                     calibrate found for this device; see clmodp help devices\n"
            "  --sweep NAME=A..B  a row for each of A, 2A, 4A ... up to B\n"
            "  --format FORMAT    text (the default), json (an object a row), csv, or svg (a\n"
            "                     sweep, drawn by gnuplot)\n"
            "  --quiet            nothing on stderr but errors\n"
            "  --help             this text\n"
            "\n",
            "Example: clmodp model mmm gcd --n 1e4 --m 1e4 --l 256 --U 100 --sweep s=1..512\n"
            "\n"
            "Exit status: 0; 1 if output fails or the device was never calibrated; 2 for wrong\n"
            "arguments; 3 if --device finds none.\n"},
    .run = run_model,
};
