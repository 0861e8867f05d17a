/* Finds grids and packings of products. */
#include "polynomials/grid.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"

/* Returns the difference of the exponents of a variable in term k and in the first term. */
static int64_t difference(const clm_sum *f, size_t k, size_t i)
{
    return (int64_t)clm_sum_exponents(f, k)[i] - (int64_t)clm_sum_exponents(f, 0)[i];
}

/* Returns the first variable with a step; the number of variables if there is none. */
static size_t first_step(const clm_grid *grid)
{
    size_t i = 0;

    while (i < grid->variables && grid->step[i] == 0)
        i++;
    return i;
}

/* Sets the steps to the gcds of all differences of exponents in f and so far. */
static void find_gaps(clm_grid *grid, const clm_sum *f)
{
    for (size_t i = 0; i < grid->variables; i++)
        for (size_t k = 1; k < f->length && grid->step[i] != 1; k++)
            grid->step[i] = (int64_t)clm_size_gcd((size_t)grid->step[i],
                                                  (size_t)llabs(difference(f, k, i)));
}

/* Tells whether all differences of exponents in g are multiples of the one of terms 0 and 1 of f,
 * which is not 0 in variable `pivot`. */
static bool is_line(const clm_sum *f, const clm_sum *g, size_t pivot)
{
    for (size_t k = 1; k < g->length; k++)
        for (size_t i = 0; i < g->budget->variables; i++)
            if (difference(g, k, i) * difference(f, 1, pivot) !=
                difference(g, k, pivot) * difference(f, 1, i))
                return false;
    return true;
}

/* Finds the steps that two polynomials share; a step is 0 if neither needs it. */
static void find_steps(clm_grid *grid, const clm_sum *f, const clm_sum *g)
{
    const clm_sum *longer = f->length > 1 ? f : g;
    size_t pivot = 0;

    *grid = (clm_grid){.variables = f->budget->variables};
    find_gaps(grid, f);
    find_gaps(grid, g);
    while (longer->length > 1 && difference(longer, 1, pivot) == 0)
        pivot++;
    if (longer->length > 1 && is_line(longer, f, pivot) && is_line(longer, g, pivot)) {
        grid->line = true; /* the gaps belong to the shortest vector on the line */
        for (size_t i = pivot + 1; i < grid->variables; i++)
            grid->step[i] = grid->step[pivot] * difference(longer, 1, i) /
                            difference(longer, 1, pivot);
    }
}

/* Sets origin and widths of one polynomial for known steps. */
static void enclose_exponents(clm_grid *out, const clm_sum *f)
{
    const size_t pivot = first_step(out);

    for (size_t i = 0; i < out->variables; i++) {
        int64_t low = 0, high = 0;

        for (size_t k = 1; k < f->length; k++) {
            low = difference(f, k, i) < low ? difference(f, k, i) : low;
            high = difference(f, k, i) > high ? difference(f, k, i) : high;
        }
        out->origin[i] = clm_sum_exponents(f, 0)[i];
        out->width[i] = 1;
        if (!out->line) {
            out->origin[i] += low;
            out->width[i] += out->step[i] != 0 ? (uint64_t)((high - low) / out->step[i]) : 0;
        } else if (i == pivot) { /* the first term is the lower end */
            out->width[0] += (uint64_t)(high / out->step[i]);
        }
    }
}

void clm_grid_find(clm_grid *of_f, clm_grid *of_g, const clm_sum *f, const clm_sum *g)
{
    find_steps(of_f, f, g);
    *of_g = *of_f;
    enclose_exponents(of_f, f);
    enclose_exponents(of_g, g);
}

void clm_grid_power(clm_grid *out, const clm_grid *f, uint64_t e)
{
    *out = *f;
    for (size_t i = 0; i < f->variables; i++) {
        out->origin[i] = f->origin[i] * (int64_t)e;
        out->width[i] = (f->width[i] - 1) * e + 1;
    }
}

void clm_grid_product(clm_grid *out, const clm_grid *f, const clm_grid *g)
{
    *out = *f;
    for (size_t i = 0; i < f->variables; i++) {
        out->origin[i] = f->origin[i] + g->origin[i];
        out->width[i] = f->width[i] + g->width[i] - 1;
    }
}

/* Returns the number of a term in a grid that contains f's, with f's origin. Terms in order have
 * increasing numbers. */
static uint64_t grid_number(const clm_grid *grid, const clm_grid *of_f, const uint32_t *e)
{
    uint64_t number = 0;

    if (grid->line) {
        const size_t pivot = first_step(grid);

        return (uint64_t)((e[pivot] - of_f->origin[pivot]) / grid->step[pivot]);
    }
    for (size_t i = 0; i < grid->variables; i++) {
        number *= grid->width[i];
        if (grid->step[i] != 0)
            number += (uint64_t)((e[i] - of_f->origin[i]) / grid->step[i]);
    }
    return number;
}

/* Sets e to the exponents of a number: the inverse of grid_number. */
static void grid_exponents(const clm_grid *grid, uint64_t number, uint32_t *e)
{
    for (size_t i = grid->variables; i-- > 0;) {
        const uint64_t a = grid->line ? number : number % grid->width[i];

        e[i] = (uint32_t)(grid->origin[i] + (int64_t)a * grid->step[i]);
        if (!grid->line)
            number /= grid->width[i];
    }
}

void clm_sum_packing_make(clm_sum_packing *packing, const clm_grid *grid, double bits)
{
    packing->grid = *grid;
    packing->bits = bits + 1.0; /* of rounding up */
    packing->slot = (size_t)((bits + 2.0) / GMP_NUMB_BITS) + 1; /* for a sign and rounding up */
    packing->limbs = clm_grid_points(grid) * (double)packing->slot;
}

bool clm_sum_packing_fits(const clm_sum_packing *packing, const clm_budget *budget)
{
    return packing->limbs * GMP_NUMB_BITS <= budget->bits;
}

clmodp_status clm_sum_list(clm_slots *out, size_t **place, const clm_sum_packing *packing,
                           const clm_sum *f, const clm_grid *of_f)
{
    clmodp_status st = CLMODP_OK;

    NEW(&f->budget->error, *place, f->length);
    for (size_t k = 0; k < f->length; k++)
        (*place)[k] = (size_t)grid_number(&packing->grid, of_f, clm_sum_exponents(f, k));
    *out = (clm_slots){clm_sum_fraction(f, 0)->num,
                       clm_term_bytes(packing->grid.variables, sizeof(clm_fraction)), *place,
                       f->length, (*place)[f->length - 1], 0};
done:
    return st;
}

clmodp_status clm_sum_append_at(clm_sum *out, const clm_sum_packing *packing, uint64_t place,
                                clm_fraction *c)
{
    clmodp_status st = CLMODP_OK;
    uint32_t exponents[CLMODP_MOST_VARIABLES];

    TRY(clm_budget_step(out->budget, packing->slot));
    if (mpz_sgn(c->num) == 0)
        goto done;
    grid_exponents(&packing->grid, place, exponents);
    TRY(clm_sum_append(out, exponents, c));
done:
    return st;
}
