/* Asks the library's models of machines, and checks their parameters. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands/model.h"

const char *const cli_model_letters[MODEL_LETTERS] = {
    [MODEL_N] = "n",       [MODEL_M] = "m",         [MODEL_K] = "k",
    [MODEL_BITS] = "bits", [MODEL_S] = "s",         [MODEL_THREADS] = "l",
    [MODEL_F] = "f",       [MODEL_T] = "T",         [MODEL_PROCESSORS] = "p",
    [MODEL_U] = "U",       [MODEL_Z] = "Z",         [MODEL_LATENCY] = "L",
    [MODEL_C] = "C",       [MODEL_P] = "P",         [MODEL_X] = "X",
};

int cli_model_name(const char *const *names, int count, const char *name, size_t length)
{
    int k = 0;

    while (k < count && (strlen(names[k]) != length || memcmp(names[k], name, length) != 0))
        k++;
    return k;
}

/* Adds a value, which is NAN if the model refused. */
static void put_value(model_row *row, const char *name, long double value, const char *meaning)
{
    row->value[row->count++] = (model_value){.name = name, .meaning = meaning,
                                             .value = row->refused ? NAN : value};
}

static clmodp_mmm_forms forms_of(const model_settings *s)
{
    return s->corrected ? CLMODP_MMM_CORRECTED : CLMODP_MMM_PRINTED;
}

/* Checks that a necessary parameter is given. Errors: EXIT_USAGE */
static int need_letter(const model_settings *s, bool needed, model_letter letter,
                       const char *what, failure *why)
{
    if (!needed || s->given[letter])
        return EXIT_OK;
    return cli_fail(why, EXIT_USAGE, "--%s is needed: %s", cli_model_letters[letter], what);
}

static const struct {
    const char *name;
    clmodp_mmm_algorithm algorithm;
    bool has_m, has_bits;
    bool has_l; /* also in its optimised form */
} mmm_algorithms[] = {
    {"division", CLMODP_MMM_DIVISION, true, false, false},
    {"multiplication", CLMODP_MMM_MULTIPLICATION, true, false, true},
    {"gcd", CLMODP_MMM_GCD, true, false, false},
    {"radix-sort", CLMODP_MMM_RADIX_SORT, false, true, true},
};
enum { MMM_ALGORITHMS = sizeof mmm_algorithms / sizeof *mmm_algorithms };

static void put_measures(model_row *row, const clmodp_mmm_measures *m)
{
    put_value(row, "work", m->work, "W: local operations of all threads");
    put_value(row, "span", m->span, "S: local operations of the longest path");
    put_value(row, "overhead", m->overhead, "O: time to move words, of all blocks");
    put_value(row, "N", m->N, "thread-blocks");
    put_value(row, "L", m->L, "thread-blocks of the longest path");
    put_value(row, "K", m->K, "thread-blocks that can run at the same time");
    put_value(row, "C", m->C, "the most that one block takes");
    put_value(row, "bound", clmodp_mmm_corollary(m),
              "(N / K + L) C, Corollary 1's bound of the time");
}

/* Adds ratios to the naive algorithm, if the model can predict it. */
static void put_ratios(model_row *row, const clmodp_mmm_question *q, const clmodp_mmm_measures *m)
{
    clmodp_mmm_question naive = *q;
    clmodp_mmm_measures first;
    bool both;

    naive.naive = 1;
    both = clmodp_mmm_predict(&first, &naive, NULL, 0) == CLMODP_OK;
    put_value(row, "naive_work", both ? first.work / m->work : NAN,
              "W of the naive algorithm over W");
    put_value(row, "naive_overhead", both ? first.overhead / m->overhead : NAN, "its O over O");
    put_value(row, "naive_bound",
              both ? clmodp_mmm_corollary(&first) / clmodp_mmm_corollary(m) : NAN,
              "R: its bound over the bound");
}

static int ask_mmm(model_row *row, const model_settings *s, failure *why)
{
    clmodp_mmm_question q = {.forms = forms_of(s), .naive = s->naive, .n = s->value[MODEL_N],
                             .m = s->value[MODEL_M], .s = s->value[MODEL_S],
                             .l = s->value[MODEL_THREADS], .bits = s->value[MODEL_BITS],
                             .machine = {s->value[MODEL_U], s->value[MODEL_Z]}};
    clmodp_mmm_measures m = {0};
    int k = 0;

    while (k < MMM_ALGORITHMS && strcmp(s->algorithm, mmm_algorithms[k].name) != 0)
        k++;
    if (k == MMM_ALGORITHMS)
        return cli_fail(why, EXIT_USAGE, "mmm has no algorithm '%.64s'; expected division, "
                        "multiplication, gcd or radix-sort", s->algorithm);
    q.algorithm = mmm_algorithms[k].algorithm;
    CHECK(need_letter(s, true, MODEL_N, "terms, or keys", why));
    CHECK(need_letter(s, mmm_algorithms[k].has_m, MODEL_M, "terms of the second polynomial", why));
    CHECK(need_letter(s, mmm_algorithms[k].has_bits, MODEL_BITS, "of a key", why));
    CHECK(need_letter(s, !s->naive, MODEL_S, "the program parameter", why));
    CHECK(need_letter(s, s->naive || mmm_algorithms[k].has_l, MODEL_THREADS,
                      "threads of a block", why));
    CHECK(need_letter(s, true, MODEL_U, "the time to move a word, in local operations", why));
    row->refused = clmodp_mmm_predict(&m, &q, row->why, sizeof row->why) != CLMODP_OK;
    put_measures(row, &m);
    if (!s->naive)
        put_ratios(row, &q, &m);
    return EXIT_OK;
}

static void note_changes(model_row *row, const clmodp_tmm_question *q)
{
    clmodp_tmm_change changes[CLMODP_TMM_MOST_CHANGES];
    size_t count = 0;

    if (clmodp_tmm_changes(changes, &count, q, exp2(60), NULL, 0) != CLMODP_OK)
        return;
    for (size_t k = 0; k < count; k++)
        (void)snprintf(row->note[row->notes++], MODEL_NOTE_SIZE, "from n = %.4g on: %s",
                       changes[k].n, clmodp_tmm_term_name(changes[k].after));
}

static void put_time(model_row *row, const clmodp_tmm_time *t)
{
    put_value(row, "T1", t->amounts.T1, "work: all operations");
    put_value(row, "T_inf", t->amounts.T_inf, "span: operations of the longest path");
    put_value(row, "M", t->amounts.M, "accesses to slow memory");
    put_value(row, "threads", t->T, "T: threads per core");
    put_value(row, "work", t->work, "T1 / P");
    put_value(row, "memory", t->memory, "M L / (T P)");
    put_value(row, "time", t->time, "the largest of work, T_inf and memory");
    row->value[row->count++] =
        (model_value){.name = "term", .meaning = "the largest of the three", .value = NAN,
                      .word = !row->refused ? clmodp_tmm_term_name(t->term) : NULL};
}

static int ask_tmm(model_row *row, const model_settings *s, failure *why)
{
    clmodp_tmm_question q = {.forms = forms_of(s), .n = s->value[MODEL_N],
                             .m = s->value[MODEL_M], .k = s->value[MODEL_K],
                             .T = s->value[MODEL_T],
                             .machine = {s->value[MODEL_LATENCY], s->value[MODEL_C],
                                         s->value[MODEL_P], s->value[MODEL_X],
                                         s->value[MODEL_Z]}};
    const char *const machine[] = {"words of fast memory", "time of an access, in operations",
                                   "words of an access", "cores", "threads per core, at most"};
    clmodp_tmm_time time = {.T = 0};
    int k = 0;
    char names[256] = "";
    size_t length = 0;

    while (k < CLMODP_TMM_ALGORITHMS &&
           strcmp(s->algorithm, clmodp_tmm_name((clmodp_tmm_algorithm)k)) != 0)
        k++;
    for (int i = 0; i < CLMODP_TMM_ALGORITHMS && length < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                   i > 0 ? ", " : "", clmodp_tmm_name((clmodp_tmm_algorithm)i));
    if (k == CLMODP_TMM_ALGORITHMS)
        return cli_fail(why, EXIT_USAGE, "tmm has no algorithm '%.64s'; it has %s", s->algorithm,
                        names);
    q.algorithm = (clmodp_tmm_algorithm)k;
    CHECK(need_letter(s, true, MODEL_N, "the size of the problem", why));
    for (int i = 0; i < 5; i++)
        CHECK(need_letter(s, true, (model_letter)(MODEL_Z + i), machine[i], why));
    row->refused = clmodp_tmm_predict(&time, &q, row->why, sizeof row->why) != CLMODP_OK;
    put_time(row, &time);
    if (!row->refused)
        note_changes(row, &q);
    if (!clmodp_tmm_refined(q.algorithm))
        (void)snprintf(row->note[row->notes++], MODEL_NOTE_SIZE,
                       "the paper covers large n only; one thread per element is our addition");
    return EXIT_OK;
}

/* Reads a parameter as an integer below 2^63. */
static int read_whole_number(uint64_t *out, const model_settings *s, model_letter letter,
                             failure *why)
{
    const double value = s->value[letter];

    if (value != floor(value) || value >= exp2(63))
        return cli_fail(why, EXIT_USAGE, "--%s %g: expected a whole number below 2^63",
                        cli_model_letters[letter], value);
    *out = (uint64_t)value;
    return EXIT_OK;
}

static int ask_brent(model_row *row, const model_settings *s, failure *why)
{
    static const char *const names[] = {"scan", "scan-runs", "scan-doubling"};
    clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS];
    clmodp_brent_time time = {0};
    uint64_t n = 0, f = 0, p = 0;
    size_t count;
    const int scan = cli_model_name(names, 3, s->algorithm, strlen(s->algorithm));

    if (scan == 3)
        return cli_fail(why, EXIT_USAGE, "brent has no algorithm '%.64s'; expected scan, "
                        "scan-runs or scan-doubling", s->algorithm);
    CHECK(need_letter(s, true, MODEL_N, "elements", why));
    CHECK(need_letter(s, true, MODEL_PROCESSORS, "processors", why));
    CHECK(need_letter(s, scan == CLMODP_BRENT_RUNS, MODEL_F, "elements of a run", why));
    CHECK(read_whole_number(&n, s, MODEL_N, why));
    CHECK(read_whole_number(&f, s, MODEL_F, why));
    CHECK(read_whole_number(&p, s, MODEL_PROCESSORS, why));
    row->refused =
        clmodp_brent_scan_steps(steps, &count, (clmodp_brent_scan)scan, forms_of(s), n, f,
                                row->why, sizeof row->why) != CLMODP_OK ||
        clmodp_brent_predict(&time, steps, count, p, row->why, sizeof row->why) != CLMODP_OK;
    put_value(row, "work", time.work, "W: all operations");
    put_value(row, "depth", time.depth, "D: steps");
    put_value(row, "time", time.time, "the sum of ceil(W_i / p)");
    put_value(row, "bound", time.bound, "floor(W / p) + D");
    put_value(row, "speedup", clmodp_brent_speedup((double)n - 1, &time, (double)p),
              "(n - 1) / (W / p + D)");
    put_value(row, "processors", clmodp_brent_processors(&time),
              "W / D: the most processors that are worthwhile");
    return EXIT_OK;
}

#define OF(letter) (1u << (letter))

static const struct {
    const char *name;
    int (*ask)(model_row *row, const model_settings *s, failure *why);
    unsigned letters; /* parameters of its algorithms and machines */
    bool variants, machine;
} models[] = {
    {"mmm", ask_mmm,
     OF(MODEL_N) | OF(MODEL_M) | OF(MODEL_BITS) | OF(MODEL_S) | OF(MODEL_THREADS) | OF(MODEL_U) |
         OF(MODEL_Z), true, true},
    {"tmm", ask_tmm,
     OF(MODEL_N) | OF(MODEL_M) | OF(MODEL_K) | OF(MODEL_T) | OF(MODEL_Z) | OF(MODEL_LATENCY) |
         OF(MODEL_C) | OF(MODEL_P) | OF(MODEL_X), false, true},
    {"brent", ask_brent, OF(MODEL_N) | OF(MODEL_F) | OF(MODEL_PROCESSORS), false, false},
};
enum { MODELS = sizeof models / sizeof *models };

int cli_model_find(model_settings *s, failure *why)
{
    int k = 0;

    while (k < MODELS && strcmp(s->model, models[k].name) != 0)
        k++;
    if (k == MODELS)
        return cli_fail(why, EXIT_USAGE, "there is no model '%.64s'; expected mmm, tmm or brent",
                        s->model);
    if (s->naive && !models[k].variants)
        return cli_fail(why, EXIT_USAGE, "%s has no variants", s->model);
    if (s->device && !models[k].machine)
        return cli_fail(why, EXIT_USAGE, "%s has no machine parameters: omit --device", s->model);
    for (int letter = 0; letter < MODEL_LETTERS; letter++)
        if ((models[k].letters & OF(letter)) == 0 &&
            (s->typed[letter] || (s->sweeps && s->swept == (model_letter)letter)))
            return cli_fail(why, EXIT_USAGE, "%s is not a parameter of %s",
                            cli_model_letters[letter], s->model);
    s->number = k;
    return EXIT_OK;
}

int cli_model_row(model_row *row, const model_settings *s, failure *why)
{
    return models[s->number].ask(row, s, why);
}
