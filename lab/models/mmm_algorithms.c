/* The algorithms of [HMX] in the many-core machine model: the closed forms of its sections 3 to 6,
 * as printed and corrected, and its equations (5) to (15), as printed, which compare naive with
 * optimised algorithms. docs/models.md derives the corrections; tests/models/mmm_forms.c builds
 * the graphs of kernels, and tests/models/mmm_equations.c compares the equations with the closed
 * forms. */
#include "lab/models/models.h"

/* ---- closed forms ---- */

/* The sizes of a question, named as in the paper. */
typedef struct sizes {
    double n, m, s, l, c, U;
    bool corrected;
} sizes;

/* Section 3.1: one launch for each step. A thread-block has l threads, the first of which also
 * computes a coefficient of the quotient. */
static clmodp_mmm_measures naive_division(const sizes *q)
{
    const double steps = q->n - q->m + 1, blocks = q->m / q->l;

    return (clmodp_mmm_measures){
        .work = steps * blocks * (2 * q->l + 1),
        .span = 3 * steps,
        .overhead = 5 * steps * blocks * q->U,
        .N = steps * blocks, .L = steps, .K = blocks, .C = 3 + 5 * q->U,
    };
}

/* Section 3.2: s steps in a launch, 3 s threads in a block. Corrected: an update of the heads is
 * two operations, like all updates, instead of one; and no thread of Algorithm 4 moves more than 4
 * words, the quotient's included, instead of the 9 moved by s threads. */
static clmodp_mmm_measures division(const sizes *q)
{
    const double steps = q->n - q->m + 1, s = q->s, words = q->corrected ? 4 : 9;
    const double blocks = q->m / (2 * s), launches = steps / s;
    const double heads = q->corrected ? s * (s + 1) : s * (s + 1) / 2;

    return (clmodp_mmm_measures){
        .work = launches * blocks * (4 * s * s + heads),
        .span = 3 * steps,
        .overhead = launches * blocks * words * q->U,
        .N = launches * blocks, .L = launches, .K = blocks, .C = 3 * s + words * q->U,
    };
}

/* Section 4. A pass has five launches: one sorts tiles of 4 l keys by s splits, three scan 2^s
 * counts of each tile, and one scatters. Corrected: the scatter takes an operation for each key
 * and pass, instead of each key and bit, from which (8) follows; N includes the one block that
 * scans the sums of the others; and K is the number of blocks of the scan if 2^s > 4 l. */
static clmodp_mmm_measures radix_sort(const sizes *q)
{
    const double n = q->n, s = q->s, l = q->l, U = q->U;
    const double passes = q->c / s, lg = log2(l), digits = exp2(s);
    const double tiles = n / (4 * l), scans = digits * n / (16 * l * l);
    const double scatter = q->corrected ? 1 / s : 1;

    return (clmodp_mmm_measures){
        .work = q->c * ((22 * s * l + s + 12) / (4 * s * l) +
                        (digits + 20 * digits * l) / (16 * s * l * l) + scatter) * n +
                q->c * (16 + 192 * l) / (16 * s),
        .span = q->c * (8 * lg + 16 / s * lg + 41 + 54 / s),
        .overhead = passes * U * (18 * tiles + 17 * scans - 1),
        .N = passes * (2 * tiles + 2 * scans + (q->corrected ? 1 : 0)), .L = 5 * passes,
        .K = q->corrected ? fmax(tiles, scans) : tiles,
        .C = s * (41 + 8 * lg) + 12 + 9 * U,
    };
}

/* Section 5: m / s rows of n + s - 1 partial sums, then lg(m / s) levels of additions. Corrected:
 * the paper counts the operations of one level too many, and omits the adding blocks from C. */
static clmodp_mmm_measures multiplication(const sizes *q)
{
    const double m = q->m, s = q->s, U = q->U, y = q->n + s - 1, levels = log2(m / s);
    const double multiply = s * (2 * s - 1) + 2 * U * (s + 1), add = s + 3 * s * U;

    return (clmodp_mmm_measures){
        .work = (2 * m - (q->corrected ? 1 : 0.5)) * y,
        .span = 2 * s * s + s * levels - s,
        .overhead = y * (5 * m * s + 2 * m - 3 * s * s) * U / (s * s * q->l),
        .N = y * (2 * m - s) / (s * s * q->l), .L = levels + 1, .K = m * y / (s * s * q->l),
        .C = q->corrected && levels > 0 ? fmax(multiply, add) : multiply,
    };
}

/* Section 6.1. The paper's work is for polynomials of degrees n and m. Its N counts the blocks
 * with work to do, but Algorithm 8 launches all of them each time. */
static clmodp_mmm_measures naive_gcd(const sizes *q)
{
    const double d = q->corrected ? q->n - 1 : q->n, e = q->corrected ? q->m - 1 : q->m;
    const double l = q->l, launches = q->m + q->n - 2;
    const double busy = q->corrected ? e * (d + l - 1) / l : q->m * (q->n + l + 1) / l;

    return (clmodp_mmm_measures){
        .work = e * (2 * d * l + d + l - 1) / l,
        .span = 3 * launches,
        .overhead = 5 * busy * q->U,
        .N = q->corrected ? launches * e / l : busy,
        .L = launches, .K = e / l, .C = 3 + 5 * q->U,
    };
}

/* Section 6.2, as printed. */
static clmodp_mmm_measures printed_gcd(const sizes *q)
{
    const double n = q->n, m = q->m, s = q->s, U = q->U;

    return (clmodp_mmm_measures){
        .work = (9.0 / 4 + 6 / s) * m * m +
                (9 * n / 2 + n / (2 * s) + 87 * s / 8 + 23.0 / 2) * m - 345 * s * s / 16 -
                77 * s / 4,
        .span = 3 * n + 3 * m,
        .overhead = 8 * m * U * (n + s) / (s * s),
        .N = m * n / (s * s) + m / s, .L = n / s + m / s, .K = m / s, .C = 3 * s + 8 * U,
    };
}

/* Section 6.2, corrected, s > 1, for a generic sequence of degrees d = n - 1 >= e = m - 1. In (d -
 * e) / s launches only the longer polynomial loses degrees. In a step a block of 3 s threads
 * updates 2 s coefficients and those of one head left by earlier steps, s (s + 1) / 2 in all. In 2
 * e / s launches both lose degrees in turn, and the heads have s^2 - floor(s^2 / 4) updates, since
 * each moves in half of the steps. An update is two operations. A thread moves 4 words. */
static clmodp_mmm_measures gcd(const sizes *q)
{
    const double d = q->n - 1, e = q->m - 1, s = q->s, U = q->U;
    const double launches = (d + e) / s;
    const double falling = (d - e) * e / (s * s), turning = e * e / (s * s) + e / s;

    return (clmodp_mmm_measures){
        .work = falling * (5 * s * s + s) + turning * (6 * s * s - 2 * floor(s * s / 4)),
        .span = 3 * s * launches,
        .overhead = 4 * U * (falling + turning),
        .N = launches * e / s, .L = launches, .K = e / s, .C = 3 * s + 4 * U,
    };
}

double clmodp_mmm_local_words(const clmodp_mmm_question *q)
{
    const double s = q->naive ? 1 : q->s;

    switch (q->algorithm) {
    case CLMODP_MMM_DIVISION: return q->naive ? 2 * q->l : 7 * s;
    case CLMODP_MMM_RADIX_SORT: return 8 * q->l + exp2(s);
    case CLMODP_MMM_MULTIPLICATION: return 2 * s * q->l + 2 * s - 1;
    case CLMODP_MMM_GCD: break;
    }
    return q->naive ? 2 * q->l : 6 * s;
}

/* Checks a question for all formulas. */
static clmodp_status check_question(clm_error *error, const clmodp_mmm_question *q)
{
    clmodp_status st = CLMODP_OK;
    bool sort, wants_l;

    REQUIRE(error, q != NULL);
    REQUIRE(error, (unsigned)q->algorithm <= CLMODP_MMM_GCD);
    REQUIRE(error, (unsigned)q->forms <= CLMODP_MMM_CORRECTED);
    TRY(clm_mmm_check_machine(error, &q->machine));
    sort = q->algorithm == CLMODP_MMM_RADIX_SORT;
    wants_l = q->naive || sort || q->algorithm == CLMODP_MMM_MULTIPLICATION;
    if (!clm_at_least(q->n, 1) || (!sort && (!clm_at_least(q->m, 1) || q->m > q->n)))
        FAIL(error, CLMODP_INVALID, "sizes n = %g and m = %g: expected 1 <= m <= n", q->n, q->m);
    if (q->algorithm == CLMODP_MMM_GCD && q->m < 2)
        FAIL(error, CLMODP_INVALID, "m = %g: a constant has no Euclidean steps; expected 2 or "
             "more", q->m);
    if (wants_l && !clm_at_least(q->l, 1))
        FAIL(error, CLMODP_INVALID, "l = %g threads of a block: expected 1 or more", q->l);
    if (!q->naive && (!clm_at_least(q->s, 1) || (!sort && q->s > q->m)))
        FAIL(error, CLMODP_INVALID, sort ? "s = %g: expected 1 or more"
                                         : "s = %g: expected 1 to m", q->s);
    if (sort && q->n < 4 * q->l)
        FAIL(error, CLMODP_INVALID, "n = %g keys do not fill a tile, 4 l = %g", q->n, 4 * q->l);
    if (sort && (!clm_at_least(q->bits, 1) || q->bits > 64 ||
                 (!q->naive && fmod(q->bits, q->s) != 0)))
        FAIL(error, CLMODP_INVALID, "keys of %g bits, s = %g of them a pass: expected 1 to 64 "
             "bits, a multiple of s", q->bits, q->s);
    if (q->machine.Z > 0 && clmodp_mmm_local_words(q) > q->machine.Z)
        FAIL(error, CLMODP_INVALID, "a thread-block takes %g words of local memory, Z = %g: lower "
             "s or l", clmodp_mmm_local_words(q), q->machine.Z);
done:
    return st;
}

clmodp_status clmodp_mmm_predict(clmodp_mmm_measures *measures,
                                 const clmodp_mmm_question *question, char *message,
                                 size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {.status = CLMODP_OK};
    sizes q;

    REQUIRE(&error, measures != NULL);
    TRY(check_question(&error, question));
    q = (sizes){.n = question->n, .m = question->m, .s = question->naive ? 1 : question->s,
                .l = question->l, .c = question->bits, .U = question->machine.U,
                .corrected = question->forms == CLMODP_MMM_CORRECTED};
    switch (question->algorithm) {
    case CLMODP_MMM_DIVISION:
        *measures = question->naive ? naive_division(&q) : division(&q);
        break;
    case CLMODP_MMM_RADIX_SORT:
        *measures = radix_sort(&q);
        break;
    case CLMODP_MMM_MULTIPLICATION:
        *measures = multiplication(&q);
        break;
    case CLMODP_MMM_GCD:
        *measures = question->naive ? naive_gcd(&q) : q.corrected ? gcd(&q) : printed_gcd(&q);
        break;
    }
done:
    clm_error_tell(&error, message, message_size);
    return st;
}

/* ---- equations ---- */

enum { FIRST = 5, LAST = 15 };

/* Parameters of an equation. */
enum { OF_N = 1, OF_S = 2, OF_L = 4, OF_U = 8, OF_Z = 16 };

typedef struct letters {
    double n, s, l, U, Z;
} letters;

static double division_work(const letters *a)
{
    return 8 * (a->Z + 1) / (9 * a->Z + 7);
}

static double division_overhead(const letters *a)
{
    return 20 * a->Z / 441;
}

static double division_time(const letters *a)
{
    return (3 + 5 * a->U) * a->Z / (3 * (a->Z + 21 * a->U));
}

static double sort_work(const letters *a)
{
    const double s = a->s, l = a->l, digits = exp2(s);

    return (104 * s * l * l + 92 * s * l + 2 * s) /
           (88 * s * l * l + 16 * l * l + 20 * digits * l + 4 * s * l + 48 * l + digits);
}

static double sort_overhead(const letters *a)
{
    return a->s * (72 * a->l + 34) / (72 * a->l + 17 * exp2(a->s));
}

static double sort_time(const letters *a)
{
    const double lg = log2(a->l);

    return 7 * a->l * lg * (8 * lg + 9 * a->U) / (60 * a->l * lg * lg);
}

static double multiplication_overhead(const letters *a)
{
    const double n = a->n, s = a->s;

    return n * s * s * (7 * n - 3) / ((n + s - 1) * (5 * n * s + 2 * n - 3 * s * s));
}

static double multiplication_time(const letters *a)
{
    const double n = a->n, s = a->s, U = a->U;

    return (n * log2(n) + 3 * n - 1) * (1 + 4 * U) /
           ((n * log2(n / s) + 3 * n - s) * (2 * U * s + 2 * U + 2 * s * s - s));
}

static double gcd_overhead(const letters *a)
{
    return 5 * a->Z * (2 * a->n + 2 + a->Z) / (48 * (6 * a->n + a->Z));
}

static double gcd_time(const letters *a)
{
    return (6 * a->n - 2 + a->Z) * (3 + 5 * a->U) * a->Z /
           ((18 * a->n + a->Z) * (a->Z + 16 * a->U));
}

static double gcd_limit(const letters *a)
{
    return (3 + 5 * a->U) * a->Z / (3 * (a->Z + 16 * a->U));
}

static const struct {
    double (*value)(const letters *);
    clmodp_mmm_algorithm algorithm;
    unsigned letters;
} equations[] = {
    {division_work, CLMODP_MMM_DIVISION, OF_Z},
    {division_overhead, CLMODP_MMM_DIVISION, OF_Z},
    {division_time, CLMODP_MMM_DIVISION, OF_U | OF_Z},
    {sort_work, CLMODP_MMM_RADIX_SORT, OF_S | OF_L},
    {sort_overhead, CLMODP_MMM_RADIX_SORT, OF_S | OF_L},
    {sort_time, CLMODP_MMM_RADIX_SORT, OF_L | OF_U},
    {multiplication_overhead, CLMODP_MMM_MULTIPLICATION, OF_N | OF_S},
    {multiplication_time, CLMODP_MMM_MULTIPLICATION, OF_N | OF_S | OF_U},
    {gcd_overhead, CLMODP_MMM_GCD, OF_N | OF_Z},
    {gcd_time, CLMODP_MMM_GCD, OF_N | OF_U | OF_Z},
    {gcd_limit, CLMODP_MMM_GCD, OF_U | OF_Z},
};

_Static_assert(sizeof equations / sizeof *equations == LAST - FIRST + 1, "(5) to (15)");

static clmodp_status check_letters(clm_error *error, const letters *a, unsigned wanted)
{
    const struct {
        unsigned letter;
        const char *name;
        double value, least;
    } all[] = {{OF_N, "n", a->n, 1}, {OF_S, "s", a->s, 1}, {OF_L, "l", a->l, 2},
               {OF_U, "U", a->U, 1e-300}, {OF_Z, "Z", a->Z, 1e-300}};

    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if ((wanted & all[k].letter) != 0 &&
            !(isfinite(all[k].value) && all[k].value >= all[k].least))
            return clm_fail(error, CLMODP_INVALID, "the equation depends on %s, which is %g",
                            all[k].name, all[k].value);
    if ((wanted & OF_N) != 0 && (wanted & OF_S) != 0 && a->s > a->n)
        return clm_fail(error, CLMODP_INVALID, "s = %g: expected n = %g at most", a->s, a->n);
    return CLMODP_OK;
}

clmodp_status clmodp_mmm_equation(double *value, unsigned equation,
                                  const clmodp_mmm_question *question, char *message,
                                  size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {.status = CLMODP_OK};
    double found;
    letters a;

    REQUIRE(&error, value != NULL && question != NULL);
    if (equation < FIRST || equation > LAST ||
        equations[equation - FIRST].algorithm != question->algorithm)
        FAIL(&error, CLMODP_INVALID, "equation (%u): division has (5) to (7), radix sort (8) to "
             "(10), multiplication (11) and (12), gcd (13) to (15)", equation);
    a = (letters){.n = question->n, .s = question->s, .l = question->l, .U = question->machine.U,
                  .Z = question->machine.Z};
    TRY(check_letters(&error, &a, equations[equation - FIRST].letters));
    found = equations[equation - FIRST].value(&a);
    if (!(isfinite(found) && found > 0))
        FAIL(&error, CLMODP_INVALID, "equation (%u) has no value there: the sizes are outside its "
             "range", equation);
    *value = found;
done:
    clm_error_tell(&error, message, message_size);
    return st;
}

/* R = (3 + 5 U) s / (3 s + w U) for blocks of 3 s threads that move w words each, s = Z / a: above
 * 1 if 5 s > w, for every U. */
double clmodp_mmm_crossing(clmodp_mmm_algorithm algorithm, clmodp_mmm_forms forms)
{
    const bool corrected = forms == CLMODP_MMM_CORRECTED;

    switch (algorithm) {
    case CLMODP_MMM_DIVISION: return 7 * (corrected ? 4.0 : 9.0) / 5;
    case CLMODP_MMM_GCD: return 6 * (corrected ? 4.0 : 8.0) / 5;
    case CLMODP_MMM_RADIX_SORT:
    case CLMODP_MMM_MULTIPLICATION: break;
    }
    return 0.0;
}
