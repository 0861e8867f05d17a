/* The exponents of polynomials numbered without large gaps. */
#include "zxy/exponent_grid.h"

#include <stdlib.h>

#include "base/size.h"

/* gcd(|a|, |b|). */
static int64_t gcd(int64_t a, int64_t b)
{
    return (int64_t)clm_size_gcd((size_t)llabs(a), (size_t)llabs(b));
}

/* The direction of a line through all differences of exponents; false if there is none.
 * direction is (0, 0) before the first difference. */
static bool find_direction(const clm_sum *f, int64_t direction[2])
{
    for (size_t k = 1; k < f->length; k++) {
        int64_t x = (int64_t)f->term[k].i - f->term[0].i;
        int64_t y = (int64_t)f->term[k].j - f->term[0].j;

        if (direction[0] == 0 && direction[1] == 0) {
            int64_t common = gcd(x, y);

            direction[0] = x / common;
            direction[1] = y / common;
        }
        if (x * direction[1] != y * direction[0])
            return false;
    }
    return true;
}

/* The gcd of `common` and of all differences of exponents along a coordinate (0 for x). */
static int64_t common_gap(const clm_sum *f, int coordinate, int64_t common)
{
    for (size_t k = 1; k < f->length && common != 1; k++) {
        const clm_summand *term = &f->term[k], *first = &f->term[0];

        common = gcd(common, coordinate == 0 ? (int64_t)term->i - first->i
                                             : (int64_t)term->j - first->j);
    }
    return common;
}

/* The steps that two polynomials share; (0, 0) for a step that neither needs. */
static void find_steps(int64_t step[2][2], const clm_sum *f, const clm_sum *g)
{
    int64_t line[2] = {0, 0};
    int64_t x = common_gap(g, 0, common_gap(f, 0, 0));
    int64_t y = common_gap(g, 1, common_gap(f, 1, 0));

    step[0][0] = x;
    step[0][1] = step[1][0] = 0;
    step[1][1] = y;
    if (find_direction(f, line) && find_direction(g, line)) {
        int64_t times = line[0] != 0 ? x / line[0] : line[1] != 0 ? y / line[1] : 0;

        times = times < 0 ? -times : times;
        step[0][0] = times * line[0];
        step[0][1] = times * line[1];
        step[1][1] = 0;
    }
}

/* Origin and widths of one polynomial for steps that are already known. */
static void enclose(clm_grid *out, const clm_sum *f)
{
    int64_t low[2] = {INT64_MAX, INT64_MAX}, high[2] = {0, 0};
    bool line = out->step[1][1] == 0 && out->step[0][1] != 0;

    for (size_t k = 0; k < f->length; k++) {
        const int64_t at[2] = {f->term[k].i, f->term[k].j};

        for (int d = 0; d < 2; d++) {
            low[d] = at[d] < low[d] ? at[d] : low[d];
            high[d] = at[d] > high[d] ? at[d] : high[d];
        }
    }
    out->width[0] = out->width[1] = 1;
    if (line) { /* terms are sorted by j, so the first is the lower end */
        out->origin[0] = f->term[0].i;
        out->origin[1] = f->term[0].j;
        out->width[0] += (uint64_t)((high[1] - low[1]) / out->step[0][1]);
        return;
    }
    for (int d = 0; d < 2; d++) {
        out->origin[d] = low[d];
        if (out->step[d][d] != 0)
            out->width[d] += (uint64_t)((high[d] - low[d]) / out->step[d][d]);
    }
}

void clm_grid_find(clm_grid *of_f, clm_grid *of_g, const clm_sum *f, const clm_sum *g)
{
    find_steps(of_f->step, f, g);
    *of_g = *of_f;
    enclose(of_f, f);
    enclose(of_g, g);
}

void clm_grid_power(clm_grid *out, const clm_grid *f, uint64_t e)
{
    *out = *f;
    for (int d = 0; d < 2; d++) {
        out->origin[d] = f->origin[d] * (int64_t)e;
        out->width[d] = (f->width[d] - 1) * e + 1;
    }
}

void clm_grid_product(clm_grid *out, const clm_grid *f, const clm_grid *g)
{
    *out = *f;
    for (int d = 0; d < 2; d++) {
        out->origin[d] = f->origin[d] + g->origin[d];
        out->width[d] = f->width[d] + g->width[d] - 1;
    }
}

uint64_t clm_grid_number(const clm_grid *grid, const clm_summand *term, uint64_t row)
{
    int64_t x = term->i - grid->origin[0], y = term->j - grid->origin[1];
    uint64_t number = 0;

    if (grid->step[1][1] != 0)
        number = (uint64_t)(y / grid->step[1][1]) * row;
    if (grid->step[0][0] != 0)
        return number + (uint64_t)(x / grid->step[0][0]);
    if (grid->step[0][1] != 0)
        return number + (uint64_t)(y / grid->step[0][1]);
    return number;
}

void clm_grid_exponents(const clm_grid *grid, uint64_t number, uint64_t row,
                        int64_t exponents[2])
{
    int64_t a = (int64_t)(number % row), b = (int64_t)(number / row);

    for (int d = 0; d < 2; d++)
        exponents[d] = grid->origin[d] + a * grid->step[0][d] + b * grid->step[1][d];
}
