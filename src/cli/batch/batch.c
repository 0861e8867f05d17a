/* Processes the lines of a batch in blocks: the problems of a block are read and printed on a pool
 * of threads, and computed in one call. A bad line does not stop the others. */
#include "cli/batch/batch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/environment.h"
#include "cli/formats/output.h"
#include "cli/problem.h"
#include "cli/text.h"
#include "cli/progress.h"
#include "portable/portable.h"

/* ---- thread pool for the lines of a block ---- */

/* Processes item `index`; false: stop. Called on any thread. */
typedef bool (*line_work)(void *argument, size_t index);

enum { PIECE = 16, MOST_THREADS = 64 }; /* items at a time, of some microseconds each; threads */

typedef struct line_pool {
    size_t count, threads;
    line_work work;
    void *argument;
    atomic_bool failed;
} line_pool;

typedef struct pool_thread {
    line_pool *pool;
    size_t number;
} pool_thread;

/* Processes this thread's pieces. The assignment is fixed, so that a thread frees the memory that
 * it allocated for an item in the last run, and heaps of threads need not wait for each other. */
static void *run_pieces(void *opaque)
{
    const pool_thread *m = opaque;
    line_pool *c = m->pool;

    for (size_t first = m->number * PIECE; first < c->count; first += c->threads * PIECE)
        for (size_t k = first; k < c->count && k < first + PIECE; k++)
            if (atomic_load(&c->failed))
                return NULL;
            else if (!c->work(c->argument, k))
                atomic_store(&c->failed, true);
    return NULL;
}

/* Processes all items on up to `threads` threads (0: one for each processor), or fewer if these
 * are not available or not worth while. Returns false if an item did. */
static bool run_in_parallel(size_t count, size_t threads, line_work work, void *argument)
{
    line_pool c = {.count = count, .work = work, .argument = argument};
    const size_t pieces = (count + PIECE - 1) / PIECE;
    pool_thread members[MOST_THREADS];
    pthread_t thread[MOST_THREADS];
    bool started[MOST_THREADS] = {false};

    c.threads = threads != 0 ? threads : clm_processors();
    c.threads = c.threads < pieces ? c.threads : pieces;
    c.threads = c.threads < MOST_THREADS ? c.threads : MOST_THREADS;
    for (size_t n = 0; n < c.threads; n++)
        members[n] = (pool_thread){&c, n};
    for (size_t n = 1; n < c.threads; n++)
        started[n] = pthread_create(&thread[n], NULL, run_pieces, &members[n]) == 0;
    for (size_t n = 0; n < c.threads; n++)
        if (!started[n]) /* the caller's part, and the parts without a thread */
            (void)run_pieces(&members[n]);
    for (size_t n = 1; n < c.threads; n++)
        if (started[n])
            (void)pthread_join(thread[n], NULL);
    return !atomic_load(&c.failed);
}

/* ---- blocks of lines: computed in one call, printed in order ---- */

/* A line: its problem and result, or an explanation of its failure. */
typedef struct block_line {
    size_t at, length; /* offset and length in the block's input */
    size_t number;
    source parts[2];
    failure *why; /* owned; NULL: the problem was read */
    problem problem;
    answer answer;
    bool computed;
    bool kept; /* the memory is reused for a line of the next block */
    text_buffer printed; /* the result, if computed with others */
} block_line;

/* Approximate limit on bytes of results to be printed. */
#define MOST_ANSWERS 0x1p28

/* Limits on bytes of a line and of its result, and on terms, for reusing their memory later. */
#define KEPT ((size_t)1 << 13)
#define KEPT_TERMS ((size_t)1 << 8)

/* Splits a line `F ; G` in two; messages name the parts by their position. */
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
    semicolon = memchr(parts[1].text, ';', parts[1].length);
    if (semicolon != NULL)
        return cli_fail_at(why, &parts[1], 1, (size_t)(semicolon - parts[1].text) + 1,
                           "expected the end of the line after 2 polynomials, found ';'");
    return EXIT_OK;
}

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
    l = &b->line[b->count++];
    l->at = b->input.length;
    l->length = length;
    l->number = number;
    cli_text_put(&b->input, text, length);
    return !b->input.failed;
}

/* Reads the problem of a line, or records a failure; on any thread. Returns false without
 * memory. */
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

/* Returns whether a line's memory is small enough to be reused: a short line can have many terms,
 * or a short result of high degree. */
static bool is_worth_keeping(const block_line *l)
{
    return l->computed && l->length <= KEPT && l->printed.length <= KEPT &&
           clmodp_zxy_terms(l->problem.f) <= KEPT_TERMS &&
           clmodp_zx_degree(l->answer.part[0].numerator) < (long)KEPT_TERMS &&
           (l->problem.g == NULL || clmodp_zxy_terms(l->problem.g) <= KEPT_TERMS);
}

/* Releases the memory of a line, except the text to print. */
static void forget_line(block_line *l)
{
    cli_result_clear(&l->answer);
    cli_problem_clear(&l->problem);
    l->kept = false;
}

/* Formats the result of a line; on any thread. With statistics, which go to another stream in
 * between, it is formatted later. */
static bool finish_line(void *argument, size_t index)
{
    block *b = argument;
    block_line *l = &b->line[b->from + index];

    l->computed = l->computed && cli_result_finish(&l->answer, &l->problem) == CLMODP_OK;
    if (!l->computed || b->how->stats)
        return true;
    cli_output_result(&l->printed, &l->answer, &l->problem, &b->device, b->how, l->number);
    l->kept = is_worth_keeping(l);
    if (!l->kept)
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

/* Solves lines from `from` on, as many at once as results may wait for printing, and sets b->to to
 * the next line. Failed lines are later computed alone, which also explains the failure. */
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

        if (l->why != NULL)
            continue;
        bytes += answer_bytes(&l->problem);
        if (count > 0 && bytes > MOST_ANSWERS)
            break;
        if (cli_result_begin(&l->answer, &asked[count], &l->problem) == CLMODP_OK)
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
        (void)run_in_parallel(b->to - b->from, b->how->threads, finish_line, b);
    }
    free(of);
    free(asked);
}

static int print_computed_line(const block *b, block_line *l, failure *why)
{
    if (b->how->stats)
        return cli_print_result(&b->printer, &l->answer, &l->problem, &b->device, b->how,
                                l->number, why);
    if (l->printed.failed)
        return cli_fail(why, EXIT_FAILED, "out of memory while printing the result");
    (void)fwrite(l->printed.bytes, 1, l->printed.length, b->printer.answers); /* checked later */
    if (!l->kept)
        cli_text_clear(&l->printed);
    return EXIT_OK;
}

/* Prints the failure of a line, after which the batch continues. */
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

/* Solves and prints a line alone. Flushes the output first, as this may take long. */
static int compute_and_print_line(block *b, const block_line *l, failure *why)
{
    int code;

    CHECK(cli_printer_flush(&b->printer, why));
    code = cli_compute_and_print(&b->printer, &b->device, &l->problem, b->how, l->number, why);
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

/* Removes the lines, but keeps the memory of small ones: allocating a block of small problems
 * costs as much as solving them. */
static void empty_block(block *b)
{
    for (size_t k = 0; k < b->count; k++) {
        block_line *l = &b->line[k];

        if (!l->kept)
            forget_line(l);
        l->kept = l->computed = false;
        free(l->why);
        l->why = NULL;
        cli_text_restart(&l->printed);
    }
    b->count = b->from = b->to = 0;
    cli_text_restart(&b->input);
}

/* Solves the problems of the lines, prints a line for each, and removes them.
 * Errors: an error ending the batch: EXIT_NO_DEVICE, EXIT_FAILED */
static int run_block(block *b, failure *why)
{
    int code = EXIT_OK;
    size_t first = b->count, good = 0;

    if (!run_in_parallel(b->count, b->how->threads, read_line, b))
        code = cli_fail(why, EXIT_FAILED, "out of memory");
    for (size_t k = 0; k < b->count && code == EXIT_OK; k++)
        if (b->line[k].why == NULL && good++ == 0)
            first = k;
    b->to = first;
    for (size_t k = 0; k < b->count && code == EXIT_OK; k++) {
        if (k == first) /* the device is the same for all lines */
            code = cli_session_open_tested(&b->device, b->how, why);
        if (k > first && k == b->to && good > 1)
            code = cli_printer_flush(&b->printer, why); /* finished lines are not delayed */
        if (k == b->to && code == EXIT_OK && good > 1 && !cli_interrupted())
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
    cli_text_clear(&b->input);
    free(b->line);
    b->line = NULL;
    b->room = 0;
    cli_session_close(&b->device);
}

/* ---- all lines ---- */

/* Limits on the lines of a block, and their bytes. Blocks grow from one line while they take less
 * than GROW seconds, and shrink if they take more than SHRINK, to print results soon. */
#define MOST_LINES 1024
#define MOST_BYTES ((size_t)1 << 24)
#define GROW 0.1
#define SHRINK 0.5

/* Adds lines to the block: waits for the first, takes others if available. *more: false at the
 * end. */
static int gather_block(block *b, lines *in, size_t *number, size_t most, bool *more, failure *why)
{
    lines_state state = LINES_ONE;
    size_t bytes = 0;

    while (b->count < most && bytes < MOST_BYTES && state == LINES_ONE) {
        const char *line;
        size_t length, mark; /* bytes not counted in columns */

        state = cli_lines_next(in, b->count == 0, &line, &length);
        if (state != LINES_ONE)
            break;
        ++*number;
        mark = *number == 1 ? cli_utf8_mark(line, length) : 0;
        bytes += length;
        if (cli_lines_counts(line + mark, length - mark) &&
            !add_line(b, line + mark, length - mark, *number))
            return cli_fail(why, EXIT_FAILED, "out of memory");
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

int cli_batch_run(block *b, lines *in, size_t number, failure *why)
{
    size_t most = 1;
    bool more = true;
    int code = EXIT_OK;

    while (more && code == EXIT_OK && !cli_interrupted()) {
        failure unread;
        const int read = gather_block(b, in, &number, most, &more, &unread);
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

int cli_batch(const settings *how, size_t polynomials, failure *why)
{
    block b = {.how = how, .polynomials = polynomials, .printer = cli_printer_standard()};
    lines in;
    int code;

    CHECK(cli_lines_open(&in, how->batch, why));
    code = cli_batch_run(&b, &in, 0, why);
    if (code == EXIT_OK)
        code = cli_batch_close(why);
    cli_lines_close(&in);
    cli_block_close(&b);
    return cli_batch_end(code, b.total, b.failed, why);
}
