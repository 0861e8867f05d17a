/* The threaded many-core memory model [MCA14]: the running time (1) for given amounts, the amounts
 * of the algorithms of Table II and section V.A, and the sizes at which a different term begins to
 * dominate the running time. */
#include "lab/models/models.h"

enum { STEPS_OF_TWO = 16, HALVINGS = 60 };

/* ---- the maximum of three times ---- */

const char *clmodp_tmm_term_name(clmodp_tmm_term term)
{
    static const char *const names[] = {
        [CLMODP_TMM_WORK] = "work",
        [CLMODP_TMM_SPAN] = "span",
        [CLMODP_TMM_LATENCY] = "latency",
        [CLMODP_TMM_ACCESSES] = "accesses",
    };

    return (unsigned)term < sizeof names / sizeof *names ? names[term] : NULL;
}

static clmodp_status check_amounts(clm_error *error, const clmodp_tmm_amounts *amounts, double T,
                                   const clmodp_tmm_machine *machine)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(error, amounts != NULL && machine != NULL);
    if (!clm_at_least(machine->L, 1) || !clm_at_least(machine->C, 1) ||
        !clm_at_least(machine->P, 1) || !clm_at_least(machine->X, 1) ||
        !clm_at_least(machine->Z, 1))
        FAIL(error, CLMODP_INVALID, "a machine with L = %g, C = %g, P = %g, X = %g and Z = %g: "
             "each must be 1 or more", machine->L, machine->C, machine->P, machine->X, machine->Z);
    if (!clm_at_least(amounts->T1, 0) || !clm_at_least(amounts->T_inf, 0) ||
        !clm_at_least(amounts->M, 0) || !clm_at_least(amounts->threads, 1))
        FAIL(error, CLMODP_INVALID, "work %g, span %g, accesses %g and threads %g: expected 0 or "
             "more, and 1 or more threads", amounts->T1, amounts->T_inf, amounts->M,
             amounts->threads);
    if (!clm_at_least(T, 0) || T > machine->X)
        FAIL(error, CLMODP_INVALID, "T = %g threads per core: expected up to X = %g, or 0 for as "
             "many as the algorithm has", T, machine->X);
done:
    return st;
}

static clmodp_status measure_time(clm_error *error, clmodp_tmm_time *time,
                                  const clmodp_tmm_amounts *amounts, double T,
                                  const clmodp_tmm_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    clmodp_tmm_time t;
    double most; /* threads of a core */

    REQUIRE(error, time != NULL);
    TRY(check_amounts(error, amounts, T, machine));
    most = T > 0.0 ? T : machine->X;
    t = (clmodp_tmm_time){.amounts = *amounts, .T = fmin(most, amounts->threads / machine->P),
                          .work = amounts->T1 / machine->P};
    t.memory = amounts->M * machine->L / (t.T * machine->P);
    t.time = fmax(t.work, fmax(amounts->T_inf, t.memory));
    if (t.time == t.work)
        t.term = CLMODP_TMM_WORK;
    else if (t.time == amounts->T_inf)
        t.term = CLMODP_TMM_SPAN;
    else
        t.term = amounts->threads >= most * machine->P ? CLMODP_TMM_ACCESSES : CLMODP_TMM_LATENCY;
    *time = t;
done:
    return st;
}

clmodp_status clmodp_tmm_measure(clmodp_tmm_time *time, const clmodp_tmm_amounts *amounts,
                                 double T, const clmodp_tmm_machine *machine, char *message,
                                 size_t message_size)
{
    clm_error error = {.status = CLMODP_OK};
    const clmodp_status st = measure_time(&error, time, amounts, T, machine);

    clm_error_tell(&error, message, message_size);
    return st;
}

/* ---- Table II ----
 *
 * The rows are asymptotic. No logarithm falls below 1, so that a formula for large sizes remains
 * valid for small ones. If the paper only has large sizes, one thread for each element is
 * assumed. */

/* Sizes of an algorithm besides n. */
enum { OF_M = 1, OF_K = 2 };

typedef struct tmm_algorithm {
    const char *name;
    clmodp_tmm_amounts (*amounts)(const clmodp_tmm_question *);
    unsigned sizes;
    int refined; /* result of clmodp_tmm_refined */
} tmm_algorithm;

static double lg(double x)
{
    return x > 2.0 ? log2(x) : 1.0;
}

/* Levels of merges too large for the fast memory. */
static double levels(const clmodp_tmm_question *q)
{
    return lg(q->n / q->machine.Z);
}

static clmodp_tmm_amounts reduce(const clmodp_tmm_question *q)
{
    return (clmodp_tmm_amounts){q->n, lg(q->n), q->n / q->machine.C, q->n};
}

static clmodp_tmm_amounts merge(const clmodp_tmm_question *q)
{
    const double depth = lg(q->machine.Z);

    return (clmodp_tmm_amounts){q->n * depth, depth, q->n / q->machine.C, q->n};
}

/* (7): includes n / Z searches for boundaries, whose accesses cannot be coalesced. */
static clmodp_tmm_amounts blocked_merge(const clmodp_tmm_question *q)
{
    const double searches = q->n / q->machine.Z * lg(q->n);

    return (clmodp_tmm_amounts){q->n * lg(q->machine.Z) + searches, lg(q->n),
                                q->n / q->machine.C + searches, q->n};
}

/* Section V.B gives merges with searches the span lg n lg(n / Z); the table has lg Z for lg n. */
static clmodp_tmm_amounts merge_sort(const clmodp_tmm_question *q)
{
    const double depth = q->forms == CLMODP_MMM_CORRECTED ? lg(q->n) : lg(q->machine.Z);

    return (clmodp_tmm_amounts){q->n * lg(q->machine.Z) * levels(q), depth * levels(q),
                                q->n / q->machine.C * levels(q), q->n};
}

/* Among the merges too large for the fast memory, number i compares over i distances that are too
 * large: so the accesses contain the square of lg(n / Z), which the paper lacks. */
static clmodp_tmm_amounts odd_even_sort(const clmodp_tmm_question *q)
{
    const double depth = lg(q->n) * lg(q->n);
    const double rounds = q->forms == CLMODP_MMM_CORRECTED ? levels(q) * levels(q) : levels(q);

    return (clmodp_tmm_amounts){q->n * depth, depth, q->n / q->machine.C * rounds, q->n};
}

/* The square between two lines of the table belongs to this span, as in the rows above. */
static clmodp_tmm_amounts connected_components(const clmodp_tmm_question *q)
{
    const double size = q->m + q->n, depth = lg(q->n);

    return (clmodp_tmm_amounts){size * depth, depth * depth, size / q->machine.C * depth, size};
}

static clmodp_tmm_amounts spanning_tree(const clmodp_tmm_question *q)
{
    const double depth = lg(q->n);

    return (clmodp_tmm_amounts){q->m * depth, depth, q->m * depth, q->m};
}

/* (3): accesses are scattered over the reference. */
static clmodp_tmm_amounts suffix_tree(const clmodp_tmm_question *q)
{
    return (clmodp_tmm_amounts){q->n * q->k, q->k, q->n * q->k, q->n};
}

/* (4): a suffix is read in chunks. */
static clmodp_tmm_amounts suffix_array(const clmodp_tmm_question *q)
{
    const double steps = q->k * lg(q->m);

    return (clmodp_tmm_amounts){q->n * steps, steps, q->n * steps / q->machine.C, q->n};
}

/* (6) */
static clmodp_tmm_amounts fft(const clmodp_tmm_question *q)
{
    const double work = q->n * lg(q->n);

    return (clmodp_tmm_amounts){work, lg(q->n), work / q->machine.C, q->n};
}

/* (10) */
static clmodp_tmm_amounts list_ranking(const clmodp_tmm_question *q)
{
    const double work = q->n * lg(q->n);

    return (clmodp_tmm_amounts){work, lg(q->n), work, q->n};
}

/* Section VII: blocks of the matrix fill the fast memory; one thread for each entry. */
static clmodp_tmm_amounts all_pairs(const clmodp_tmm_question *q)
{
    const double work = q->n * q->n * q->n * lg(q->n);

    return (clmodp_tmm_amounts){work, q->n * lg(q->n), work / (sqrt(q->machine.Z) * q->machine.C),
                         q->n * q->n};
}

static const tmm_algorithm algorithms[CLMODP_TMM_ALGORITHMS] = {
    [CLMODP_TMM_REDUCE] = {"reduce", reduce, 0, 0},
    [CLMODP_TMM_SCAN] = {"scan", reduce, 0, 0},
    [CLMODP_TMM_MERGE] = {"merge", merge, 0, 0},
    [CLMODP_TMM_BLOCKED_MERGE] = {"blocked-merge", blocked_merge, 0, 0},
    [CLMODP_TMM_MERGE_SORT] = {"merge-sort", merge_sort, 0, 1},
    [CLMODP_TMM_ODD_EVEN_SORT] = {"odd-even-sort", odd_even_sort, 0, 0},
    [CLMODP_TMM_CONNECTED_COMPONENTS] = {"connected-components", connected_components, OF_M,
                                         0},
    [CLMODP_TMM_SPANNING_TREE] = {"spanning-tree", spanning_tree, OF_M, 0},
    [CLMODP_TMM_SUFFIX_TREE] = {"suffix-tree", suffix_tree, OF_K, 1},
    [CLMODP_TMM_SUFFIX_ARRAY] = {"suffix-array", suffix_array, OF_M | OF_K, 1},
    [CLMODP_TMM_FFT] = {"fft", fft, 0, 1},
    [CLMODP_TMM_LIST_RANKING] = {"list-ranking", list_ranking, 0, 1},
    [CLMODP_TMM_ALL_PAIRS] = {"all-pairs", all_pairs, 0, 0},
};

/* ---- predictions ---- */

const char *clmodp_tmm_name(clmodp_tmm_algorithm algorithm)
{
    return (unsigned)algorithm < CLMODP_TMM_ALGORITHMS ? algorithms[algorithm].name : NULL;
}

int clmodp_tmm_refined(clmodp_tmm_algorithm algorithm)
{
    return (unsigned)algorithm < CLMODP_TMM_ALGORITHMS && algorithms[algorithm].refined;
}

static clmodp_status check_question(clm_error *error, const clmodp_tmm_question *q)
{
    clmodp_status st = CLMODP_OK;
    const char *name;
    unsigned sizes;

    REQUIRE(error, q != NULL);
    REQUIRE(error, (unsigned)q->algorithm < CLMODP_TMM_ALGORITHMS);
    REQUIRE(error, (unsigned)q->forms <= CLMODP_MMM_CORRECTED);
    name = algorithms[q->algorithm].name;
    sizes = algorithms[q->algorithm].sizes;
    if (!clm_at_least(q->n, 1))
        FAIL(error, CLMODP_INVALID, "n = %g: expected 1 or more", q->n);
    if ((sizes & OF_M) != 0 && !clm_at_least(q->m, 1))
        FAIL(error, CLMODP_INVALID, "%s has a size m, which is %g: expected 1 or more", name,
             q->m);
    if ((sizes & OF_K) != 0 && !clm_at_least(q->k, 1))
        FAIL(error, CLMODP_INVALID, "%s has a length k, which is %g: expected 1 or more", name,
             q->k);
    if (!clm_at_least(q->machine.Z, 1) || !clm_at_least(q->machine.C, 1))
        FAIL(error, CLMODP_INVALID, "a machine with Z = %g and C = %g: both must be 1 or more",
             q->machine.Z, q->machine.C);
done:
    return st;
}

static clmodp_status predict_time(clm_error *error, clmodp_tmm_time *time,
                                  const clmodp_tmm_question *q)
{
    const clmodp_tmm_amounts amounts = algorithms[q->algorithm].amounts(q);

    return measure_time(error, time, &amounts, q->T, &q->machine);
}

clmodp_status clmodp_tmm_predict(clmodp_tmm_time *time, const clmodp_tmm_question *question,
                                 char *message, size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {.status = CLMODP_OK};

    REQUIRE(&error, time != NULL);
    TRY(check_question(&error, question));
    TRY(predict_time(&error, time, question));
done:
    clm_error_tell(&error, message, message_size);
    return st;
}

static clmodp_status predict_term(clm_error *error, clmodp_tmm_term *term, double n,
                                  const clmodp_tmm_question *question)
{
    clmodp_tmm_question q = *question;
    clmodp_tmm_time time;
    clmodp_status st;

    q.n = n;
    st = predict_time(error, &time, &q);
    if (st == CLMODP_OK)
        *term = time.term;
    return st;
}

/* Finds, between two sizes, the point at which the dominating term changes. */
static clmodp_status bisect_change(clm_error *error, double *n, double low, double high,
                                   const clmodp_tmm_question *q)
{
    clmodp_status st = CLMODP_OK;
    clmodp_tmm_term first, term;

    TRY(predict_term(error, &first, low, q));
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = sqrt(low) * sqrt(high);

        TRY(predict_term(error, &term, middle, q));
        if (term == first)
            low = middle;
        else
            high = middle;
    }
    *n = high;
done:
    return st;
}

clmodp_status clmodp_tmm_changes(clmodp_tmm_change changes[CLMODP_TMM_MOST_CHANGES],
                                 size_t *count, const clmodp_tmm_question *question, double most,
                                 char *message, size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {.status = CLMODP_OK};
    const double step = exp2(1.0 / STEPS_OF_TWO);
    clmodp_tmm_change all[CLMODP_TMM_MOST_CHANGES];
    clmodp_tmm_term before, after;
    size_t found = 0;
    double next;

    REQUIRE(&error, changes != NULL && count != NULL && isfinite(most));
    TRY(check_question(&error, question));
    TRY(predict_term(&error, &before, question->n, question));
    for (double n = question->n; n < most && found < CLMODP_TMM_MOST_CHANGES;
         n = next, before = after) {
        next = fmin(n * step, most);
        TRY(predict_term(&error, &after, next, question));
        if (before == after)
            continue;
        all[found] = (clmodp_tmm_change){.before = before, .after = after};
        TRY(bisect_change(&error, &all[found].n, n, next, question));
        found++;
    }
    for (size_t k = 0; k < found; k++)
        changes[k] = all[k];
    *count = found;
done:
    clm_error_tell(&error, message, message_size);
    return st;
}
