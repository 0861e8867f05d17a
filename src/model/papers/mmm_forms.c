/* The closed forms of [HMX], sections 3 to 6, as printed and as its algorithms have them.
 * docs/models.md derives what differs; tests/model/papers/mmm_forms.c builds the graphs. */
#include <clmodp/model.h>
#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "model/mmm_machine.h"
#include "model/number.h"

/* A question's sizes by the paper's letters. */
typedef struct sizes {
    double n, m, s, l, c, U;
    bool corrected;
} sizes;

/* Section 3.1: a launch for each step; a thread-block has l threads, the first of which makes a
 * coefficient of the quotient, too. */
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

/* Section 3.2: s steps a launch, 3 s threads a block. An update of the heads is two operations,
 * like all updates, where print has one; and no thread of Algorithm 4 moves more than 4 words,
 * the quotient's among them, where print has the 9 that s threads would. */
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

/* Section 4. A pass has five launches: tiles of 4 l keys sorted by s splits, three of the scan
 * over 2^s counts of each tile, and the scatter. Print has an operation a key and bit for the
 * scatter; it is one a key and pass, and then (8) follows. Print leaves the one block that scans
 * the sums of the others out of N; and K is the scan's blocks where 2^s > 4 l. */
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

/* Section 5: m / s rows of n + s - 1 partial sums, then lg(m / s) levels of additions. Print
 * counts the operations of one level more, and leaves the blocks that add out of C. */
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

/* Section 6.1. Print's work is that of polynomials of degrees n and m; its N has the blocks that
 * have something to do, where Algorithm 8 launches all of them each time. */
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

/* Section 6.2, as print has it. */
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

/* The same, s > 1, for a generic sequence of degrees d = n - 1 >= e = m - 1. In (d - e) / s
 * launches only the longer polynomial falls; in a step a block of 3 s threads updates 2 s
 * coefficients and those of one head that the steps before have left, s (s + 1) / 2 in all. In
 * 2 e / s launches both fall in turn, and the heads have s^2 - floor(s^2 / 4) updates, since
 * either moves half of the steps. An update is two operations. A thread moves 4 words. */
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

/* What every formula can do with. */
static clmodp_status check(clm_error *error, const clmodp_mmm_question *q)
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
        FAIL(error, CLMODP_INVALID, "sizes n = %g and m = %g: wanted are 1 <= m <= n", q->n, q->m);
    if (q->algorithm == CLMODP_MMM_GCD && q->m < 2)
        FAIL(error, CLMODP_INVALID, "m = %g: a constant has no Euclidean steps; wanted is 2 or "
             "more", q->m);
    if (wants_l && !clm_at_least(q->l, 1))
        FAIL(error, CLMODP_INVALID, "l = %g threads of a block: wanted is 1 or more", q->l);
    if (!q->naive && (!clm_at_least(q->s, 1) || (!sort && q->s > q->m)))
        FAIL(error, CLMODP_INVALID, sort ? "s = %g: wanted is 1 or more"
                                         : "s = %g: wanted is 1 or more, and m at most", q->s);
    if (sort && q->n < 4 * q->l)
        FAIL(error, CLMODP_INVALID, "n = %g keys are less than a tile, 4 l = %g", q->n, 4 * q->l);
    if (sort && (!clm_at_least(q->bits, 1) || q->bits > 64 || (!q->naive && q->s > q->bits)))
        FAIL(error, CLMODP_INVALID, "keys of %g bits, s = %g of them a pass: wanted are 1 <= s <= "
             "bits <= 64", q->bits, q->s);
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
    TRY(check(&error, question));
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
