/* Polynomials for tests: small arithmetic, random pairs of every shape, and pairs whose resultant
 * is known in closed form. All functions return new polynomials, and fail the test if the library
 * fails. */
#ifndef TESTS_SUPPORT_POLYNOMIALS_H
#define TESTS_SUPPORT_POLYNOMIALS_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/mpoly.h>
#include <clmodp/polynomials.h>

#include "core/random.h"

/* Destroys up to 10 polynomials, each of any type below: DESTROY(r, g, f). NULLs are ignored. */
#define DESTROY(...)                                                                              \
    DESTROY_CHOICE(__VA_ARGS__, DESTROY_10, DESTROY_9, DESTROY_8, DESTROY_7, DESTROY_6,           \
                   DESTROY_5, DESTROY_4, DESTROY_3, DESTROY_2, DESTROY_1, )(__VA_ARGS__)
#define DESTROY_CHOICE(a, b, c, d, e, f, g, h, i, j, choice, ...) choice
#define DESTROY_1(a)                                                                              \
    _Generic((a), clmodp_zx *: clmodp_zx_destroy, clmodp_zxy *: clmodp_zxy_destroy,               \
                 clmodp_mpoly *: clmodp_mpoly_destroy)(a)
#define DESTROY_2(a, ...) (DESTROY_1(a), DESTROY_1(__VA_ARGS__))
#define DESTROY_3(a, ...) (DESTROY_1(a), DESTROY_2(__VA_ARGS__))
#define DESTROY_4(a, ...) (DESTROY_1(a), DESTROY_3(__VA_ARGS__))
#define DESTROY_5(a, ...) (DESTROY_1(a), DESTROY_4(__VA_ARGS__))
#define DESTROY_6(a, ...) (DESTROY_1(a), DESTROY_5(__VA_ARGS__))
#define DESTROY_7(a, ...) (DESTROY_1(a), DESTROY_6(__VA_ARGS__))
#define DESTROY_8(a, ...) (DESTROY_1(a), DESTROY_7(__VA_ARGS__))
#define DESTROY_9(a, ...) (DESTROY_1(a), DESTROY_8(__VA_ARGS__))
#define DESTROY_10(a, ...) (DESTROY_1(a), DESTROY_9(__VA_ARGS__))

/* ---- Schoolbook arithmetic. ---- */

clmodp_zx *zx_new(void); /* 0 */
clmodp_zxy *zxy_new(void);
clmodp_mpoly *mpoly_new(size_t variables);

clmodp_zx *zx_constant(long c);
clmodp_zx *zx_linear(long c1, long c0); /* c1 x + c0 */
clmodp_zx *zx_monomial(const mpz_t c, size_t i);
clmodp_zx *zx_mul(const clmodp_zx *a, const clmodp_zx *b);
clmodp_zx *zx_add(const clmodp_zx *a, const clmodp_zx *b);
clmodp_zx *zx_sub(const clmodp_zx *a, const clmodp_zx *b);
clmodp_zx *zx_pow(const clmodp_zx *a, size_t e);
clmodp_zx *zx_compose(const clmodp_zx *a, const clmodp_zx *b); /* a(b(x)) */

/* *a := *a * b, and so on, freeing the old value. */
void zx_mul_by(clmodp_zx **a, const clmodp_zx *b);
void zx_mul_si_by(clmodp_zx **a, long c);

clmodp_zx *zx_parse(const char *text);   /* in x */
clmodp_zxy *zxy_parse(const char *text); /* in x and y */
clmodp_mpoly *mpoly_parse(const char *text, const char *const *names, size_t variables);
clmodp_zxy *zxy_copy(const clmodp_zxy *a);
clmodp_zxy *zxy_mul(const clmodp_zxy *a, const clmodp_zxy *b);
clmodp_zxy *zxy_derivative_y(const clmodp_zxy *a);
/* a y^n + b y^k + c x^m; b = 0: without the second term. */
clmodp_zxy *zxy_trinomial(long a, size_t n, long b, size_t k, long c, size_t m);
/* a + b y^j for polynomials a, b in x; either may be NULL (zero). */
clmodp_zxy *zxy_binomial(const clmodp_zx *a, const clmodp_zx *b, size_t j);

/* Fails unless f / denominator is written so; denominator NULL: 1. */
void assert_mpoly_text(const clmodp_mpoly *f, const char *const *names, mpz_srcptr denominator,
                       const char *expected);

/* Returns the number of bits of the largest coefficient in absolute value; 0 for zero. */
size_t zx_height_bits(const clmodp_zx *a);
/* Returns log2 of this coefficient, in double precision; -INFINITY for zero. */
double zx_height(const clmodp_zx *a);
/* Returns the least exponent of x; 0 for zero. */
long zx_valuation(const clmodp_zx *a);

/* ---- Random polynomials and pairs. ---- */

/* Sets c to a uniform integer below 2^bits in absolute value. */
void random_integer(mpz_t c, clm_random *random, size_t bits);

clmodp_zx *random_zx(clm_random *random, size_t degree, size_t bits);

/* Returns random coefficients, of degree exactly dy in y and at most dx in x; not zero. */
clmodp_zxy *random_dense(size_t dx, size_t dy, size_t bits, uint64_t seed);

/* Shapes of pairs. Degrees are at most the requested ones, and at least 1 in y unless the shape
 * says otherwise. */
typedef enum pair_shape {
    PAIR_DENSE,      /* all coefficients random */
    PAIR_SPARSE,     /* one coefficient in four */
    PAIR_EVEN,       /* f in y^2, g in y^2 */
    PAIR_GAPPED,     /* f in y^3, g dense; whole rows missing */
    PAIR_TRIANGLE,   /* bounded total degree */
    PAIR_NEWTON,     /* rows of unrelated degrees and valuations in x */
    PAIR_HUGE,       /* coefficients of very unequal sizes, up to 16 times the bits */
    PAIR_LEADING,    /* leading coefficients that vanish at many small integers, or at roots
                        of unity: x^12 - 1, prod (x - i); sometimes a common root */
    PAIR_CONTENT,    /* integer contents and powers of x as factors */
    PAIR_POWER,      /* y, y^2 or y^3 divides one of the two */
    PAIR_COMMON,     /* a common factor in y: resultant 0 */
    PAIR_DERIVATIVE, /* g = df/dy */
    PAIR_SQUARE,     /* f = h^2, g dense: the remainder sequence has repeated factors */
    PAIR_LOW,        /* g of degree 1 in y */
    PAIR_FREE,       /* f or g or both free of y */
    PAIR_UNBALANCED, /* deg_y f is 1 or 2 less than deg_y g */
    PAIR_SHAPES
} pair_shape;

/* "dense", "sparse", ... */
const char *pair_shape_name(pair_shape shape);

/* Returns two non-zero polynomials of the shape, with degrees up to dy in y and up to dx in x. To
 * be able to repeat the call, print the state of `random` before it. */
void random_pair(clmodp_zxy **f, clmodp_zxy **g, clm_random *random, pair_shape shape, size_t dy,
                 size_t dx, size_t bits);

/* ---- Pairs with known resultants. ---- */

typedef struct known_pair {
    char name[128];
    clmodp_zxy *f, *g;
    clmodp_zx *resultant; /* res_y(f, g); NULL if only its degree is known */
    long degree;
} known_pair;

void known_pair_clear(known_pair *pair);

/* f = x - T_a(y), g = c x + d - T_b(y), T the Chebyshev polynomials:
 * (-1)^{a(b-1)} 2^{(a-1)(b-1)} (T_b(x) - T_a(c x + d)). Pre: a, b >= 1, coprime. */
known_pair known_chebyshev(size_t a, size_t b, long c, long d);

/* f = prod_i (l_i y - p_i), g = prod_j (m_j y - q_j): prod_{i,j} (p_i m_j - l_i q_j), with
 * p_i, q_j of degree dx; l_i and m_j are 1, or of degree 1 when not `monic`. */
known_pair known_linear_factors(clm_random *random, size_t p, size_t q, size_t dx, size_t bits,
                                int monic);

/* f = prod (y - a_i), g(x - y) with g = prod (y - b_j): prod_{i,j} (x - a_i - b_j). */
known_pair known_composed_sum(clm_random *random, size_t p, size_t q);

/* f = y^n + a y^k + b with a, b in Z[x], and df/dy. Pre: 0 < k < n. Source: [Swan 1962] */
known_pair known_trinomial(size_t n, size_t k, const clmodp_zx *a, const clmodp_zx *b);

/* The classical modular polynomial of level 2 and its y-derivative. */
known_pair known_modular_2(void);

/* 100 (x^2 + y^2)^k - 400 x^2 y^2 - 1 and its y-derivative: degree 10k - 8, k >= 4. */
known_pair known_rose(size_t k);

#endif
