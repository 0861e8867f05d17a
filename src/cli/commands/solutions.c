/* Solutions of two or three equations, and their coordinates. */
#include "cli/commands/solutions.h"

#include "cli/commands/approximations.h"

void cli_solutions_clear(solutions *s)
{
    clmodp_solutions_destroy(s->pairs);
    clmodp_complex_solutions_destroy(s->complex);
    clmodp_points_destroy(s->points);
    clmodp_complex_points_destroy(s->complex_points);
    *s = (solutions){0};
}

size_t cli_solutions_count(const solutions *s)
{
    return s->points != NULL           ? clmodp_points_count(s->points)
           : s->complex_points != NULL ? clmodp_complex_points_count(s->complex_points)
           : s->complex != NULL        ? clmodp_complex_solutions_count(s->complex)
                                       : clmodp_solutions_count(s->pairs);
}

unsigned long cli_solutions_multiplicity(const solutions *s, size_t k)
{
    return s->points != NULL           ? clmodp_points_multiplicity(s->points, k)
           : s->complex_points != NULL ? clmodp_complex_points_multiplicity(s->complex_points, k)
           : s->complex != NULL        ? clmodp_complex_solutions_multiplicity(s->complex, k)
                                       : clmodp_solutions_multiplicity(s->pairs, k);
}

const clmodp_zxy *cli_solutions_component(const solutions *s)
{
    return s->complex != NULL ? clmodp_complex_solutions_component(s->complex)
           : s->pairs != NULL ? clmodp_solutions_component(s->pairs)
                              : NULL;
}

clmodp_status cli_solutions_refine(solutions *s, size_t k, uint64_t bits)
{
    clmodp_status st = CLMODP_OK;

    if (s->complex != NULL)
        return clmodp_complex_solutions_refine(s->context, s->complex, k, bits);
    if (s->pairs != NULL)
        return clmodp_solutions_refine(s->context, s->pairs, k, bits);
    for (size_t c = 0; c < CLI_MOST_COORDINATES && st == CLMODP_OK; c++) {
        size_t root;

        if (s->points != NULL) {
            clmodp_roots *roots = clmodp_points_coordinate(s->points, &root, k, c);

            st = clmodp_roots_refine(s->context, roots, root, bits);
        } else {
            clmodp_complex_roots *roots =
                clmodp_complex_points_coordinate(s->complex_points, &root, k, c);

            st = clmodp_complex_roots_refine(s->context, roots, root, bits);
        }
    }
    return st;
}

/* Appends the rectangle of a complex coordinate. */
static void put_box(text_buffer *out, const solutions *s, size_t k, unsigned coordinate)
{
    mpz_t re[2], im[2], denominator;

    mpz_inits(re[0], re[1], im[0], im[1], denominator, NULL);
    if (s->complex != NULL) {
        clmodp_complex_solutions_box(re[0], re[1], im[0], im[1], denominator, s->complex, k,
                                     coordinate);
    } else {
        size_t root;
        const clmodp_complex_roots *roots =
            clmodp_complex_points_coordinate(s->complex_points, &root, k, coordinate);

        clmodp_complex_roots_box(re[0], re[1], im[0], im[1], denominator, roots, root);
    }
    cli_text_string(out, "{");
    cli_box_put(out, re, im, denominator);
    cli_text_string(out, "}");
    mpz_clears(re[0], re[1], im[0], im[1], denominator, NULL);
}

void cli_solutions_put(text_buffer *out, const solutions *s, size_t k, unsigned coordinate)
{
    mpz_t low, high, denominator;

    if (s->complex != NULL || s->complex_points != NULL) {
        put_box(out, s, k, coordinate);
        return;
    }
    mpz_inits(low, high, denominator, NULL);
    if (s->points == NULL) {
        clmodp_solutions_interval(low, high, denominator, s->pairs, k, coordinate);
    } else {
        size_t root;
        const clmodp_roots *roots = clmodp_points_coordinate(s->points, &root, k, coordinate);

        clmodp_roots_interval(low, high, denominator, roots, root);
    }
    cli_interval_put(out, low, high, denominator);
    mpz_clears(low, high, denominator, NULL);
}

clmodp_status cli_solutions_compare(int *sign, const solutions *s, size_t k, unsigned coordinate,
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

clmodp_status cli_solutions_to_text(char **text, const solutions *s, size_t k, unsigned coordinate,
                                    size_t digits)
{
    size_t root;

    if (s->complex != NULL)
        return clmodp_complex_solutions_to_text(text, s->complex, k, coordinate, digits);
    if (s->pairs != NULL)
        return clmodp_solutions_to_text(text, s->pairs, k, coordinate, digits);
    if (s->points != NULL) {
        const clmodp_roots *roots = clmodp_points_coordinate(s->points, &root, k, coordinate);

        return clmodp_roots_to_text(text, roots, root, digits);
    } else {
        const clmodp_complex_roots *roots =
            clmodp_complex_points_coordinate(s->complex_points, &root, k, coordinate);

        return clmodp_complex_roots_to_text(text, roots, root, digits);
    }
}
