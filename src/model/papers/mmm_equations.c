/* Equations (5) to (15) of [HMX], as printed. They say how naive algorithms compare with optimised
 * ones; tests/model/papers/mmm_equations.c compares them with the closed forms that they are made
 * of. */
#include <clmodp/model.h>
#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "model/mmm_machine.h"

enum { FIRST = 5, LAST = 15 };

/* What an equation depends on. */
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

static clmodp_status check(clm_error *error, const letters *a, unsigned wanted)
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
        return clm_fail(error, CLMODP_INVALID, "s = %g: wanted is n = %g at most", a->s, a->n);
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
    TRY(check(&error, &a, equations[equation - FIRST].letters));
    found = equations[equation - FIRST].value(&a);
    if (!(isfinite(found) && found > 0))
        FAIL(&error, CLMODP_INVALID, "equation (%u) has no value there: its sizes are beyond what "
             "it is said of", equation);
    *value = found;
done:
    clm_error_tell(&error, message, message_size);
    return st;
}

/* R = (3 + 5 U) s / (3 s + w U) for blocks of 3 s threads that move w words each, s = Z / a:
 * above 1 where 5 s > w, whatever U is. */
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
