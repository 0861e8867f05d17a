/* Real solutions of two or three equations, and their coordinates. */
#include "cli/commands/real_solutions.h"

void cli_real_clear(real_solutions *s)
{
    clmodp_solutions_destroy(s->pairs);
    clmodp_points_destroy(s->points);
    *s = (real_solutions){0};
}

size_t cli_real_count(const real_solutions *s)
{
    return s->points != NULL ? clmodp_points_count(s->points) : clmodp_solutions_count(s->pairs);
}

unsigned long cli_real_multiplicity(const real_solutions *s, size_t k)
{
    return s->points != NULL ? 0 : clmodp_solutions_multiplicity(s->pairs, k);
}

const clmodp_zxy *cli_real_component(const real_solutions *s)
{
    return s->points != NULL ? NULL : clmodp_solutions_component(s->pairs);
}

clmodp_status cli_real_refine(real_solutions *s, size_t k, uint64_t bits)
{
    clmodp_status st = CLMODP_OK;

    if (s->points == NULL)
        return clmodp_solutions_refine(s->context, s->pairs, k, bits);
    for (size_t c = 0; c < CLI_MOST_COORDINATES && st == CLMODP_OK; c++) {
        size_t root;
        clmodp_roots *roots = clmodp_points_coordinate(s->points, &root, k, c);

        st = clmodp_roots_refine(s->context, roots, root, bits);
    }
    return st;
}

void cli_real_interval(mpz_t low, mpz_t high, mpz_t denominator, const real_solutions *s, size_t k,
                       unsigned coordinate)
{
    size_t root;
    const clmodp_roots *roots;

    if (s->points == NULL) {
        clmodp_solutions_interval(low, high, denominator, s->pairs, k, coordinate);
        return;
    }
    roots = clmodp_points_coordinate(s->points, &root, k, coordinate);
    clmodp_roots_interval(low, high, denominator, roots, root);
}

clmodp_status cli_real_compare(int *sign, const real_solutions *s, size_t k, unsigned coordinate,
                               mpz_srcptr numerator, mpz_srcptr denominator)
{
    clmodp_status st;
    clmodp_roots *roots;
    size_t root, below = 0;
    int is_root = 0;

    if (s->points == NULL)
        return clmodp_solutions_compare(s->context, sign, s->pairs, k, coordinate, numerator,
                                        denominator);
    roots = clmodp_points_coordinate(s->points, &root, k, coordinate);
    st = clmodp_roots_below(s->context, &below, &is_root, roots, numerator, denominator);
    *sign = root < below ? -1 : root > below || !is_root ? 1 : 0;
    return st;
}

clmodp_status cli_real_to_text(char **text, const real_solutions *s, size_t k, unsigned coordinate,
                               size_t digits)
{
    size_t root;
    const clmodp_roots *roots;

    if (s->points == NULL)
        return clmodp_solutions_to_text(text, s->pairs, k, coordinate, digits);
    roots = clmodp_points_coordinate(s->points, &root, k, coordinate);
    return clmodp_roots_to_text(text, roots, root, digits);
}
