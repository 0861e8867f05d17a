/* Processes the lines of a batch in blocks on a pool of threads: a thread reads a problem and, if
 * it is small, computes and prints it. One call computes the other problems of a block. A bad line
 * does not stop the others. */
#include "cli/batch/batch.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/environment.h"
#include "cli/formats/import.h"
#include "cli/formats/output.h"
#include "cli/parallel.h"
#include "cli/answer.h"
#include "cli/problem.h"
#include "cli/text.h"
#include "cli/progress.h"

/* ---- blocks of lines: computed in one call, printed in order ---- */

/* A problem and its result; allocated, as a problem must not move. */
typedef struct line_task {
    problem problem;
    answer answer;
} line_task;

/* State of a thread that stays from line to line. */
typedef struct line_worker {
    line_task *spare; /* its memory is reused for the next line; NULL: none */
    clmodp_small_solver *solver; /* NULL: no line is computed at once */
} line_worker;

/* A line: its problem and result, its printed result, or an explanation of its failure. */
typedef struct block_line {
    size_t at, length; /* offset and length in the block's input */
    size_t number;
    source parts[2];
    failure *why;    /* owned; NULL: the problem was read */
    line_task *task; /* of a line to be computed; NULL: it was printed at once, or failed */
    bool computed;
    text_buffer printed; /* the result, if computed at once or with others */
} block_line;

enum { PIECE = 16 }; /* lines that a thread takes at a time, of some microseconds each */

/* Approximate limit on bytes of results to be printed. */
#define MOST_ANSWERS 0x1p28

/* Bytes of a printed result whose memory is reused. */
#define KEPT ((size_t)1 << 13)

/* Adds a line with one or two polynomials. Returns false if memory is exhausted. */
static bool add_line(block *b, const char *text, size_t length, size_t number)
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
    l = &b->line[b->count];
    l->at = b->input.length;
    l->length = length;
    l->number = number;
    cli_text_put(&b->input, text, length);
    b->count += !b->input.failed;
    return !b->input.failed;
}

static void free_task(line_task *task)
{
    if (task == NULL)
        return;
    cli_answer_clear(&task->answer);
    cli_problem_clear(&task->problem);
    free(task);
}

/* Releases the memory of a line, except the text to print. */
static void forget_line(block_line *l)
{
    free_task(l->task);
    l->task = NULL;
}

/* Computes and formats a small problem; returns false for others. */
static bool compute_at_once(const block *b, const line_worker *w, block_line *l)
{
    line_task *task = w->spare;
    clmodp_problem asked;

    l->computed = w->solver != NULL &&
                  cli_answer_begin(&task->answer, &asked, &task->problem) == CLMODP_OK &&
                  clmodp_small_solver_compute(w->solver, &asked) &&
                  cli_answer_finish(&task->answer, &task->problem) == CLMODP_OK;
    if (l->computed)
        cli_output_result(&l->printed, &task->answer, &task->problem, &b->device, b->how,
                          l->number);
    return l->computed;
}

/* Reads the problem of a line and, if it is small, computes it; or records a failure. On any
 * thread. Returns false without memory. */
static bool read_line(void *argument, size_t index, size_t thread)
{
    const block *b = argument;
    block_line *l = &b->line[index];
    line_worker *w = &b->workers[thread];
    failure why;
    int code = cli_lines_split(l->parts, b->polynomials, b->input.bytes + l->at, l->length,
                               l->number, "polynomial", &why);

    if (w->spare == NULL)
        w->spare = calloc(1, sizeof *w->spare);
    if (w->spare == NULL)
        return false;
    if (code == EXIT_OK)
        code = cli_problem_read(&w->spare->problem, &l->parts[0],
                                b->polynomials == 2 ? &l->parts[1] : NULL, b->how, &why);
    if (code == EXIT_OK && compute_at_once(b, w, l))
        return true; /* the memory is reused for the next line */
    l->task = w->spare;
    w->spare = NULL;
    if (code == EXIT_OK)
        return true;
    forget_line(l); /* maybe much memory */
    l->why = malloc(sizeof *l->why);
    if (l->why != NULL)
        *l->why = why;
    return l->why != NULL;
}

/* Formats the result of a line; on any thread. With statistics, printed on another stream in
 * between, it is formatted later. */
static bool finish_line(void *argument, size_t index, size_t thread)
{
    block *b = argument;
    block_line *l = &b->line[b->from + index];
    line_task *task = l->task;

    (void)thread;
    if (task == NULL)
        return true;
    l->computed =
        l->computed && cli_answer_finish(&task->answer, &task->problem) == CLMODP_OK;
    if (!l->computed || b->how->stats)
        return true;
    cli_output_result(&l->printed, &task->answer, &task->problem, &b->device, b->how, l->number);
    forget_line(l);
    return true;
}

/* Returns the bits of f's longest coefficient. */
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

/* Estimates the greatest size of a result in bytes, as numbers and as text. */
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

/* Solves lines from `from` on, as many as may wait for printing, and sets b->to to the next line.
 * Failed lines are later computed alone, which explains the failure. */
static void compute_together(block *b, size_t from)
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

        if (l->task == NULL)
            continue;
        bytes += answer_bytes(&l->task->problem);
        if (count > 0 && bytes > MOST_ANSWERS)
            break;
        if (cli_answer_begin(&l->task->answer, &asked[count], &l->task->problem) == CLMODP_OK)
            of[count++] = b->to;
    }
    cli_settings_options(&options, b->how);
    if (count > 1) {
        cli_progress_begin(&w, b->device.context, b->line[of[0]].number);
        all = clmodp_compute_batch(b->device.context, asked, count, &options);
        (void)all; /* each problem has its own status */
        cli_progress_end(&w);
        for (size_t k = 0; k < count; k++)
            b->line[of[k]].computed = asked[k].status == CLMODP_OK;
        (void)cli_parallel(b->to - b->from, PIECE, b->how->threads, finish_line, b);
    }
    free(of);
    free(asked);
}

static int print_computed_line(const block *b, block_line *l, failure *why)
{
    if (b->how->stats)
        return cli_print_result(&b->printer, &l->task->answer, &l->task->problem, &b->device,
                                b->how, l->number, why);
    if (l->printed.failed)
        return cli_fail(why, EXIT_FAILED, "out of memory while printing the result");
    (void)fwrite(l->printed.bytes, 1, l->printed.length, b->printer.answers); /* checked later */
    if (l->printed.length > KEPT)
        cli_text_clear(&l->printed);
    return EXIT_OK;
}

/* Prints the failure of a line, after which the batch continues. */
static int print_failed_line(block *b, const block_line *l, failure *why)
{
    b->failed++;
    return cli_print_failed_line(b->printer.answers, &l->parts[0], b->how->format, why);
}

/* Solves and prints a line alone. Flushes the output first, as this may take long. */
static int compute_and_print_line(block *b, const block_line *l, failure *why)
{
    int code;

    CHECK(cli_printer_flush(&b->printer, why));
    code = cli_compute_and_print(&b->printer, &b->device, &l->task->problem, b->how, l->number,
                                 why);
    if (b->device.refused.code != EXIT_OK || cli_interrupted()) {
        why->where = NULL;
        return code;
    }
    return code == EXIT_OK ? EXIT_OK : print_failed_line(b, l, why);
}

/* Prints a line's result or failure. Returns EXIT_OK if the batch can continue. */
static int print_line(block *b, block_line *l, failure *why)
{
    b->total++;
    if (l->why != NULL) {
        *why = *l->why;
        return print_failed_line(b, l, why);
    }
    if (l->computed)
        return print_computed_line(b, l, why);
    if (b->device.refused.code != EXIT_OK) {
        *why = b->device.refused;
        return why->code;
    }
    if (cli_interrupted())
        return cli_fail(why, EXIT_FAILED, "interrupted");
    return compute_and_print_line(b, l, why);
}

/* Removes the lines. */
static void empty_block(block *b)
{
    for (size_t k = 0; k < b->count; k++) {
        block_line *l = &b->line[k];

        forget_line(l);
        l->computed = false;
        free(l->why);
        l->why = NULL;
        cli_text_restart(&l->printed);
    }
    b->count = b->from = b->to = 0;
    cli_text_restart(&b->input);
}

/* Creates the workers and, once there is a context, their solvers, without which a thread computes
 * no line at once; none with statistics, or if no problem can be small. Returns false without
 * memory. */
static bool prepare_workers(block *b)
{
    const size_t threads = cli_thread_count(b->how->threads);
    clmodp_resultant_options options;
    clmodp_status st = CLMODP_OK;

    if (b->workers == NULL)
        b->workers = calloc(CLI_MOST_THREADS, sizeof *b->workers);
    if (b->workers == NULL)
        return false;
    if (b->device.context == NULL || b->how->stats || b->how->subresultant != 0 ||
        b->how->modulus != 0 || b->how->gcd)
        return true;
    cli_settings_options(&options, b->how);
    for (size_t n = 0; n < threads && b->workers[n].solver == NULL && st == CLMODP_OK; n++)
        st = clmodp_small_solver_create(&b->workers[n].solver, b->device.context, &options);
    return true;
}

/* Solves the lines, prints a line for each, and removes them.
 * Errors: an error ending the batch: EXIT_NO_DEVICE, EXIT_FAILED */
static int run_block(block *b, failure *why)
{
    int code = EXIT_OK;
    size_t first = b->count, left = 0; /* lines to compute */

    if (!prepare_workers(b) || !cli_parallel(b->count, PIECE, b->how->threads, read_line, b))
        code = cli_fail_memory(why);
    for (size_t k = 0; k < b->count && code == EXIT_OK; k++)
        if (b->line[k].task != NULL && left++ == 0)
            first = k;
    b->to = first;
    for (size_t k = 0; k < b->count && code == EXIT_OK; k++) {
        if (k == first) /* the device is the same for all lines */
            code = cli_session_open_tested(&b->device, b->how, why);
        if (k > 0 && k == b->to && left > 1 && code == EXIT_OK)
            code = cli_printer_flush(&b->printer, why); /* finished lines are not delayed */
        if (k == b->to && code == EXIT_OK && left > 1 && !b->how->gcd && !cli_interrupted())
            compute_together(b, k);
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
    for (size_t n = 0; b->workers != NULL && n < CLI_MOST_THREADS; n++) {
        free_task(b->workers[n].spare);
        clmodp_small_solver_destroy(b->workers[n].solver);
    }
    free(b->workers);
    b->workers = NULL;
    cli_text_clear(&b->input);
    free(b->line);
    b->line = NULL;
    b->room = 0;
    cli_session_close(&b->device);
}

/* ---- all lines ---- */

/* Limits on the lines of a block, and their bytes. Blocks grow from one line while they take less
 * than GROW seconds, and shrink above SHRINK, to print results soon. */
#define MOST_LINES 1024
#define MOST_BYTES ((size_t)1 << 24)
#define GROW 0.1
#define SHRINK 0.5

/* Adds lines: waits for the first, takes others if available. *more: false at the end. */
static int gather_block(block *b, lines *in, size_t most, bool *more, failure *why)
{
    lines_state state = LINES_ONE;
    size_t bytes = 0;

    while (b->count < most && bytes < MOST_BYTES && state == LINES_ONE) {
        const char *line;
        size_t length;

        state = cli_lines_next(in, b->count == 0, &line, &length);
        if (state != LINES_ONE)
            break;
        bytes += length;
        if (cli_lines_counts(line, length) && !add_line(b, line, length, in->number))
            return cli_fail_memory(why);
    }
    *more = state != LINES_END && state != LINES_FAILED;
    if (state == LINES_FAILED)
        return cli_lines_fail(in, why);
    return EXIT_OK;
}

size_t cli_batch_next_size(size_t last, double seconds)
{
    if (seconds < GROW && last < MOST_LINES)
        return 4 * last;
    return seconds > SHRINK && last > 1 ? last / 2 : last;
}

int cli_batch_run(block *b, lines *in, failure *why)
{
    size_t most = 1;
    bool more = true;
    int code = EXIT_OK;

    while (more && code == EXIT_OK && !cli_interrupted()) {
        failure unread;
        const int read = gather_block(b, in, most, &more, &unread);
        const double began = cli_clock();

        code = run_block(b, why);
        most = cli_batch_next_size(most, cli_clock() - began);
        if (code == EXIT_OK && read != EXIT_OK) {
            *why = unread;
            code = read;
        }
    }
    return code;
}

int cli_batch_close(failure *why)
{
    return cli_interrupted() ? cli_fail(why, EXIT_FAILED, "interrupted") : cli_output_finish(why);
}

int cli_batch_end(int code, size_t total, size_t failed, failure *why)
{
    if (code != EXIT_OK)
        (void)cli_failure_show(why);
    why->text[0] = '\0'; /* failed lines were already explained */
    if (failed > 0)
        cli_say("%zu of %zu line%s failed", failed, total, CLI_S(total));
    return code != EXIT_OK ? code : failed > 0 ? EXIT_FAILED : EXIT_OK;
}

int cli_batch_check(const settings *s, failure *why)
{
    if (s->operand_count > 0)
        return cli_fail_usage(why, "--batch reads all input from its file: omit the expression %s",
                              s->operands[0]);
    if (s->system != FOREIGN_AUTO)
        return cli_fail_usage(why, "--from is for files with polynomials, not for batches");
    if (s->format == FORMAT_MSOLVE)
        return cli_fail_usage(why, "--format msolve is for one result: omit --batch");
    return EXIT_OK;
}

int cli_batch(const settings *how, size_t polynomials, failure *why)
{
    block b = {.how = how, .polynomials = polynomials, .printer = cli_printer_standard()};
    lines in;
    int code;

    CHECK(cli_lines_open(&in, how->batch, why));
    code = cli_batch_run(&b, &in, why);
    if (code == EXIT_OK)
        code = cli_batch_close(why);
    cli_lines_close(&in);
    cli_block_close(&b);
    return cli_batch_end(code, b.total, b.failed, why);
}
