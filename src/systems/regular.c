/* Let A be any matrix between the Jacobians in a box. If m - A^-1 f(m) is inside the box for the
 * centre m and all such A, f has a zero there: f(x) - f(m) = A(x) (x - m) for such a matrix A(x),
 * which is continuous in x, and by Brouwer's theorem x -> m - A(x)^-1 f(m) has a fixed point x, so
 * that f(x) = 0. */
#include "systems/regular.h"

#include "core/error.h"
#include "opencl/context.h"
#include "roots/box.h"

/* Exponents of a disc's radius and of a bound that are compared differ by less. */
#define MOST_SHIFT 1000000

void clm_root_disc(clm_disc *x, const clmodp_roots *roots, size_t k, size_t bits)
{
    clm_box box;

    clm_box_init(&box);
    clmodp_roots_interval(box.re[0], box.re[1], box.d, roots, k);
    clm_disc_set_box(x, &box, bits);
    clm_box_clear(&box);
}

/* Widens an interval so that a root in it is well inside. */
static void widen(clm_disc *x, size_t bits)
{
    if (mpz_sgn(x->re) == 0)
        clm_disc_scale(x, -(long)bits);
    else
        clm_disc_scale(x, clm_disc_top(x) - (long)bits);
    mpz_mul_2exp(x->radius, x->radius, 1);
    mpz_add_ui(x->radius, x->radius, 2);
}

/* Sets *isolates if the interval contains root number k and no other. */
static clmodp_status check_isolation(clmodp_context *context, bool *isolates, const clm_disc *x,
                                     clmodp_roots *roots, size_t k)
{
    clmodp_status st = CLMODP_OK;
    mpz_t end[2], d;

    mpz_inits(end[0], end[1], d, NULL);
    mpz_sub(end[0], x->re, x->radius);
    mpz_add(end[1], x->re, x->radius);
    mpz_set_ui(d, 1);
    if (x->e < 0)
        mpz_mul_2exp(d, d, (mp_bitcnt_t)-x->e);
    *isolates = true;
    for (size_t i = 0; i < 2 && *isolates; i++) {
        size_t below;
        int is_root;

        if (x->e > 0)
            mpz_mul_2exp(end[i], end[i], (mp_bitcnt_t)x->e);
        TRY(clmodp_roots_below(context, &below, &is_root, roots, end[i], d));
        *isolates = below == k + i && !is_root;
    }
done:
    mpz_clears(end[0], end[1], d, NULL);
    return st;
}

/* Sets d to the determinant of the matrix, with column `replaced` < 3 replaced by b. */
static void determinant(clm_disc *d, clm_disc a[CLM_UNKNOWNS][CLM_UNKNOWNS], size_t replaced,
                        const clm_disc *b, size_t bits)
{
    static const size_t order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                       {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    clm_disc t;

    clm_disc_init(&t);
    clm_disc_set_integer(d, 0);
    for (size_t k = 0; k < 6; k++) {
        for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
            const size_t j = order[k][i];
            const clm_disc *const factor = j == replaced ? &b[i] : &a[i][j];

            if (i == 0)
                clm_disc_set(&t, factor);
            else
                clm_disc_mul(&t, &t, factor, bits);
        }
        if (k < 3)
            clm_disc_add(d, d, &t, bits);
        else
            clm_disc_sub(d, d, &t, bits);
    }
    clm_disc_clear(&t);
}

/* Returns whether all numbers in `a` are less in absolute value than the radius of x. */
static bool is_inside(const clm_disc *a, const clm_disc *x)
{
    const long shift = a->e - x->e;
    bool inside = false;
    mpz_t high, radius;

    if (shift > MOST_SHIFT || shift < -MOST_SHIFT)
        return false;
    mpz_init(high);
    mpz_init_set(radius, x->radius);
    clm_disc_bounds(NULL, high, a);
    if (shift > 0)
        mpz_mul_2exp(high, high, (mp_bitcnt_t)shift);
    else
        mpz_mul_2exp(radius, radius, (mp_bitcnt_t)-shift);
    inside = mpz_cmp(high, radius) < 0;
    mpz_clears(high, radius, NULL);
    return inside;
}

/* Newton's step, the columns of a matrix and values. */
typedef struct step {
    clm_disc box[CLM_UNKNOWNS], value[CLM_UNKNOWNS], a[CLM_UNKNOWNS][CLM_UNKNOWNS], d, t;
    clm_ball_powers wide[CLM_UNKNOWNS], centre[CLM_UNKNOWNS];
} step;

static void init(step *s)
{
    clm_disc_init(&s->d);
    clm_disc_init(&s->t);
    for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
        clm_disc_init(&s->box[i]);
        clm_disc_init(&s->value[i]);
        for (size_t j = 0; j < CLM_UNKNOWNS; j++)
            clm_disc_init(&s->a[i][j]);
        s->wide[i] = s->centre[i] = (clm_ball_powers){0};
    }
}

static void clear(step *s)
{
    clm_disc_clear(&s->d);
    clm_disc_clear(&s->t);
    for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
        clm_disc_clear(&s->box[i]);
        clm_disc_clear(&s->value[i]);
        for (size_t j = 0; j < CLM_UNKNOWNS; j++)
            clm_disc_clear(&s->a[i][j]);
        clm_ball_powers_clear(&s->wide[i]);
        clm_ball_powers_clear(&s->centre[i]);
    }
}

/* Returns whether the step from the centre of the box, for all matrices, ends inside. */
static bool maps_inside(step *s, const clmodp_mpoly *const *f, size_t bits)
{
    const clm_ball_powers *wide[CLM_UNKNOWNS], *centre[CLM_UNKNOWNS];
    bool inside;

    for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
        wide[i] = &s->wide[i];
        centre[i] = &s->centre[i];
    }
    for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
        clm_ball_value(&s->value[i], f[i], CLM_UNKNOWNS, centre, 2 * bits);
        for (size_t j = 0; j < CLM_UNKNOWNS; j++)
            clm_ball_value(&s->a[i][j], f[i], j, wide, bits);
    }
    determinant(&s->d, s->a, CLM_UNKNOWNS, NULL, bits);
    inside = clm_disc_invert(&s->d, &s->d, bits);
    for (size_t j = 0; j < CLM_UNKNOWNS && inside; j++) {
        determinant(&s->t, s->a, j, s->value, bits);
        clm_disc_mul(&s->t, &s->t, &s->d, bits);
        inside = is_inside(&s->t, &s->box[j]);
    }
    return inside;
}

clmodp_status clm_is_regular(clmodp_context *context, bool *regular,
                             const clmodp_mpoly *const *f, clmodp_roots *const *roots,
                             const size_t *root, size_t bits)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    step s;

    init(&s);
    *regular = true;
    for (size_t i = 0; i < CLM_UNKNOWNS && *regular; i++) {
        clm_disc *x = &s.box[i];

        clm_root_disc(x, roots[i], root[i], bits);
        widen(x, bits);
        TRY(check_isolation(context, regular, x, roots[i], root[i]));
        TRY(clm_ball_powers_create(error, &s.wide[i], x, clm_degree_in(f, i), bits));
        clm_disc_set(&s.t, x);
        mpz_set_ui(s.t.radius, 0);
        TRY(clm_ball_powers_create(error, &s.centre[i], &s.t, clm_degree_in(f, i), 2 * bits));
    }
    *regular = *regular && maps_inside(&s, f, bits);
done:
    clear(&s);
    return st;
}
