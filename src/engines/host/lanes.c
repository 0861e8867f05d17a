/* Stages of a pack of primes: compiled for each level of vector instructions. */
#include "engines/host/lanes.h"

#include <string.h>

#include "arith/vectors.h"
#include "core/size.h"
#include "engines/host/lockstep.h"
#include "engines/host/lu.h"
#include "engines/host/pencil.h"
#include "engines/host/stages.h"

static vec load(const uint32_t *words, size_t index)
{
    return vec_load(words + index * VEC_LANES);
}

static void store(uint32_t *words, size_t index, vec v)
{
    vec_store(words + index * VEC_LANES, v);
}

static vec *aligned(uint32_t *scratch)
{
    return (vec *)(((uintptr_t)scratch + VEC_BYTES - 1) / VEC_BYTES * VEC_BYTES);
}

/* ---- evaluation ---- */

/* Sets powers[k] = x^k, k < count, in short dependency chains. */
static void fill_powers(vec *powers, size_t count, vec x, const vec_field *f)
{
    powers[0] = f->one;
    if (count > 1)
        powers[1] = x;
    for (size_t k = 2; k < count; k++)
        powers[k] = vec_mul(powers[k / 2], powers[k - k / 2], f);
}

/* Replaces x[k], k < n, by the sums of x[i] v^(i k), v = w^(r/n), or w^(-r/n) if `back`, in
 * bit-reversed order of k. Only the first `live` words are not 0.
 * Source: decimation in frequency [Gentleman, Sande 1966] */
static void transform(vec *x, size_t n, size_t live, const uint32_t *roots, size_t r, bool back,
                      const vec_field *f)
{
    for (size_t half = n / 2; half > 0; half /= 2) {
        const size_t step = r / (2 * half);

        for (size_t at = 0; at < n; at += 2 * half)
            for (size_t j = 0; j < half && j < live; j++) {
                const size_t exponent = back ? (r - j * step) % r : j * step;
                vec *const u = &x[at + j], *const v = u + half;
                vec difference = *u;

                if (j + half < live) {
                    difference = vec_sub(*u, *v, f);
                    *u = vec_add(*u, *v, f);
                }
                *v = j == 0 ? difference : vec_mul(difference, load(roots, exponent), f);
            }
        live = live < half ? live : half;
    }
}

/* Sets values[row * block + k] to the value of a row at y v^j, k = reversed j, v = w^(r/block).
 * In: powers  of y, as many as the longest row */
static void evaluate_block(vec *values, const clm_host_pack *pack, const vec *powers,
                           const vec_field *f)
{
    const clm_row_layout *layout = pack->layout;
    const size_t block = pack->grid.block; /* a power of 2 */
    const uint32_t *next = pack->terms;

    for (size_t r = 0; r < layout->count; r++, values += block) {
        const clm_row row = layout->row[r];
        const uint32_t *const end = next + 1 + *next;

        for (size_t i = 0; i < block; i++)
            values[i] = (vec){0};
        while (++next < end) {
            const vec term = vec_mul(load(pack->residues, row.offset + *next), powers[*next], f);
            vec *const value = &values[*next & (block - 1)];

            *value = *next < block ? term : vec_add(*value, term, f);
        }
        transform(values, block, clm_size_min(row.length, block), pack->roots, pack->grid.order,
                  false, f);
    }
}

/* ---- divisions by powers of y, see fpx/batch/powers.h ---- */

/* A divisor and working memory. */
typedef struct divisor {
    const vec_field *field;
    size_t m;
    vec *c;      /* g_i / g_m, i < m */
    vec *power;  /* m coefficients */
    vec *digits; /* 2 m - 1 */
} divisor;

/* a := a b mod g */
static void multiply_modulo(vec *a, const vec *b, const divisor *g)
{
    const vec_pair p = vec_widen(g->field->p);
    const size_t m = g->m;

    for (size_t k = 2 * m - 1; k-- > 0;) {
        vec_pair sum = {{0}, {0}};

        for (size_t i = k < m ? 0 : k - m + 1; i <= k && i < m; i++)
            sum = vec_subtract_product(sum, a[i], b[k - i], p);
        sum = vec_fold((vec_pair){-sum.even, -sum.odd}, p);
        for (size_t n = clm_size_max(k + 1, m); n < 2 * m - 1 && n <= k + m; n++)
            sum = vec_subtract_product(sum, g->digits[n], g->c[k + m - n], p);
        g->digits[k] = vec_redc(sum, g->field);
    }
    memcpy(a, g->digits, m * sizeof *a);
}

/* a := y a mod g */
static void shift_modulo(vec *a, const divisor *g)
{
    const vec top = a[g->m - 1];

    for (size_t i = g->m; i-- > 0;)
        a[i] = vec_sub(i > 0 ? a[i - 1] : (vec){0}, vec_mul(top, g->c[i], g->field), g->field);
}

static void apply_step(vec *remainder, const power_step *step, const divisor *g)
{
    switch (step->operation) {
        case POWER_START:
            memset(g->power, 0, g->m * sizeof *g->power);
            g->power[step->count] = g->field->one;
            break;
        case POWER_SQUARE: multiply_modulo(g->power, g->power, g); break;
        case POWER_SHIFT: shift_modulo(g->power, g); break;
        case POWER_MULTIPLY: multiply_modulo(remainder, g->power, g); break;
        case POWER_LOWER:
            for (uint32_t k = 0; k < step->count; k++)
                shift_modulo(remainder, g);
            break;
    }
}

/* Sets remainder, m coefficients, to that of the terms by g, whose last coefficient must not be 0
 * in lanes with a result. In: stride  of the terms; work  4 m words */
static void divide_by_powers(vec *remainder, const clm_powers *powers, const vec *term,
                             size_t stride, size_t terms, const vec *g, size_t m, vec *work,
                             const vec_field *f)
{
    const divisor by = {f, m, work, work + m, work + 2 * m};
    const vec inverse = vec_inverse(g[m], f);

    for (size_t i = 0; i < m; i++) {
        by.c[i] = vec_mul(g[i], inverse, f);
        remainder[i] = (vec){0};
    }
    for (size_t k = 0; k < powers->steps; k++) {
        apply_step(remainder, &powers->step[k], &by);
        if (powers->step[k].add)
            remainder[0] = vec_add(remainder[0], term[--terms * stride], f);
    }
}

/* ---- remainder sequences ---- */

/* Computes the ratios at VEC_TOGETHER points from the values of the rows. */
static void run_together(vec_ratios *out, const clm_host_pack *pack, const vec *values, vec *work,
                         const vec_field *f)
{
    const size_t count = clm_size_min(VEC_TOGETHER, pack->grid.block);
    const clm_row_layout *layout = pack->layout;
    const size_t block = pack->grid.block, m = clm_size_min(layout->p, layout->q);
    const bool by_powers = layout->by_powers, f_longer = layout->p >= layout->q;
    const size_t terms = layout->count - (m + 1);                                /* if by powers */
    const size_t first = by_powers ? (f_longer ? terms : m + 1) : layout->p + 1; /* rows of f */
    vec_polynomials a = {work, layout->p, layout->p + 1}, b = {NULL, layout->q, layout->q + 1};

    if (by_powers)
        *(f_longer ? &a : &b) = (vec_polynomials){NULL, clm_size_max(layout->p, layout->q), m};
    a.c = work;
    b.c = work + count * a.stride;
    work = b.c + count * b.stride;
    for (size_t i = 0; i < layout->count; i++)
        for (size_t k = 0; k < count; k++) {
            if (i < first && !(by_powers && f_longer))
                a.c[k * a.stride + i] = values[i * block + k];
            else if (i >= first && !(by_powers && !f_longer))
                b.c[k * b.stride + i - first] = values[i * block + k];
        }
    for (size_t k = 0; k < count && by_powers; k++)
        divide_by_powers(f_longer ? a.c + k * m : b.c + k * m, &layout->powers,
                         values + (f_longer ? 0 : first) * block + k, block, terms,
                         f_longer ? b.c + k * b.stride : a.c + k * a.stride, m, work, f);
    VEC_NAME(clm_host_lockstep)(out, a, b, f, count, pack->minors, by_powers);
}

/* Computes the determinants at VEC_TOGETHER points from the values of the rows. */
static void eliminate_together(vec_ratios *out, const clm_host_pack *pack, const vec *values,
                               vec *work, const vec_field *f)
{
    const size_t block = pack->grid.block, count = clm_size_min(VEC_TOGETHER, block);
    const clm_skyline *skyline = pack->skyline;

    for (size_t k = 0; k < count; k++) {
        vec_determinant found;

        memset(work, 0, skyline->words * sizeof *work);
        for (size_t r = 0; r < pack->layout->count; r++)
            work[skyline->cell[r]] = vec_lazy_balance(values[r * block + k], f->p);
        found = VEC_NAME(clm_host_lu)(work, skyline, f);
        out->numerators[k] = found.numerator;
        out->denominators[k] = found.denominator;
        out->failed[k] = found.failed;
    }
}

/* Returns the words of 64 bits for a lane that failed. */
static size_t failed_words(const clm_row_layout *layout, clm_minors minors)
{
    return clm_minors_outputs(minors) + minors.count + layout->count +
           clm_host_point_words(layout);
}

/* Computes the lanes that failed one by one. */
static void repeat_failed(vec_ratios *out, const clm_host_pack *pack, const vec *values,
                          uint64_t *work)
{
    const clm_row_layout *layout = pack->layout;
    const size_t count = clm_size_min(VEC_TOGETHER, pack->grid.block);
    const size_t outputs = clm_minors_outputs(pack->minors);
    const clm_host_ratios again = {work, work + outputs, 1, 1};

    work += outputs + pack->minors.count;
    for (size_t k = 0; k < count; k++)
        for (size_t lane = 0; lane < VEC_LANES; lane++) {
            const fp_field field = pack->field[lane];
            const clm_mont64 wide = clm_mont64_of(field.p);

            if ((out->failed[k] >> lane & 1) == 0)
                continue;
            for (size_t i = 0; i < layout->count; i++)
                work[i] =
                    clm_mont64_to(fp_from(values[i * pack->grid.block + k][lane], field), &wide);
            clm_host_point(&again, layout, work, work + layout->count, &wide, pack->minors);
            for (size_t i = 0; i < outputs; i++)
                out->numerators[i * VEC_TOGETHER + k][lane] =
                    fp_to((u32)clm_mont64_from(again.numerators[i], &wide), field);
            for (size_t i = 0; i < pack->minors.count; i++)
                out->denominators[i * VEC_TOGETHER + k][lane] =
                    fp_to((u32)clm_mont64_from(again.denominators[i], &wide), field);
        }
}

static void store_ratios(const clm_host_pack *pack, size_t point, const vec_ratios *found,
                         size_t k)
{
    const size_t points = clm_host_grid_points(&pack->grid);
    const size_t outputs = clm_minors_outputs(pack->minors);

    for (size_t i = 0; i < outputs; i++)
        store(pack->values, i * points + point, found->numerators[i * VEC_TOGETHER + k]);
    for (size_t i = 0; i < pack->minors.count; i++)
        store(pack->inverses, i * points + point, found->denominators[i * VEC_TOGETHER + k]);
}

/* Returns coefficient k of a row. */
static vec coefficient(const clm_host_pack *pack, size_t r, size_t k)
{
    const clm_row row = pack->layout->row[r];

    return k < row.length ? load(pack->residues, row.offset + k) : (vec){0};
}

/* Sets out[k], k <= n, to the coefficients of the determinant of a matrix linear in x, from its
 * values at 0, 1, ..., n. */
static void interpolate_pencil(vec *out, const clm_host_pack *pack, vec *values,
                               const vec_field *f)
{
    const size_t n = pack->layout->matrix.order;
    vec *const work = values + pack->layout->count;
    vec numerators[VEC_TOGETHER], denominators[VEC_TOGETHER], x = {0};
    vec_ratios found = {.numerators = numerators, .denominators = denominators};
    clm_host_pack single = *pack;

    single.grid.block = 1;
    for (size_t k = 0; k <= n && !clm_poller_stopped(pack->watch); k++) {
        for (size_t r = 0; r < pack->layout->count; r++)
            values[r] =
                vec_add(coefficient(pack, r, 0), vec_mul(coefficient(pack, r, 1), x, f), f);
        eliminate_together(&found, &single, values, work, f);
        if (found.failed[0] != 0)
            repeat_failed(&found, &single, values, (uint64_t *)work);
        out[k] = vec_mul(numerators[0], vec_inverse(denominators[0], f), f);
        x = vec_add(x, f->one, f);
    }
    VEC_NAME(clm_host_differences)(out, n + 1, f);
}

/* Sets `values` to the coefficients of the determinant of a matrix linear in x, the last one to 0
 * only if there are no others. */
static void run_pencil(const clm_host_pack *pack, uint32_t *scratch)
{
    const vec_field f = vec_field_of(pack->field);
    const size_t n = pack->layout->matrix.order, last = clm_host_grid_points(&pack->grid) - 1;
    const vec c = load(pack->cosets, 0);
    vec *const out = aligned(scratch), *const shifted = out + n + 1;
    vec *const minus_b = shifted + n * n, *const work = minus_b + clm_pencil_words(n, n);
    vec others = {0};

    memset(shifted, 0, (size_t)(work - shifted) * sizeof *shifted);
    for (size_t r = 0; r < pack->layout->count; r++) {
        const size_t place = pack->layout->place != NULL ? pack->layout->place[r] : r;
        const vec b = coefficient(pack, r, 1);

        shifted[place] = vec_lazy_balance(
            vec_add(coefficient(pack, r, 0), vec_mul(b, c, &f), &f), f.p);
        minus_b[clm_pencil_cell(n, place % n, place / n)] =
            vec_lazy_balance(vec_sub((vec){0}, b, &f), f.p);
    }
    if (VEC_NAME(clm_host_pencil)(out, &(vec_pencil){n, shifted, minus_b, work, c}, &f,
                                  pack->watch) != 0)
        interpolate_pencil(out, pack, shifted, &f);
    memset(pack->values, 0, last * sizeof others);
    for (size_t k = 0; k <= n; k++) {
        const vec word = vec_mul(out[k], vec_splat(1), &f); /* an integer */

        if (k >= pack->valuation && k - pack->valuation < last)
            store(pack->values, k - (size_t)pack->valuation, word);
        else
            others |= word;
    }
    store(pack->values, last, others);
}

static void run_block(const clm_host_pack *pack, size_t index, uint32_t *scratch)
{
    const vec_field f = vec_field_of(pack->field);
    const clm_host_grid *grid = &pack->grid;
    const clm_row_layout *layout = pack->layout;
    const size_t stride = grid->order / grid->block;
    const size_t count = clm_size_min(VEC_TOGETHER, grid->block);
    const size_t coset = index / stride, first = index % stride;
    vec *const powers = aligned(scratch), *const values = powers + layout->longest + 2;
    vec *const numerators = values + layout->count * grid->block;
    vec *const denominators = numerators + clm_minors_outputs(pack->minors) * VEC_TOGETHER;
    vec *const work = denominators + (size_t)pack->minors.count * VEC_TOGETHER;
    const vec y = vec_mul(load(pack->cosets, coset), load(pack->roots, first), &f);

    fill_powers(powers, layout->longest, y, &f);
    evaluate_block(values, pack, powers, &f);
    for (size_t j = 0; j < grid->block && !clm_poller_stopped(pack->watch); j += count) {
        vec_ratios found = {.numerators = numerators, .denominators = denominators};
        uint32_t failed = 0;

        (layout->matrix.order > 0 ? eliminate_together : run_together)(&found, pack, values + j,
                                                                       work, &f);
        for (size_t k = 0; k < count; k++)
            failed |= found.failed[k];
        if (failed != 0)
            repeat_failed(&found, pack, values + j, (uint64_t *)work);
        for (size_t k = 0; k < count; k++)
            store_ratios(
                pack, coset * grid->order + first + stride * clm_host_reverse(j + k, grid->block),
                &found, k);
    }
}

static void run(const clm_host_pack *pack, size_t block, uint32_t *scratch)
{
    if (clm_host_grid_is_pencil(&pack->grid))
        run_pencil(pack, scratch);
    else
        run_block(pack, block, scratch);
}

/* ---- interpolation ---- */

static void begin(const clm_host_pack *pack, const clm_host_lane *lanes)
{
    const vec_field f = vec_field_of(pack->field);
    const clm_host_grid *grid = &pack->grid;
    vec u, start, w, coset;

    for (size_t k = 0; k < VEC_LANES; k++) {
        u[k] = lanes[k].root;
        start[k] = lanes[k].start;
    }
    w = u;
    for (size_t order = grid->orders; order > grid->order; order /= 2)
        w = vec_mul(w, w, &f);
    store(pack->roots, 0, f.one);
    if (grid->order > 1)
        store(pack->roots, 1, w);
    for (size_t k = 2; k < grid->order; k++)
        store(pack->roots, k, vec_mul(load(pack->roots, k / 2), load(pack->roots, k - k / 2), &f));
    coset = start;
    for (size_t k = 0; k < grid->cosets; k++, coset = vec_mul(coset, u, &f))
        store(pack->cosets, k, coset);
    store(pack->cosets, grid->cosets, u);
}

/* Replaces words, none 0, by their inverses. Four chains of products are independent.
 * Source: [Montgomery 1987, 10.3.1] */
static void invert(uint32_t *words, size_t count, vec *before, const vec_field *f)
{
    vec last[4], inverse[4], low, high, all;

    for (size_t k = 0; k < 4; k++)
        last[k] = f->one;
    for (size_t k = 0; k < count; k++) {
        before[k] = last[k % 4];
        last[k % 4] = vec_mul(last[k % 4], load(words, k), f);
    }
    low = vec_mul(last[0], last[1], f);
    high = vec_mul(last[2], last[3], f);
    all = vec_inverse(vec_mul(low, high, f), f);
    for (size_t k = 0; k < 4; k++)
        inverse[k] = vec_mul(vec_mul(all, k < 2 ? high : low, f), last[k ^ 1], f);
    for (size_t k = count; k-- > 0;) {
        const vec word = load(words, k);

        store(words, k, vec_mul(inverse[k % 4], before[k], f));
        inverse[k % 4] = vec_mul(inverse[k % 4], word, f);
    }
}

static vec power(vec a, uint64_t e, const vec_field *f)
{
    vec result = f->one;

    for (; e != 0; e /= 2) {
        if (e % 2 != 0)
            result = vec_mul(result, a, f);
        a = vec_mul(a, a, f);
    }
    return result;
}

/* Sets matrix[j * s + k] to coefficient j of the product of z - z_i, i not k, and weights[k] to
 * its value at z_k. In: z  z_k; master  s + 1 words of memory */
static void fill_matrix(vec *matrix, uint32_t *weights, const vec *z, size_t s, vec *master,
                        const vec_field *f)
{
    master[0] = f->one;
    for (size_t i = 0; i < s; i++) {
        master[i + 1] = master[i];
        for (size_t j = i; j > 0; j--)
            master[j] = vec_sub(master[j - 1], vec_mul(master[j], z[i], f), f);
        master[0] = vec_sub((vec){0}, vec_mul(master[0], z[i], f), f);
    }
    for (size_t k = 0; k < s; k++) {
        matrix[(s - 1) * s + k] = f->one;
        store(weights, k, f->one);
    }
    for (size_t j = s - 1; j-- > 0;)
        for (size_t k = 0; k < s; k++) {
            const vec c = vec_add(master[j + 1], vec_mul(matrix[(j + 1) * s + k], z[k], f), f);

            matrix[j * s + k] = c;
            store(weights, k, vec_add(vec_mul(load(weights, k), z[k], f), c, f));
        }
}

/* Returns minus the sum of row[k] u[k], k < s, each reduced as by vec_mul. */
static vec sum_products(const vec *row, const vec *u, size_t s, const vec_field *f)
{
    const vec_pair p = vec_widen(f->p);
    vec_pair sum = {{0}, {0}};

    for (size_t k = 0; k < s; k++)
        sum = vec_subtract_product(sum, row[k], u[k], p);
    return vec_redc(sum, f);
}

/* Interpolates from the first s cosets; the other coefficients are 0. */
static void interpolate(const clm_host_pack *pack, uint32_t *values, size_t s, const vec *matrix,
                        vec *factors, const vec *inverse, vec *scratch, const vec_field *f)
{
    const size_t r = pack->grid.order;
    vec *const line = scratch;

    for (size_t k = 0; k < s && !clm_poller_stopped(pack->watch); k++) {
        for (size_t i = 0; i < r; i++)
            line[i] = load(values, k * r + i);
        transform(line, r, r, pack->roots, r, true, f);
        for (size_t i = 0; i < r; i++)
            store(values, k * r + i, line[i]);
    }
    for (size_t i = 0; i < r && !clm_poller_stopped(pack->watch); i++) {
        const size_t at = clm_host_coefficient(pack, i);

        for (size_t k = 0; k < s; k++) {
            line[k] = vec_mul(load(values, k * r + at), factors[k], f);
            factors[k] = vec_mul(factors[k], inverse[k], f);
        }
        for (size_t j = 0; j < s; j++)
            store(values, j * r + at, sum_products(matrix + j * s, line, s, f));
    }
    memset(values + s * r * VEC_LANES, 0, (pack->grid.cosets - s) * r * VEC_BYTES);
}

/* Bounds the degree of S_k = s_kk y^k + ... + s_k0 in x, by those of the rows, and by total
 * degrees less the exponents of y in the columns of the determinant. */
static size_t minor_degree(const clm_row_layout *layout, size_t k)
{
    const size_t of_g = layout->p - k, of_f = layout->q - k, columns = of_f + of_g;
    size_t x[2] = {0, 0}, total[2] = {0, 0}, by_rows, by_total;

    for (size_t n = 0; n < layout->count; n++) {
        const size_t place = layout->place != NULL ? layout->place[n] : n;
        const size_t which = place > layout->p, y = place - which * (layout->p + 1);

        if (layout->row[n].length == 0)
            continue;
        x[which] = clm_size_max(x[which], layout->row[n].length - 1);
        total[which] = clm_size_max(total[which], layout->row[n].length - 1 + y);
    }
    by_rows = x[0] * of_f + x[1] * of_g;
    by_total = total[0] * of_f + total[1] * of_g + of_f * (of_f - 1) / 2 + of_g * (of_g - 1) / 2;
    by_total -= columns * (columns - 1) / 2 + k * (columns - 1);
    return clm_size_min(by_rows, by_total);
}

/* Returns the cosets whose points suffice for output S_k: all for the resultant. */
static size_t minor_cosets(const clm_host_pack *pack, size_t k)
{
    const size_t s = pack->grid.cosets, r = pack->grid.order;
    size_t degree;

    if (k == 0)
        return s;
    degree = minor_degree(pack->layout, k);
    degree -= clm_size_min(degree, (size_t)pack->valuation);
    return clm_size_min(s, degree / r + 1);
}

/* Sets the matrix of the first s cosets to the inverse of that of powers of the z_k. */
static void find_matrix(vec *matrix, uint32_t *weights, const vec *z, size_t s, vec *scratch,
                        const vec_field *f)
{
    fill_matrix(matrix, weights, z, s, scratch, f);
    invert(weights, s, scratch, f);
    for (size_t k = 0; k < s; k++) { /* as integers, so that sums are integers */
        const vec weight = vec_mul(vec_sub((vec){0}, load(weights, k), f), vec_splat(1), f);

        for (size_t j = 0; j < s; j++)
            matrix[j * s + k] = vec_mul(matrix[j * s + k], weight, f);
    }
}

static void end(const clm_host_pack *pack, uint32_t *scratch)
{
    const vec_field f = vec_field_of(pack->field);
    const clm_host_grid *grid = &pack->grid;
    const size_t r = grid->order, s = grid->cosets, points = r * s;
    const size_t denominators = pack->minors.count * points;
    uint32_t *const weights = pack->inverses + (denominators + 1) * VEC_LANES;
    vec *const matrix = aligned(scratch), *const z = matrix + s * s, *const inverse = z + s;
    vec *const factors = inverse + s, *const rest = factors + s;
    vec x, back, share;

    if (clm_host_grid_is_pencil(grid))
        return;
    for (size_t k = 0; k < s; k++) {
        z[k] = load(pack->cosets, k);
        for (size_t order = 1; order < r; order *= 2)
            z[k] = vec_mul(z[k], z[k], &f);
    }
    store(pack->inverses, denominators, load(pack->cosets, 0));
    invert(pack->inverses, denominators + 1, rest, &f);
    share = f.p - ((f.p - 1) / (uint32_t)r); /* 1 / r */
    share = vec_mul(share, f.r2, &f);
    x = load(pack->inverses, denominators);
    back = power(load(pack->cosets, s), grid->orders - 1, &f);
    for (size_t k = 0; k < s; k++, x = vec_mul(x, back, &f))
        inverse[k] = x;
    for (size_t n = 0, output = 0, before = 0; n < pack->minors.count; n++) {
        const size_t used = minor_cosets(pack, clm_minors_index(pack->minors, n));
        const size_t end = output + clm_minors_length(pack->minors, n);

        if (used != before)
            find_matrix(matrix, weights, z, used, rest, &f);
        before = used;
        for (; output < end && !clm_poller_stopped(pack->watch); output++) {
            uint32_t *const values = pack->values + output * points * VEC_LANES;

            for (size_t k = 0; k < used * r; k++)
                store(values, k,
                      vec_mul(load(values, k), load(pack->inverses, n * points + k), &f));
            for (size_t k = 0; k < used; k++)
                factors[k] = vec_mul(power(inverse[k], pack->valuation, &f), share, &f);
            interpolate(pack, values, used, matrix, factors, inverse, rest, &f);
        }
    }
}

static size_t scratch_words(const clm_row_layout *layout, const clm_skyline *skyline,
                            const clm_host_grid *grid, clm_minors minors)
{
    const size_t s = grid->cosets;
    const size_t m = layout->p < layout->q ? layout->p : layout->q;
    const size_t pairs =
        VEC_TOGETHER * (layout->by_powers ? 2 * m + 1 : layout->p + layout->q + 2);
    const size_t failed = failed_words(layout, minors) * 2 / VEC_LANES + 1;
    const size_t together = layout->matrix.order > 0 ? skyline->words
                                                     : pairs + (layout->by_powers ? 4 * m : 0);
    const size_t ratios = (clm_minors_outputs(minors) + minors.count) * VEC_TOGETHER;
    const size_t run = layout->longest + 2 + layout->count * grid->block + ratios +
                       (together > failed ? together : failed);
    const size_t n = layout->matrix.order, line = clm_host_pack_inverses(grid, minors);
    const size_t of_pencil =
        n + 1 + clm_size_max(n * n + clm_pencil_words(n, n) + clm_pencil_work(n),
                             layout->count + clm_size_max(together, failed));
    const size_t interpolation = s * s + 4 * s + 1 + (line > grid->order ? line : grid->order);

    if (clm_host_grid_is_pencil(grid))
        return (of_pencil + 1) * VEC_LANES;
    return ((run > interpolation ? run : interpolation) + 1) * VEC_LANES;
}

const clm_host_lane_functions VEC_NAME(clm_host_lanes) = {VEC_LANES, scratch_words, begin, run,
                                                          end};
