/* Packs of primes: residues, calls of the vector functions, and images modulo products of two
 * primes. */
#include "engines/host/group.h"

#include "arith/limbs.h"
#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"

#define WORD sizeof(uint64_t)

enum { TOGETHER = 64 }; /* integers reduced between two polls */

void clm_host_list_terms(uint32_t *terms, const clm_row_layout *layout)
{
    for (size_t r = 0; r < layout->count; r++) {
        uint32_t *const count = terms++;

        *count = 0;
        for (uint32_t i = 0; i < layout->row[r].length; i++)
            if (layout->coefficients[layout->row[r].offset + i] != NULL) {
                *terms++ = i;
                ++*count;
            }
    }
}

clmodp_status clm_host_packs_choose(clm_error *error, clm_host_group *g)
{
    clmodp_status st = CLMODP_OK;
    const clm_row_layout *layout = g->layout;

    g->lanes = clm_host_lanes(clm_vector_level_best());
    g->unit_primes = g->lanes->lanes / 2;
    NEW(error, g->terms, layout->count + layout->terms);
    clm_host_list_terms(g->terms, layout);
    for (size_t k = 0; k < layout->residues; k++)
        if (layout->coefficients[k] != NULL)
            g->limbs = clm_size_max(g->limbs, mpz_size(layout->coefficients[k]));
    g->scratch_words =
        clm_size_max(g->lanes->scratch(layout, &g->skyline, &g->plan->grid, g->minors),
                     clm_limb_digits(g->limbs) * g->lanes->lanes) / 2;
done:
    return st;
}

bool clm_host_packs_measure(clm_host_group *g)
{
    const size_t half = g->lanes->lanes / 2; /* double words of a vector */
    const clm_host_grid *grid = &g->plan->grid;
    clm_host_parts *at = &g->at;

    *at = (clm_host_parts){0};
    return clm_host_group_add(at, &at->residues, g->layout->residues, half) &&
           clm_host_group_add(at, &at->roots, grid->order + grid->cosets + 1, half) &&
           clm_host_group_add(at, &at->numerators, g->outputs * g->points, half) &&
           clm_host_group_add(at, &at->inverses, clm_host_pack_inverses(grid, g->minors), half) &&
           at->words <= SIZE_MAX / WORD;
}

/* Returns the index in the plan of a pack's first prime. */
static size_t first_prime(const clm_host_group *g, size_t index)
{
    return g->first + index * g->unit_primes;
}

static uint32_t *part(const clm_host_group *g, size_t index, size_t place)
{
    return (uint32_t *)(clm_host_group_words(g, index) + place);
}

static clm_host_pack pack_of(const clm_host_group *g, size_t index)
{
    return (clm_host_pack){.layout = g->layout,
                           .skyline = &g->skyline,
                           .terms = g->terms,
                           .grid = g->plan->grid,
                           .minors = g->minors,
                           .valuation = g->plan->base.bounds.valuation,
                           .field = &g->plan->field[2 * first_prime(g, index)],
                           .residues = part(g, index, g->at.residues),
                           .roots = part(g, index, g->at.roots),
                           .cosets =
                               part(g, index, g->at.roots) + g->plan->grid.order * g->lanes->lanes,
                           .values = part(g, index, g->at.numerators),
                           .inverses = part(g, index, g->at.inverses),
                           .watch = g->watch};
}

clmodp_status clm_host_begin_pack(void *group, size_t index, size_t thread)
{
    const clm_host_group *g = group;
    const clm_host_pack pack = pack_of(g, index);
    const clm_limb_functions *limbs = clm_limbs(clm_vector_level_best());
    const size_t lanes = g->lanes->lanes;
    uint32_t *powers = (uint32_t *)clm_host_group_scratch(g, thread);

    limbs->powers(powers, clm_limb_digits(g->limbs), pack.field, true);
    for (size_t k = 0; k < g->layout->residues; k += TOGETHER) {
        const size_t count = clm_size_min(TOGETHER, g->layout->residues - k);
        clm_limb_integer integers[TOGETHER];

        if (clm_poller_stopped(g->watch))
            return CLMODP_CANCELLED;
        for (size_t i = 0; i < count; i++) {
            mpz_srcptr c = g->layout->coefficients[k + i];

            integers[i] = c != NULL ? (clm_limb_integer){mpz_limbs_read(c), mpz_size(c),
                                                         mpz_sgn(c) < 0}
                                    : (clm_limb_integer){NULL, 0, false};
        }
        limbs->reduce(pack.residues + k * lanes, integers, count, powers, pack.field);
    }
    g->lanes->begin(&pack, &g->plan->lane[2 * first_prime(g, index)]);
    return CLMODP_OK;
}

clmodp_status clm_host_run_pack(void *group, size_t index, size_t thread)
{
    const clm_host_group *g = group;
    const size_t blocks = g->points / g->plan->grid.block;
    const clm_host_pack pack = pack_of(g, index / blocks);

    if (clm_poller_stopped(g->watch))
        return CLMODP_CANCELLED;
    g->lanes->run(&pack, index % blocks, (uint32_t *)clm_host_group_scratch(g, thread));
    return clm_poller_check(g->watch);
}

/* The two primes of a modulus. */
typedef struct modulus {
    fp_field first, second;
    uint32_t inverse; /* of the first modulo the second, Montgomery */
} modulus;

static modulus modulus_of(const fp_field *field)
{
    return (modulus){field[0], field[1], fp_inv(fp_to(field[0].p, field[1]), field[1])};
}

/* Returns the integer modulo the product with residues a and b, by Garner's formula. */
static uint64_t combine(const modulus *m, uint32_t a, uint32_t b)
{
    const uint32_t p = m->second.p, rest = a >= p ? a - p : a; /* the first prime is below 2 p */

    return a + (uint64_t)m->first.p * fp_mul(fp_sub(b, rest, m->second), m->inverse, m->second);
}

clmodp_status clm_host_end_pack(void *group, size_t index, size_t thread)
{
    const clm_host_group *g = group;
    const clm_host_pack pack = pack_of(g, index);
    const size_t width = g->plan->base.width, lanes = g->lanes->lanes;
    const size_t begin = index * g->unit_primes;
    const size_t count = clm_size_min(g->unit_primes, g->primes - begin);

    if (clm_poller_stopped(g->watch))
        return CLMODP_CANCELLED;
    g->lanes->end(&pack, (uint32_t *)clm_host_group_scratch(g, thread));
    for (size_t n = 0; n < count; n++) {
        const modulus m = modulus_of(&pack.field[2 * n]);

        g->fits[begin + n] = true;
        for (size_t k = 0; k < g->outputs; k++) {
            const uint32_t *values = pack.values + k * g->points * lanes + 2 * n;
            uint64_t *image = clm_image(g->images, k, first_prime(g, index) + n);

            if (clm_poller_stopped(g->watch))
                return CLMODP_CANCELLED;
            for (size_t e = 0; e < g->points; e++) {
                const uint32_t *pair = &values[clm_host_coefficient(&pack, e) * lanes];

                if ((pair[0] | pair[1]) == 0) { /* most words of short outputs */
                    if (e < width)
                        image[e] = 0;
                } else if (e < width) {
                    image[e] = combine(&m, pair[0], pair[1]);
                } else {
                    g->fits[begin + n] = false;
                }
            }
        }
    }
    return CLMODP_OK;
}
