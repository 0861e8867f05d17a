/* Read all lines, solve what was read, print in order. */
#include "cli/batch/block.h"

#include <stdlib.h>
#include <string.h>

#include "cli/batch/parallel_lines.h"
#include "cli/solve.h"
#include "cli/watch.h"

/* Bytes of answers that wait to be printed, about. */
#define MOST_ANSWERS 0x1p28

/* Bytes of a line and of its answer, and terms, up to which their memory serves the next block's
 * line. */
#define KEPT ((size_t)1 << 13)
#define KEPT_TERMS ((size_t)1 << 8)

/* Cut a line `F ; G` in two; what the parts are called in messages is their place. */
static int split_line(block_line *l, const char *line, size_t polynomials, failure *why)
{
    const char *semicolon = polynomials == 2 ? memchr(line, ';', l->length) : NULL;
    source *parts = l->parts;

    parts[0] = (source){.text = line, .length = l->length, .lines_before = l->number - 1};
    parts[1] = parts[0];
    if (polynomials == 1)
        return EXIT_OK;
    if (semicolon == NULL)
        return cli_fail_at(why, &parts[0], 1, l->length + 1,
                           "expected ';' and a second polynomial, found the end of the line");
    parts[0].length = (size_t)(semicolon - line);
    parts[1].text = semicolon + 1;
    parts[1].columns_before = parts[0].length + 1;
    parts[1].length = l->length - parts[1].columns_before;
    return EXIT_OK;
}

bool cli_block_add(block *b, const char *text, size_t length, size_t number)
{
    block_line *l;

    if (b->count == b->room) {
        const size_t room = 2 * b->room + 1;
        block_line *larger = realloc(b->line, room * sizeof *larger);

        if (larger == NULL)
            return false;
        memset(larger + b->room, 0, (room - b->room) * sizeof *larger);
        b->line = larger;
        b->room = room;
    }
    l = &b->line[b->count++];
    l->at = b->input.length;
    l->length = length;
    l->number = number;
    cli_text_put(&b->input, text, length);
    return !b->input.failed;
}

/* The problem of a line, or why there is none: on any thread. False if there is no memory. */
static bool read_line(void *argument, size_t index)
{
    const block *b = argument;
    block_line *l = &b->line[index];
    failure why;
    int code = split_line(l, b->input.bytes + l->at, b->polynomials, &why);

    if (code == EXIT_OK)
        code = cli_problem_read(&l->problem, &l->parts[0],
                                b->polynomials == 2 ? &l->parts[1] : NULL, b->how, &why);
    if (code == EXIT_OK)
        return true;
    l->why = malloc(sizeof *l->why);
    if (l->why != NULL)
        *l->why = why;
    return l->why != NULL;
}

/* Whether what a line took is little enough to be kept: short ones can have many terms, or short
 * answers of high degree. */
static bool is_worth_keeping(const block_line *l)
{
    return l->solved && l->length <= KEPT && l->printed.length <= KEPT &&
           clmodp_zxy_terms(l->problem.f) <= KEPT_TERMS &&
           clmodp_zx_degree(l->answer.part[0].numerator) < (long)KEPT_TERMS &&
           (l->problem.g == NULL || clmodp_zxy_terms(l->problem.g) <= KEPT_TERMS);
}

/* Give back what a line took, but for what is to be printed. */
static void forget_line(block_line *l)
{
    cli_answer_clear(&l->answer);
    cli_problem_clear(&l->problem);
    l->kept = false;
}

/* A line's answer, as it is printed: on any thread. Statistics go to another file in between, and
 * wait for their turn. */
static bool finish_line(void *argument, size_t index)
{
    block *b = argument;
    block_line *l = &b->line[b->from + index];

    l->solved = l->solved && cli_answer_finish(&l->answer, &l->problem) == CLMODP_OK;
    if (!l->solved || b->how->stats)
        return true;
    cli_output_answer(&l->printed, &l->answer, &l->problem, &b->device, b->how, l->number);
    l->kept = is_worth_keeping(l);
    if (!l->kept)
        forget_line(l);
    return true;
}

/* Bits of f's longest coefficient. */
static double longest_coefficient(const clmodp_zxy *f)
{
    size_t most = 0;

    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        const size_t bits = mpz_sizeinbase(clmodp_zxy_term(f, k, &i, &j), 2);

        most = bits > most ? bits : most;
    }
    return (double)most;
}

/* About the most bytes that an answer takes, as a number for each coefficient and as text. */
static double answer_bytes(const problem *p)
{
    const clmodp_zxy *f = p->f, *g = p->g != NULL ? p->g : f;
    const double df = (double)clmodp_zxy_degree_y(f), dg = (double)clmodp_zxy_degree_y(g);
    const double width = df * (double)clmodp_zxy_degree_x(g) + dg * (double)clmodp_zxy_degree_x(f);

    if (df < 0 || dg < 0)
        return 0;
    return (width + 1) *
           (2 * sizeof(mpz_t) + (dg * longest_coefficient(f) + df * longest_coefficient(g)) / 2);
}

/* Solve lines from `from` on, as many at once as have answers that can wait for each other: what
 * is behind them is b->to. What is not solved is left to a call alone, which also tells why. */
static void solve_together(block *b, size_t from)
{
    clmodp_problem *asked = calloc(b->count - from, sizeof *asked);
    size_t *of = calloc(b->count - from, sizeof *of), count = 0;
    clmodp_resultant_options options;
    clmodp_status all;
    double bytes = 0;
    watched w;

    b->from = b->to = from;
    for (; asked != NULL && of != NULL && b->to < b->count; b->to++) {
        block_line *l = &b->line[b->to];

        if (l->why != NULL)
            continue;
        bytes += answer_bytes(&l->problem);
        if (count > 0 && bytes > MOST_ANSWERS)
            break;
        if (cli_answer_begin(&l->answer, &asked[count], &l->problem) == CLMODP_OK)
            of[count++] = b->to;
    }
    cli_settings_options(&options, b->how);
    if (count > 1) {
        cli_watch_begin(&w, b->device.context, b->line[of[0]].number);
        all = clmodp_solve_batch(b->device.context, asked, count, &options);
        (void)all; /* each problem has a status of its own */
        cli_watch_end(&w);
        for (size_t k = 0; k < count; k++)
            b->line[of[k]].solved = asked[k].status == CLMODP_OK;
        (void)cli_run_in_parallel(b->to - b->from, b->how->threads, finish_line, b);
    }
    free(of);
    free(asked);
}

static int print_solved_line(const block *b, block_line *l, failure *why)
{
    if (b->how->stats)
        return cli_print_answer(&b->printer, &l->answer, &l->problem, &b->device, b->how,
                                l->number, why);
    if (l->printed.failed)
        return cli_fail(why, EXIT_FAILED, "no memory to print the answer");
    (void)fwrite(l->printed.bytes, 1, l->printed.length, b->printer.answers); /* seen in the end */
    if (!l->kept)
        cli_text_clear(&l->printed);
    return EXIT_OK;
}

/* Print what was wrong with a line; it ends there. */
static int print_failed_line(block *b, const block_line *l, failure *why)
{
    text_buffer out = {.to = b->printer.answers};

    b->failed++;
    if (why->where == NULL)
        why->where = &l->parts[0];
    cli_output_failure(&out, why, b->how->format, l->number);
    why->where = NULL;
    return cli_text_finish(&out) ? EXIT_OK : cli_fail(why, EXIT_FAILED, "out of memory");
}

/* Solve and print a line by itself. It may take long, so that what was printed before is written
 * out. */
static int solve_and_print_line(block *b, const block_line *l, failure *why)
{
    int code = cli_printer_flush(&b->printer, why);

    if (code != EXIT_OK)
        return code;
    code = cli_solve_and_print(&b->printer, &b->device, &l->problem, b->how, l->number, why);
    if (b->device.refused.code != EXIT_OK || cli_interrupted()) {
        why->where = NULL;
        return code;
    }
    return code == EXIT_OK ? EXIT_OK : print_failed_line(b, l, why);
}

/* Print a line's answer, or what was wrong with it. Returns EXIT_OK if the batch can go on. */
static int print_line(block *b, block_line *l, failure *why)
{
    b->total++;
    if (l->why != NULL) {
        *why = *l->why;
        return print_failed_line(b, l, why);
    }
    if (l->solved)
        return print_solved_line(b, l, why);
    if (b->device.refused.code != EXIT_OK) {
        *why = b->device.refused;
        return why->code;
    }
    if (cli_interrupted())
        return cli_fail(why, EXIT_FAILED, "interrupted");
    return solve_and_print_line(b, l, why);
}

/* Forget the lines, but keep the memory of those that took little: what a block of small problems
 * takes from the heap costs as much as they do. */
static void empty_block(block *b)
{
    for (size_t k = 0; k < b->count; k++) {
        block_line *l = &b->line[k];

        if (!l->kept)
            forget_line(l);
        l->kept = l->solved = false;
        free(l->why);
        l->why = NULL;
        cli_text_restart(&l->printed);
    }
    b->count = b->from = b->to = 0;
    cli_text_restart(&b->input);
}

int cli_block_run(block *b, failure *why)
{
    int code = EXIT_OK;
    size_t first = b->count, good = 0;

    if (!cli_run_in_parallel(b->count, b->how->threads, read_line, b))
        code = cli_fail(why, EXIT_FAILED, "out of memory");
    for (size_t k = 0; k < b->count && code == EXIT_OK; k++)
        if (b->line[k].why == NULL && good++ == 0)
            first = k;
    b->to = first;
    for (size_t k = 0; k < b->count && code == EXIT_OK; k++) {
        if (k == first) /* no device for this line is none for any */
            code = cli_session_try(&b->device, b->how, why);
        if (k > first && k == b->to && good > 1)
            code = cli_printer_flush(&b->printer, why); /* others need not wait for what comes */
        if (k == b->to && code == EXIT_OK && good > 1 && !cli_interrupted())
            solve_together(b, k);
        if (code == EXIT_OK)
            code = print_line(b, &b->line[k], why);
    }
    if (code == EXIT_OK)
        code = cli_printer_flush(&b->printer, why);
    empty_block(b);
    return code;
}

void cli_block_close(block *b)
{
    for (size_t k = 0; k < b->room; k++) {
        forget_line(&b->line[k]);
        cli_text_clear(&b->line[k].printed);
    }
    cli_text_clear(&b->input);
    free(b->line);
    b->line = NULL;
    b->room = 0;
    cli_session_close(&b->device);
}
