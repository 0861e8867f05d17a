/* Remainder sequences in lockstep: compiled for each level of vector instructions.
 *
 * The identities of engines/host/sequence.c hold for a vanishing leading coefficient of the
 * dividend, too. So lanes need equal degrees only where a remainder becomes the divisor. */
#include "engines/host/lockstep.h"

/* Least difference of degrees for which division by a monic polynomial pays: inversion takes some
 * sixty products, but saves multiplying the lower part of the dividend. */
#define MONIC_STEPS 12

typedef struct lockstep {
    vec_field field;
    vec_lazy f;
    vec_pair one; /* widened, balanced */
    size_t count; /* of vectors of pairs */
    vec_polynomials a, b;
    vec leads[VEC_TOGETHER], numerator[VEC_TOGETHER], denominator[VEC_TOGETHER];
    vec_ratios out;
    clm_minors minors;
    size_t open, k;
    bool sign[2];
} lockstep;

static vec times(const lockstep *s, vec a, vec b)
{
    return vec_lazy_mul(a, b, &s->f);
}

static vec balance(const lockstep *s, vec a)
{
    return vec_lazy_balance(a, s->field.p);
}

static vec power(const lockstep *s, vec a, size_t e)
{
    vec result = s->field.one;

    for (bool first = true; e != 0; e /= 2) {
        if (e % 2 != 0) {
            result = first ? a : times(s, result, a);
            first = false;
        }
        if (e > 1)
            a = times(s, a, a);
    }
    return result;
}

static vec *coefficients(vec_polynomials a, size_t k)
{
    return a.c + k * a.stride;
}

static vec *lead(vec_polynomials a, size_t k)
{
    return coefficients(a, k) + a.degree;
}

/* Divides by leads^(from - to), see sequence.c. */
static void divide_by_leads(const lockstep *s, vec *numerator, vec *denominator, size_t from,
                            size_t to)
{
    for (size_t k = 0; k < s->count; k++) {
        if (from > to)
            denominator[k] = times(s, denominator[k], power(s, s->leads[k], from - to));
        else if (from < to)
            numerator[k] = times(s, numerator[k], power(s, s->leads[k], to - from));
    }
}

/* Exchanges the polynomials, with the signs and powers of exchange_polynomials in sequence.c. */
static void exchange(lockstep *s)
{
    const vec_polynomials a = s->a;

    divide_by_leads(s, s->numerator, s->denominator, s->b.degree, a.degree);
    s->sign[0] ^= (a.degree & s->b.degree & 1) != 0;
    s->sign[1] ^= ((a.degree | s->b.degree) & 1) == 0;
    s->a = s->b;
    s->b = a;
}

/* Balances the leading coefficients. Returns whether they vanish in all lanes that have not
 * failed. */
static bool vanish(const lockstep *s, vec_polynomials a)
{
    uint32_t zeros = VEC_ALL;

    for (size_t k = 0; k < s->count; k++) {
        *lead(a, k) = balance(s, *lead(a, k));
        zeros &= vec_zeros(*lead(a, k)) | s->out.failed[k];
    }
    return zeros == VEC_ALL;
}

/* Lets the lanes fail in which the leading coefficient of the divisor vanishes. */
static void fail_lanes(lockstep *s)
{
    for (size_t k = 0; k < s->count; k++)
        s->out.failed[k] |= vec_zeros(*lead(s->b, k));
}

/* Lowers the degree of a by `steps`, with the signs of these steps. */
static void lower_degree(lockstep *s, size_t steps)
{
    s->sign[s->b.degree % 2 == 0] ^= steps % 2 != 0;
    s->a.degree -= steps;
}

/* Multiplies the results by lc(b)^e. */
static void times_lead(lockstep *s, size_t e)
{
    for (size_t k = 0; k < s->count; k++)
        s->numerator[k] = times(s, s->numerator[k], power(s, *lead(s->b, k), e));
}

/* Sets a := l a - lc(a) y^(n-m) b without its leading term, l = lc(b), for n = m. */
static void eliminate_one(lockstep *s)
{
    for (size_t k = 0; k < s->count; k++) {
        const vec l = *lead(s->b, k);

        vec_update(coefficients(s->a, k), coefficients(s->b, k), s->b.degree, vec_widen(l),
                   (vec){0}, -*lead(s->a, k), &s->f);
        s->leads[k] = times(s, s->leads[k], l);
    }
    lower_degree(s, 1);
}

/* Makes two steps at once, n > m: a := l^2 a - (c_1 y + c_0) y^(n-m-1) b; or, with inverses of l,
 * a := a - (c_1 y + c_0) y^(n-m-1) b, where lc(b) = l is divided out. */
static void eliminate_two(lockstep *s, const vec *inverse)
{
    const size_t n = s->a.degree, m = s->b.degree, shift = n - m - 1;

    for (size_t k = 0; k < s->count; k++) {
        vec *const a = coefficients(s->a, k), *const b = coefficients(s->b, k);
        const vec l = inverse != NULL ? inverse[k] : b[m];
        const vec c1 = balance(s, times(s, l, -a[n]));
        const vec_pair below = vec_widen(b[m - 1]), next = vec_widen(a[n - 1]);
        vec_pair scale = s->one, sum;
        vec c0;

        if (inverse != NULL) {
            sum = vec_sum(vec_signed_product(s->one, next),
                          vec_signed_product(vec_widen(c1), below));
            c0 = times(s, -l, balance(s, vec_lazy_redc(sum, &s->f)));
        } else {
            const vec l2 = balance(s, times(s, l, l));

            sum = vec_sum(vec_signed_product(vec_widen(-l), next),
                          vec_signed_product(vec_widen(a[n]), below));
            c0 = vec_lazy_redc(sum, &s->f);
            scale = vec_widen(l2);
            for (size_t i = 0; i < shift; i++)
                a[i] = vec_lazy_redc(vec_signed_product(vec_widen(a[i]), scale), &s->f);
            s->leads[k] = times(s, s->leads[k], l2);
        }
        vec_update(a + shift, b, m, scale, c1, balance(s, c0), &s->f);
    }
    lower_degree(s, 2);
}

/* Divides a by b until n <= m. */
static void eliminate_many(lockstep *s)
{
    const size_t degree = s->a.degree;
    vec inverse[VEC_TOGETHER];

    for (size_t k = 0; k < s->count; k++)
        inverse[k] =
            balance(s, vec_inverse(vec_lazy_canonical(*lead(s->b, k), s->field.p), &s->field));
    while (s->a.degree > s->b.degree) {
        if (vanish(s, s->a))
            lower_degree(s, 1);
        else
            eliminate_two(s, inverse);
    }
    times_lead(s, degree - s->a.degree);
}

static void close_last(lockstep *s)
{
    s->open--;
    s->k -= s->open > 0 ? s->minors.step : 0;
}

/* Completes S_k, see sequence.c. Inlined it would slow all steps down by a twentieth. */
static __attribute__((noinline)) void finish_subresultant(lockstep *s)
{
    const size_t n = s->open - 1, index = s->k, d = s->a.degree + s->b.degree - index;
    const size_t lowest = clm_minors_lowest(s->minors, n);
    const size_t length = clm_minors_length(s->minors, n);
    const vec_polynomials c = s->b.degree == index ? s->b : s->a;
    vec *const numerators = s->out.numerators + clm_minors_before(s->minors, n) * VEC_TOGETHER;
    vec *const denominators = s->out.denominators + n * VEC_TOGETHER;
    vec factor[VEC_TOGETHER];

    for (size_t k = 0; k < s->count; k++) {
        factor[k] = s->numerator[k];
        if (d - index > 1)
            factor[k] = times(s, factor[k], power(s, coefficients(c, k)[index], d - index - 1));
        denominators[k] = s->denominator[k];
    }
    if (s->b.degree > index)
        divide_by_leads(s, factor, denominators, s->b.degree, index + 1);
    for (size_t k = 0; k < s->count; k++) {
        const vec by = s->sign[index % 2] ? -factor[k] : factor[k];

        denominators[k] = vec_lazy_canonical(denominators[k], s->field.p);
        for (size_t j = 0; j < length; j++)
            numerators[j * VEC_TOGETHER + k] = vec_lazy_canonical(
                times(s, by, coefficients(c, k)[lowest + j]), s->field.p);
    }
    close_last(s);
}

/* Sets all S_k that remain to 0. */
static void finish_zero(lockstep *s)
{
    const size_t outputs = clm_minors_before(s->minors, s->open);

    for (size_t k = 0; k < s->count; k++) {
        for (size_t n = 0; n < outputs; n++)
            s->out.numerators[n * VEC_TOGETHER + k] = (vec){0};
        for (size_t n = 0; n < s->open; n++)
            s->out.denominators[n * VEC_TOGETHER + k] = s->field.one;
    }
    s->open = 0;
}

/* Completes S_k if one of the degrees is k. Returns whether any remains. */
static inline bool finish_minors(lockstep *s)
{
    if (s->open > 0 && (s->a.degree == s->k || s->b.degree == s->k))
        finish_subresultant(s);
    return s->open > 0;
}

/* Chooses a divisor whose leading coefficient does not vanish in all lanes. Returns false if there
 * is none: S_k is 0 unless one of the degrees is k. */
static bool choose_divisor(lockstep *s)
{
    const bool a_zero = vanish(s, s->a);

    if (vanish(s, s->b)) {
        if (a_zero)
            return false;
        exchange(s);
    }
    fail_lanes(s);
    return true;
}

/* Accounts for the steps of a previous division, as in host_sequence_divided. */
static void skip_division(lockstep *s)
{
    size_t steps;

    if (s->a.degree < s->b.degree)
        exchange(s);
    (void)vanish(s, s->b);
    fail_lanes(s);
    (void)finish_minors(s);
    steps = s->a.degree - s->b.degree + 1;
    times_lead(s, steps);
    lower_degree(s, steps);
}

/* Makes a step: see advance_sequence in sequence.c. */
static void advance(lockstep *s)
{
    if (vanish(s, s->a)) {
        times_lead(s, 1);
        lower_degree(s, 1);
    } else if (s->a.degree < s->b.degree) {
        exchange(s);
        fail_lanes(s);
    } else if (s->a.degree == s->b.degree) {
        eliminate_one(s);
    } else if (s->a.degree - s->b.degree < MONIC_STEPS) {
        eliminate_two(s, NULL);
    } else {
        eliminate_many(s);
    }
}

static void run(lockstep *s, bool divided)
{
    if (divided) {
        skip_division(s);
    } else if (finish_minors(s) && !choose_divisor(s)) {
        finish_zero(s);
        return;
    }
    while (finish_minors(s))
        advance(s);
}

void VEC_NAME(clm_host_lockstep)(vec_ratios *out, vec_polynomials f, vec_polynomials g,
                                 const vec_field *field, size_t count, clm_minors minors,
                                 bool divided)
{
    lockstep s = {.field = *field,
                  .f = vec_lazy_of(field),
                  .one = vec_widen(vec_lazy_balance(field->one, field->p)),
                  .a = f,
                  .b = g,
                  .count = count,
                  .out = *out,
                  .minors = minors,
                  .open = minors.count,
                  .k = clm_minors_index(minors, minors.count - 1)};

    for (size_t k = 0; k < count; k++) {
        s.leads[k] = s.numerator[k] = s.denominator[k] = field->one;
        s.out.failed[k] = 0;
    }
    run(&s, divided);
    *out = s.out;
}
