/* Claims beside curves, predicted and measured by the same rule. */
#include "lab/studies/findings.h"

#include <math.h>
#include <stddef.h>

#define FACTOR 2.0 /* of knees and bends */
#define SLOPE_DISTANCE 0.15

/* The points of one claim: a form, and one Z. */
typedef struct curve {
    const study_result *result;
    size_t form, Z;
    size_t least, largest, with_one; /* n; n with one thread, too */
    uint32_t most;  /* threads */
    size_t offset;  /* of the seconds in a point */
} curve;

static double seconds(const curve *c, const study_point *p)
{
    return *(const double *)(const void *)((const char *)p + c->offset);
}

static bool belongs(const curve *c, const study_point *p)
{
    return p->asked.form == c->form && (c->Z == 0 || p->asked.Z == c->Z);
}

static curve curve_of(const study_result *result, const study_claim *claim, size_t form,
                      size_t offset)
{
    curve c = {.result = result, .form = form, .Z = claim->Z, .offset = offset};

    for (size_t k = 0; k < result->count; k++) {
        const study_question *q = &result->points[k].asked;

        if (!belongs(&c, &result->points[k]))
            continue;
        c.least = c.least == 0 || q->n < c.least ? q->n : c.least;
        c.largest = q->n > c.largest ? q->n : c.largest;
        c.most = q->T > c.most ? q->T : c.most;
        if (q->T == 1)
            c.with_one = q->n > c.with_one ? q->n : c.with_one;
    }
    return c;
}

/* Seconds of one thread over those of the best number of them: if t = max(a / T, b), that is the T
 * at which they meet. */
static double knee(const curve *c)
{
    double one = NAN, least = INFINITY;

    for (size_t k = 0; k < c->result->count; k++) {
        const study_point *p = &c->result->points[k];

        if (!belongs(c, p) || p->asked.n != c->with_one)
            continue;
        if (p->asked.T == 1)
            one = seconds(c, p);
        least = fmin(least, seconds(c, p));
    }
    return one / least;
}

/* The line of least squares through the upper half of sizes. */
static double slope(const curve *c)
{
    const double middle = (double)c->least * (double)c->largest; /* squared */
    double count = 0, x = 0, y = 0, xx = 0, xy = 0;

    for (size_t k = 0; k < c->result->count; k++) {
        const study_point *p = &c->result->points[k];
        const double n = (double)p->asked.n;

        if (!belongs(c, p) || p->asked.T != c->most || n * n < middle)
            continue;
        count += 1;
        x += log(n);
        y += log(seconds(c, p));
        xx += log(n) * log(n);
        xy += log(n) * log(seconds(c, p));
    }
    return (count * xy - x * y) / (count * xx - x * x);
}

static double with_most(const curve *c, size_t n)
{
    for (size_t k = 0; k < c->result->count; k++) {
        const study_point *p = &c->result->points[k];

        if (belongs(c, p) && p->asked.n == n && p->asked.T == c->most)
            return seconds(c, p);
    }
    return NAN;
}

/* Where a and b n meet if t = max(a, b n), the least n being below and the largest one above. */
static double bend(const curve *c)
{
    return c->least < c->largest
               ? with_most(c, c->least) / with_most(c, c->largest) * (double)c->largest
               : NAN;
}

static double found(const study_result *result, const study_claim *claim, size_t offset)
{
    const curve first = curve_of(result, claim, claim->form, offset);
    const curve other = curve_of(result, claim, 1, offset);

    switch (claim->kind) {
    case STUDY_KNEE: return knee(&first);
    case STUDY_SLOPE: return slope(&first);
    case STUDY_BEND: return bend(&first);
    default: return with_most(&first, first.largest) / with_most(&other, other.largest);
    }
}

static bool holds(const study_finding *f)
{
    switch (f->claim.kind) {
    case STUDY_KNEE:
    case STUDY_BEND:
        return f->measured <= FACTOR * f->predicted && f->predicted <= FACTOR * f->measured;
    case STUDY_SLOPE: return fabs(f->measured - f->predicted) <= SLOPE_DISTANCE;
    default: return (f->measured < 1) == (f->predicted < 1);
    }
}

/* Whether there are points of a Z; of none, 0, always. */
static bool asked_for(const study_result *result, size_t Z)
{
    bool found = Z == 0;

    for (size_t k = 0; k < result->count && !found; k++)
        found = result->points[k].asked.Z == Z;
    return found;
}

void study_find(study_result *result, const study *of)
{
    result->finding_count = 0;
    for (size_t k = 0; k < of->claim_count; k++) {
        study_finding *f = &result->findings[result->finding_count];

        if (!asked_for(result, of->claims[k].Z))
            continue;
        result->finding_count++;
        f->claim = of->claims[k];
        f->predicted = found(result, &f->claim, offsetof(study_point, predicted));
        f->measured = found(result, &f->claim, offsetof(study_point, measured));
        f->known = isfinite(f->predicted) && isfinite(f->measured);
        f->holds = f->known && holds(f);
    }
}
