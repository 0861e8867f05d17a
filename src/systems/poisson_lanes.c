/* Resultants of three polynomials at several x, one in each lane: compiled for each level of
 * vector instructions. Words are Montgomery residues, in [-p/2, p/2] unless said otherwise. */
#include "systems/poisson_lanes.h"

#include "core/size.h"
#include "engines/host/lockstep.h"

/* Zeros before and after a factor of products; and products that are added before a reduction:
 * 64 (p/2)^2 < p 2^32. */
enum { MARGIN = 3, SUMMANDS = 64 };

/* A remainder of the modulus and another polynomial, of a formal degree, and the cofactor of the
 * latter, of a formal length, with zeros up to the degree of the modulus. */
typedef struct remainder {
    vec *c, *cofactor;
    size_t degree, length;
} remainder;

typedef struct poisson {
    const clm_poisson *s;
    size_t n;        /* the degree in y of the resultant of the first two polynomials */
    uint32_t failed; /* a bit for each lane */
    vec_field field;
    vec_lazy lazy;
    vec y; /* the first one, in no simple relation to x: degrees fall in all lanes alike */
    vec *x_powers, *y_powers;
    vec *coefficients[3]; /* of power products of y and z, at x */
    vec *f, *g;           /* at VEC_TOGETHER y: polynomials in z */
    vec *numerators, *denominators;
    vec *resultant, *s1[2]; /* of f and g, and their subresultant s1[1] z + s1[0]: values, then
                               coefficients of polynomials in y */
    vec *inverses, *prefixes; /* of the denominators, at all y */
    vec *factorials;          /* 1 / k! */
    remainder remainders[2];
    vec *h, *row, *product, *part;
    size_t step;
    vec_pair *powers; /* z^k modulo the resultant, k = 1, ..., step: factors */
    vec_pair *left, *modulus, *inverse; /* other factors: the resultant, and 1 / its reversal */
} poisson;

/* ---- memory ---- */

static vec *take(vec *base, size_t *used, size_t count)
{
    const size_t at = *used;

    *used += count;
    return base == NULL ? NULL : base + at;
}

static vec_pair *take_factor(vec *base, size_t *used, size_t count)
{
    vec *const from = take(base, used, 2 * (count + 2 * MARGIN));

    return from == NULL ? NULL : (vec_pair *)from + MARGIN;
}

/* Returns the number of powers of z that need the fewest products to evaluate a polynomial. */
static size_t choose_step(size_t degree)
{
    size_t step = 1;

    while ((step + 1) * (step + 1) <= degree + 1)
        step++;
    return step;
}

/* Arranges the arrays from `base` on, or only counts if it is NULL. Returns the vectors. */
static size_t arrange(poisson *l, const clm_poisson *s, vec *base)
{
    const size_t p = s->operand[0].degree, q = s->operand[1].degree, n = p * q;
    size_t used = 0;

    l->step = choose_step(s->operand[2].degree);
    l->left = take_factor(base, &used, n);
    l->powers = take_factor(base, &used, l->step * (n + 2 * MARGIN));
    l->modulus = take_factor(base, &used, n);
    l->inverse = take_factor(base, &used, n);
    l->x_powers = take(base, &used, s->x_degree + 1);
    l->y_powers = take(base, &used, clm_size_max(p, q) + 1);
    for (size_t k = 0; k < 3; k++)
        l->coefficients[k] = take(base, &used, s->operand[k].monomials);
    l->f = take(base, &used, VEC_TOGETHER * (p + 1));
    l->g = take(base, &used, VEC_TOGETHER * (q + 1));
    l->numerators = take(base, &used, (size_t)VEC_TOGETHER * 3);
    l->denominators = take(base, &used, (size_t)VEC_TOGETHER * 2);
    l->resultant = take(base, &used, n + 1);
    l->s1[0] = take(base, &used, n + 1);
    l->s1[1] = take(base, &used, n + 1);
    l->inverses = take(base, &used, 2 * (n + 1));
    l->prefixes = take(base, &used, 2 * (n + 1));
    l->factorials = take(base, &used, n + 1);
    for (size_t k = 0; k < 2; k++) {
        l->remainders[k].c = take(base, &used, n + 1);
        l->remainders[k].cofactor = take(base, &used, n + 2);
    }
    l->h = take(base, &used, n);
    l->row = take(base, &used, clm_size_max(n, s->operand[2].degree + 1));
    l->product = take(base, &used, 2 * n + MARGIN);
    l->part = take(base, &used, 2 * n + MARGIN);
    return used;
}

static size_t bytes(const clm_poisson *s)
{
    poisson l;

    return (arrange(&l, s, NULL) + 1) * sizeof(vec);
}

/* Returns the first address that is aligned like a vector. */
static vec *aligned(void *work)
{
    return (vec *)(((uintptr_t)work + sizeof(vec) - 1) / sizeof(vec) * sizeof(vec));
}

/* ---- residues ---- */

static vec balance(const poisson *l, vec v)
{
    return vec_lazy_balance(v, l->field.p);
}

static vec times(const poisson *l, vec a, vec b)
{
    return balance(l, vec_lazy_mul(a, b, &l->lazy));
}

/* Reduces a sum of SUMMANDS products. */
static vec reduce(const poisson *l, vec_pair sum)
{
    return balance(l, vec_lazy_redc(sum, &l->lazy));
}

static vec inverse(const poisson *l, vec v)
{
    return balance(l, vec_inverse(vec_lazy_canonical(v, l->field.p), &l->field));
}

/* ---- polynomials in y modulo the resultant ---- */

static void widen(vec_pair *to, const vec *from, size_t count)
{
    const vec_pair zero = {{0}, {0}};

    for (size_t k = 0; k < MARGIN; k++)
        to[-1 - (ptrdiff_t)k] = to[count + k] = zero;
    for (size_t k = 0; k < count; k++)
        to[k] = vec_widen(from[k]);
}

/* Sets out[k] to coefficient k < count of a b, and up to MARGIN words after them to any values.
 * In: b  with margins */
static void multiply(const poisson *l, vec *out, const vec_pair *a, size_t a_count,
                     const vec_pair *b, size_t b_count, size_t count)
{
    for (size_t k = 0; k < count; k += MARGIN + 1) {
        const size_t end = clm_size_min(a_count, k + MARGIN + 1);
        size_t i = k + 1 > b_count ? k + 1 - b_count : 0;
        vec total[MARGIN + 1] = {{0}};

        while (i < end) {
            const size_t block = clm_size_min(end, i + SUMMANDS);
            vec_pair sum[MARGIN + 1] = {{{0}, {0}}};

            for (; i < block; i++) {
                const vec_pair *const other = b + ((ptrdiff_t)k - (ptrdiff_t)i);

                for (size_t t = 0; t <= MARGIN; t++)
                    sum[t] = vec_sum(sum[t], vec_signed_product(a[i], other[t]));
            }
            for (size_t t = 0; t <= MARGIN; t++)
                total[t] = i <= SUMMANDS ? reduce(l, sum[t])
                                         : balance(l, total[t] + reduce(l, sum[t]));
        }
        for (size_t t = 0; t <= MARGIN; t++)
            out[k + t] = total[t];
    }
}

/* Prepares for products modulo the resultant, which is monic. */
static void prepare_modulus(poisson *l)
{
    widen(l->modulus, l->resultant, l->n);
    for (size_t k = 0; k < l->n; k++) {
        vec total = k == 0 ? balance(l, l->field.one) : (vec){0};

        for (size_t i = 0; i < k;) {
            const size_t block = clm_size_min(k, i + SUMMANDS);
            vec_pair sum = {{0}, {0}};

            for (; i < block; i++)
                sum = vec_sum(sum,
                              vec_signed_product(l->modulus[l->n - k + i], l->inverse[i]));
            total = balance(l, total - reduce(l, sum));
        }
        l->part[k] = total;
        l->inverse[k] = vec_widen(total);
    }
    widen(l->inverse, l->part, l->n);
}

/* Returns the factor z^k, 1 <= k <= step. */
static vec_pair *power(const poisson *l, size_t k)
{
    return l->powers + (k - 1) * (l->n + 2 * MARGIN);
}

/* Sets h to the product array's polynomial of `count` coefficients, at most 2 n - 1, modulo the
 * resultant. The quotient's reversal is that of the upper coefficients times the inverse of that
 * of the resultant. */
static void reduce_product(poisson *l, vec *h, size_t count)
{
    const size_t n = l->n, excess = count > n ? count - n : 0;

    for (size_t k = 0; k < excess; k++)
        l->left[k] = vec_widen(l->product[count - 1 - k]);
    multiply(l, l->part, l->left, excess, l->inverse, n, excess);
    for (size_t k = 0; k < excess; k++)
        l->left[k] = vec_widen(l->part[excess - 1 - k]);
    multiply(l, l->part, l->left, excess, l->modulus, n, n);
    for (size_t k = 0; k < n; k++)
        h[k] = k < count ? balance(l, l->product[k] - l->part[k]) : (vec){0};
}

/* Sets h := a b modulo the resultant, where b is a factor of n coefficients. */
static void multiply_modulo(poisson *l, vec *h, const vec *a, size_t count, const vec_pair *b)
{
    widen(l->left, a, count);
    multiply(l, l->product, l->left, count, b, l->n, l->n + count - 1);
    reduce_product(l, h, l->n + count - 1);
}

/* ---- the resultant of f and g, and their first subresultant ---- */

/* Evaluates the coefficients of power products of y and z at the lanes' x. */
static void evaluate_at_x(poisson *l, const uint32_t *const residues[3], uint32_t first)
{
    vec x = vec_splat(first);

    for (size_t k = 0; k < VEC_LANES; k++)
        x[k] += (uint32_t)k;
    x = vec_mul(x, l->field.r2, &l->field);
    l->x_powers[0] = l->field.r2; /* so that products with integers are Montgomery residues */
    for (size_t k = 1; k <= l->s->x_degree; k++)
        l->x_powers[k] = vec_mul(l->x_powers[k - 1], x, &l->field);
    for (size_t k = 0; k < 3; k++) {
        const clm_poisson_operand *const o = &l->s->operand[k];

        for (size_t m = 0; m < o->monomials; m++) {
            vec sum = {0};

            for (size_t t = o->monomial[m]; t < o->monomial[m + 1]; t++)
                sum = vec_add(sum, vec_mul(vec_splat(residues[k][t]),
                                           l->x_powers[clm_mpoly_exponents(o->f, t)[2]],
                                           &l->field), &l->field);
            l->coefficients[k][m] = balance(l, sum);
        }
    }
}

/* Evaluates f or g at y. */
static void evaluate_at_y(poisson *l, vec *out, size_t k)
{
    const clm_poisson_operand *const o = &l->s->operand[k];

    memset(out, 0, (o->degree + 1) * sizeof *out);
    for (size_t m = 0; m < o->monomials;) {
        const uint32_t z = clm_mpoly_exponents(o->f, o->monomial[m])[0];
        const size_t end = clm_size_min(o->monomials, m + SUMMANDS);
        vec_pair sum = {{0}, {0}};

        for (; m < end; m++) {
            const uint32_t *const e = clm_mpoly_exponents(o->f, o->monomial[m]);

            if (e[0] != z)
                break;
            sum = vec_sum(sum, vec_signed_product(vec_widen(l->coefficients[k][m]),
                                                  vec_widen(l->y_powers[e[1]])));
        }
        out[z] = balance(l, out[z] + reduce(l, sum));
    }
}

/* Sets values number `first` and so on, as numerators and denominators. */
static void eliminate_together(poisson *l, vec *y, size_t first)
{
    const size_t count = clm_size_min(VEC_TOGETHER, l->n + 1 - first);
    const size_t p = l->s->operand[0].degree, q = l->s->operand[1].degree;
    vec_ratios out = {.numerators = l->numerators, .denominators = l->denominators};

    for (size_t k = 0; k < count; k++) {
        l->y_powers[0] = balance(l, l->field.one);
        for (size_t i = 1; i <= clm_size_max(p, q); i++)
            l->y_powers[i] = times(l, l->y_powers[i - 1], *y);
        evaluate_at_y(l, l->f + k * (p + 1), 0);
        evaluate_at_y(l, l->g + k * (q + 1), 1);
        *y = balance(l, *y + balance(l, l->field.one));
    }
    VEC_NAME(clm_host_lockstep)(&out, (vec_polynomials){l->f, p, p + 1},
                                (vec_polynomials){l->g, q, q + 1}, &l->field, count,
                                (clm_minors){.first = 0, .step = 1, .count = 2}, false);
    for (size_t k = 0; k < count; k++) {
        l->failed |= out.failed[k];
        l->resultant[first + k] = balance(l, out.numerators[k]);
        l->s1[0][first + k] = balance(l, out.numerators[VEC_TOGETHER + k]);
        l->s1[1][first + k] = balance(l, out.numerators[2 * VEC_TOGETHER + k]);
        l->inverses[2 * (first + k)] = balance(l, out.denominators[k]);
        l->inverses[2 * (first + k) + 1] = balance(l, out.denominators[VEC_TOGETHER + k]);
    }
}

/* Divides by the denominators of all `points` values. */
static void divide_values(poisson *l, size_t points)
{
    vec product = balance(l, l->field.one);

    for (size_t k = 0; k < 2 * points; k++) {
        l->prefixes[k] = product;
        product = times(l, product, l->inverses[k]);
    }
    product = inverse(l, product);
    for (size_t k = 2 * points; k-- > 0;) {
        const vec divisor = times(l, product, l->prefixes[k]);

        product = times(l, product, l->inverses[k]);
        if (k % 2 == 0) {
            l->resultant[k / 2] = times(l, l->resultant[k / 2], divisor);
        } else {
            l->s1[0][k / 2] = times(l, l->s1[0][k / 2], divisor);
            l->s1[1][k / 2] = times(l, l->s1[1][k / 2], divisor);
        }
    }
}

static void invert_factorials(poisson *l)
{
    const vec one = balance(l, l->field.one);
    vec k = one;

    l->factorials[0] = one;
    for (size_t i = 1; i <= l->n; i++, k = balance(l, k + one))
        l->factorials[i] = times(l, l->factorials[i - 1], k);
    l->factorials[l->n] = inverse(l, l->factorials[l->n]);
    for (size_t i = l->n; i > 0; i--) {
        k = balance(l, k - one);
        l->factorials[i - 1] = times(l, l->factorials[i], k);
    }
}

/* Replaces values at so many numbers after the first y by coefficients, by Newton's forward
 * differences. */
static void interpolate(const poisson *l, vec *v, size_t degree)
{
    const vec one = balance(l, l->field.one);
    vec y = l->y;

    for (size_t order = 1; order <= degree; order++)
        for (size_t k = degree; k >= order; k--)
            v[k] = balance(l, v[k] - v[k - 1]);
    for (size_t k = 0; k <= degree; k++) {
        v[k] = times(l, v[k], l->factorials[k]);
        y = k > 0 ? balance(l, y + one) : y;
    }
    for (size_t k = degree; k-- > 0;) {
        y = balance(l, y - one);
        for (size_t i = k; i < degree; i++)
            v[i] = balance(l, v[i] - vec_lazy_mul(y, v[i + 1], &l->lazy));
    }
}

/* ---- the common zeros of f and g: z as a polynomial in y ---- */

/* Balances the leading coefficient, and lowers the degree while it is 0 in all lanes; then the
 * lanes fail where it is 0. */
static void settle_degree(poisson *l, remainder *r)
{
    r->c[r->degree] = balance(l, r->c[r->degree]);
    while (r->degree > 0 && (vec_zeros(r->c[r->degree]) | l->failed) == VEC_ALL) {
        r->degree--;
        r->c[r->degree] = balance(l, r->c[r->degree]);
    }
    l->failed |= vec_zeros(r->c[r->degree]);
}

/* Sets a := scale a + (c1 y + c0) y^shift b, where b has degree m, without the terms of a from
 * y^(shift + m) on. */
static void combine(const poisson *l, remainder *a, const remainder *b, size_t shift, vec scale,
                    vec c1, vec c0)
{
    const size_t end = shift + b->length + 1;

    for (size_t i = 0; i < shift; i++)
        a->c[i] = times(l, a->c[i], scale);
    vec_update(a->c + shift, b->c, b->degree, vec_widen(scale), c1, c0, &l->lazy);
    for (size_t i = 0; i < a->length; i++)
        if (i < shift || i >= end)
            a->cofactor[i] = times(l, a->cofactor[i], scale);
    vec_update(a->cofactor + shift, b->cofactor, b->length + 1, vec_widen(scale), c1, c0,
               &l->lazy);
    a->length = clm_size_max(a->length, end);
}

/* Makes one or two steps of a division, without inverses: as in lockstep.c. */
static void divide_step(const poisson *l, remainder *a, const remainder *b)
{
    const size_t n = a->degree, m = b->degree;
    const vec lead = b->c[m], top = balance(l, a->c[n]);

    if (n == m) {
        combine(l, a, b, 0, lead, (vec){0}, -top);
        a->degree -= 1;
    } else {
        const vec_pair sum = vec_sum(vec_signed_product(vec_widen(-lead), vec_widen(a->c[n - 1])),
                                     vec_signed_product(vec_widen(top), vec_widen(b->c[m - 1])));

        combine(l, a, b, n - m - 1, times(l, lead, lead), times(l, -lead, top),
                reduce(l, sum));
        a->degree -= 2;
    }
}

/* Sets z to -s1[0] / s1[1] modulo the resultant, and its powers: lanes fail where s1[1] has no
 * inverse. */
static void find_powers(poisson *l, size_t degree)
{
    remainder a = l->remainders[0], b = l->remainders[1];
    size_t count;

    memset(a.cofactor, 0, (l->n + 2) * sizeof *a.cofactor);
    memset(b.cofactor, 0, (l->n + 2) * sizeof *b.cofactor);
    memcpy(a.c, l->resultant, (l->n + 1) * sizeof *a.c);
    memcpy(b.c, l->s1[1], (degree + 1) * sizeof *b.c);
    b.cofactor[0] = balance(l, l->field.one);
    a.degree = l->n;
    b.degree = degree;
    a.length = 0;
    b.length = 1;
    settle_degree(l, &b);
    while (b.degree > 0) {
        const remainder divisor = b;

        while (a.degree >= b.degree)
            divide_step(l, &a, &b);
        settle_degree(l, &a);
        b = a;
        a = divisor;
    }
    count = clm_size_min(b.length, l->n);
    b.c[0] = inverse(l, -b.c[0]);
    for (size_t k = 0; k < count; k++)
        b.cofactor[k] = times(l, b.cofactor[k], b.c[0]);
    widen(power(l, 1), l->s1[0], l->n);
    multiply_modulo(l, l->h, b.cofactor, count, power(l, 1));
    widen(power(l, 1), l->h, l->n);
    for (size_t k = 2; k <= l->step; k++) {
        multiply_modulo(l, l->h, l->h, l->n, power(l, 1));
        widen(power(l, k), l->h, l->n);
    }
}

/* ---- the product of h over the common zeros ---- */

/* Sets the row to the coefficient of a power of z in h, below the power products from m on, modulo
 * the resultant; returns the first one of its own. */
static size_t find_row(poisson *l, size_t *length, size_t m, size_t z)
{
    const clm_poisson_operand *const o = &l->s->operand[2];
    const size_t n = l->n;

    *length = 0;
    memset(l->row, 0, (o->degree + 1) * sizeof *l->row);
    for (; m > 0 && clm_mpoly_exponents(o->f, o->monomial[m - 1])[0] == z; m--) {
        const size_t y = clm_mpoly_exponents(o->f, o->monomial[m - 1])[1];

        l->row[y] = l->coefficients[2][m - 1];
        *length = clm_size_max(*length, y + 1);
    }
    for (; *length > n; --*length)
        for (size_t k = 0; k < n; k++)
            l->row[*length - 1 - n + k] =
                balance(l, l->row[*length - 1 - n + k] -
                               times(l, l->row[*length - 1], l->resultant[k]));
    return m;
}

/* Adds the row times z^k to the product array of *count coefficients. */
static void add_row(poisson *l, size_t *count, size_t length, size_t k)
{
    const vec *sum = l->row;

    if (k > 0 && length > 0) {
        widen(l->left, l->row, length);
        multiply(l, l->part, l->left, length, power(l, k), l->n, l->n + length - 1);
        sum = l->part;
        length = l->n + length - 1;
    }
    for (; *count < length; ++*count)
        l->product[*count] = (vec){0};
    for (size_t i = 0; i < length; i++)
        l->product[i] = balance(l, l->product[i] + sum[i]);
}

/* Sets h to its value at z modulo the resultant, by Horner's rule in z^step. Source: [Paterson,
 * Stockmeyer 1973] */
static void evaluate_h(poisson *l)
{
    const size_t n = l->n, blocks = l->s->operand[2].degree / l->step + 1;
    size_t m = l->s->operand[2].monomials, length;

    for (size_t block = blocks; block-- > 0;) {
        size_t count = 0;

        if (block + 1 < blocks) {
            count = 2 * n - 1;
            widen(l->left, l->h, n);
            multiply(l, l->product, l->left, n, power(l, l->step), n, count);
        }
        for (size_t k = l->step; k-- > 0;) {
            m = find_row(l, &length, m, block * l->step + k);
            add_row(l, &count, length, k);
        }
        reduce_product(l, l->h, count);
    }
}

static uint32_t run(uint32_t *values, const clm_poisson *s, const uint32_t *const residues[3],
                    uint32_t first, const fp_field *field, void *work)
{
    poisson l = {.s = s, .field = vec_field_splat(field)};
    const size_t p = s->operand[0].degree, q = s->operand[1].degree, n = p * q;
    const size_t degree = (p - 1) * (q - 1); /* of s1[1] */
    vec_ratios out;
    vec y, lead, value;

    (void)arrange(&l, s, aligned(work));
    l.n = n;
    l.lazy = vec_lazy_of(&l.field);
    l.y = y = balance(&l, vec_splat(field->pinv % field->p));
    evaluate_at_x(&l, residues, first);
    for (size_t k = 0; k <= n; k += VEC_TOGETHER)
        eliminate_together(&l, &y, k);
    divide_values(&l, n + 1);
    invert_factorials(&l);
    interpolate(&l, l.resultant, n);
    interpolate(&l, l.s1[0], degree + 1);
    interpolate(&l, l.s1[1], degree);
    for (size_t k = degree + 2; k < n; k++)
        l.s1[0][k] = (vec){0};
    lead = l.resultant[n];
    l.failed |= vec_zeros(lead);
    value = inverse(&l, lead);
    for (size_t k = 0; k <= n; k++)
        l.resultant[k] = times(&l, l.resultant[k], value);
    prepare_modulus(&l);
    find_powers(&l, degree);
    evaluate_h(&l);
    out = (vec_ratios){.numerators = l.numerators, .denominators = l.denominators};
    VEC_NAME(clm_host_lockstep)(&out, (vec_polynomials){l.resultant, n, n + 1},
                                (vec_polynomials){l.h, n - 1, n}, &l.field, 1,
                                CLM_MINORS_RESULTANT, false);
    value = times(&l, balance(&l, out.numerators[0]), inverse(&l, out.denominators[0]));
    for (size_t k = 0; k < s->operand[2].degree; k++)
        value = times(&l, value, lead);
    value = vec_mul(vec_lazy_canonical(value, l.field.p), vec_splat(1), &l.field);
    vec_store(values, value);
    return l.failed | out.failed[0];
}

const clm_poisson_functions VEC_NAME(clm_poisson_lanes) = {
    .lanes = VEC_LANES, .bytes = bytes, .run = run};
