/* Reduces a gcd to gcds without contents and with fewer variables, and to a search by images
 * modulo primes, which a division proves. */
#include "gcd/several.h"

#include <stdbool.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "gcd/search.h"
#include "polynomials/mpoly_gcd.h"

/* The prime for bounds on degrees, and points that are tried. */
#define PRIME UINT32_C(2147483647)
enum { MOST_TRIES = 4 };

/* Highest degree of a dense polynomial in one variable. */
#define MOST_DEGREE ((size_t)1 << 26)

static bool is_one(const clmodp_mpoly *f)
{
    return f->length == 1 && clmodp_mpoly_total_degree(f) == 0 &&
           mpz_cmp_ui(clm_mpoly_coefficient(f, 0), 1) == 0;
}

/* Creates copies of f, or zeros in as many variables. */
static clmodp_status create_copy(const clm_gcd_call *call, clmodp_mpoly **out,
                                 const clmodp_mpoly *f)
{
    clmodp_status st = clmodp_mpoly_create(out, f->variables);

    if (st == CLMODP_OK)
        st = clmodp_mpoly_set(*out, f);
    return st == CLMODP_OK ? st : clm_fail(call->error, st, "no memory for a polynomial");
}

static clmodp_status create_zero(const clm_gcd_call *call, clmodp_mpoly **out,
                                 const clmodp_mpoly *f)
{
    const clmodp_status st = clmodp_mpoly_create(out, f->variables);

    return st == CLMODP_OK ? st : clm_fail(call->error, st, "no memory for a polynomial");
}

/* ---- order of variables ---- */

/* Moves the variable number order[k] to place k, or back. */
static void permute(clmodp_mpoly *f, const size_t *order, bool back)
{
    for (size_t n = 0; n < f->length; n++) {
        uint32_t old[CLMODP_MOST_VARIABLES], *e = clm_mpoly_exponents(f, n);

        memcpy(old, e, f->variables * sizeof *e);
        for (size_t k = 0; k < f->variables; k++)
            e[back ? order[k] : k] = old[back ? k : order[k]];
    }
    clm_mpoly_combine(f);
}

/* Sets order to all variables, those of a set first. Returns the number of these. */
static size_t set_first(size_t *order, size_t variables, const bool *in_set)
{
    size_t count = 0;

    for (int pass = 1; pass >= 0; pass--)
        for (size_t k = 0; k < variables; k++)
            if (in_set[k] == (pass == 1))
                order[count++] = k;
    count = 0;
    while (count < variables && in_set[order[count]])
        count++;
    return count;
}

/* ---- coefficients ---- */

/* A coefficient of f as a polynomial in its first variables: terms from `from` up to `end`. */
typedef struct coefficient {
    const clmodp_mpoly *f;
    size_t from, end;
} coefficient;

typedef struct coefficient_list {
    coefficient *at;
    size_t count, room;
} coefficient_list;

static bool same_place(const clmodp_mpoly *f, size_t j, size_t k, size_t first)
{
    return memcmp(clm_mpoly_exponents(f, j), clm_mpoly_exponents(f, k),
                  first * sizeof(uint32_t)) == 0;
}

/* Returns the coefficient with term k, of f in the first `first` variables. */
static coefficient coefficient_at(const clmodp_mpoly *f, size_t k, size_t first)
{
    coefficient c = {f, k, k + 1};

    while (c.from > 0 && same_place(f, c.from - 1, k, first))
        c.from--;
    while (c.end < f->length && same_place(f, c.end, k, first))
        c.end++;
    return c;
}

/* Sets out to a coefficient. */
static clmodp_status extract(clmodp_mpoly *out, const coefficient *c, size_t first)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *made = NULL;
    mpz_t copy;

    mpz_init(copy);
    TRY(clmodp_mpoly_create(&made, c->f->variables));
    TRY(clm_mpoly_reserve(made, c->end - c->from));
    for (size_t k = c->from; k < c->end; k++) {
        uint32_t *e;

        mpz_set(copy, clm_mpoly_coefficient(c->f, k));
        e = clm_mpoly_append(made, copy);
        memcpy(e + first, clm_mpoly_exponents(c->f, k) + first,
               (made->variables - first) * sizeof *e);
    }
    clmodp_mpoly_swap(out, made);
done:
    clmodp_mpoly_destroy(made);
    mpz_clear(copy);
    return st;
}

static clmodp_status list_coefficients(const clm_gcd_call *call, coefficient_list *out,
                                       const clmodp_mpoly *f, size_t first)
{
    clmodp_status st = CLMODP_OK;

    for (size_t from = 0; from < f->length; from = out->at[out->count - 1].end) {
        GROW(call->error, out->at, out->room, out->count + 1);
        out->at[out->count++] = coefficient_at(f, from, first);
    }
done:
    return st;
}

static int by_length(const void *a, const void *b)
{
    const coefficient *c = a, *d = b;

    return (c->end - c->from > d->end - d->from) - (c->end - c->from < d->end - d->from);
}

/* Sets h to the gcd of the coefficients of f and, unless NULL, g as polynomials in the first
 * `first` variables. */
static clmodp_status find_content(const clm_gcd_call *call, clmodp_mpoly *h,
                                  const clmodp_mpoly *f, const clmodp_mpoly *g, size_t first)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *c = NULL, *quotient = NULL;
    coefficient_list all = {0};

    TRY(create_zero(call, &c, f));
    TRY(create_zero(call, &quotient, f));
    TRY(list_coefficients(call, &all, f, first));
    if (g != NULL)
        TRY(list_coefficients(call, &all, g, first));
    qsort(all.at, all.count, sizeof *all.at, by_length);
    TRY(extract(h, &all.at[0], first));
    if (all.count == 1)
        TRY(clm_gcd_several(call, h, h, h)); /* its sign */
    for (size_t k = 1; k < all.count && !is_one(h); k++) {
        bool divides = false;

        TRY(extract(c, &all.at[k], first));
        if (k > 1)
            TRY(clm_mpoly_divide(quotient, &divides, c, h));
        if (!divides)
            TRY(clm_gcd_several(call, h, h, c));
    }
done:
    free(all.at);
    clmodp_mpoly_destroy(quotient);
    clmodp_mpoly_destroy(c);
    return st;
}

/* ---- bounds on degrees ---- */

/* Polynomials modulo the prime at a point in all variables but one. */
typedef struct lines {
    clm_modulus modulus;
    uint32_t point[CLMODP_MOST_VARIABLES];
    uint32_t *words[3];
    const clm_poller *watch;
} lines;

/* Sets `to` to f on the line in the direction of a variable. Returns whether it has the degree. */
static bool restrict_to_line(uint32_t *to, const lines *at, const clmodp_mpoly *f, size_t variable)
{
    const size_t degree = (size_t)clmodp_mpoly_degree(f, variable);

    memset(to, 0, (degree + 1) * sizeof *to);
    for (size_t k = 0; k < f->length; k++) {
        const uint32_t *e = clm_mpoly_exponents(f, k);
        uint32_t word = (uint32_t)mpz_fdiv_ui(clm_mpoly_coefficient(f, k), PRIME);

        for (size_t i = 0; i < f->variables; i++)
            if (i != variable && e[i] > 0)
                word = clm_modulus_mul(
                    word, clm_modulus_power(at->point[i], e[i], &at->modulus), &at->modulus);
        to[e[variable]] = clm_modulus_reduce((uint64_t)to[e[variable]] + word, &at->modulus);
    }
    return to[degree] != 0;
}

/* Lowers `bound` to the degree of the gcd on a random line, unless leading coefficients vanish. */
static clmodp_status bound_degree(const clm_gcd_call *call, size_t *bound, lines *at,
                                  const clmodp_mpoly *f, const clmodp_mpoly *g, size_t variable,
                                  clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const size_t counts[2] = {(size_t)clmodp_mpoly_degree(f, variable) + 1,
                              (size_t)clmodp_mpoly_degree(g, variable) + 1};
    clm_host_result gcd = {0};
    bool whole = false;

    for (int tries = 0; tries < MOST_TRIES && !whole; tries++) {
        for (size_t i = 0; i < f->variables; i++)
            at->point[i] = 1 + (uint32_t)clm_random_below(random, PRIME - 1);
        whole = restrict_to_line(at->words[0], at, f, variable);
        whole = restrict_to_line(at->words[1], at, g, variable) || whole;
    }
    if (!whole)
        return CLMODP_OK;
    gcd.c = at->words[2];
    TRY(clm_host_gcd(call->error, &gcd, NULL,
                     (clm_host_poly){at->words[0], clm_host_count(at->words[0], counts[0])},
                     (clm_host_poly){at->words[1], clm_host_count(at->words[1], counts[1])},
                     &at->modulus, at->watch));
    *bound = clm_size_min(*bound, gcd.count - 1);
done:
    return st;
}

/* Sets bounds on the degrees of the gcd of f and g in each variable. */
static clmodp_status bound_degrees(const clm_gcd_call *call, size_t *bounds,
                                   const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    lines at = {.modulus = clm_modulus_of(PRIME), .watch = call->watch};
    clm_random random = {f->length};
    size_t most = 0, occurring = 0;

    for (size_t i = 0; i < f->variables; i++) {
        const long a = clmodp_mpoly_degree(f, i), b = clmodp_mpoly_degree(g, i);

        bounds[i] = (size_t)(a < b ? a : b);
        occurring += a > 0 || b > 0;
        if (bounds[i] > 0)
            most = clm_size_max(most, (size_t)(a < b ? b : a));
        if (most > MOST_DEGREE)
            FAIL(call->error, CLMODP_LIMIT, "a greatest common divisor of polynomials of degree "
                 "%zu, more than 2^26", most);
    }
    if (occurring < 2)
        return CLMODP_OK; /* a search begins with this bound */
    for (int k = 0; k < 3; k++)
        NEW(call->error, at.words[k], most + 1);
    for (size_t i = 0; i < f->variables; i++)
        if (bounds[i] > 0)
            TRY(bound_degree(call, &bounds[i], &at, f, g, i, &random));
done:
    for (int k = 0; k < 3; k++)
        free(at.words[k]);
    return st;
}

/* ---- searches ---- */

/* f and g as polynomials in y, the first variable, and x, into which the others are packed. */
typedef struct packed {
    clm_gcd_operands of;
    size_t weight[CLMODP_MOST_VARIABLES]; /* exponents of x for 1 of each variable */
    clmodp_mpoly *lead, *content; /* gcds of leading coefficients, and of all */
} packed;

static void clear_packed(packed *p)
{
    for (int k = 0; k < 3; k++)
        clm_gcd_terms_clear(&p->of.part[k]);
    clmodp_mpoly_destroy(p->lead);
    clmodp_mpoly_destroy(p->content);
}

static clmodp_status pack(const clm_gcd_call *call, clm_gcd_terms *out, const packed *p,
                          const clmodp_mpoly *f)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_gcd_terms_create(call->error, out, f->length));
    out->degree = (uint32_t)clmodp_mpoly_degree(f, 0);
    for (size_t k = 0; k < f->length; k++) {
        const uint32_t *e = clm_mpoly_exponents(f, k);
        uint64_t x = 0;

        for (size_t i = 1; i < f->variables; i++)
            if (__builtin_add_overflow(x, (uint64_t)p->weight[i] * e[i], &x))
                FAIL(call->error, CLMODP_LIMIT, "exponents too large for a greatest common "
                     "divisor in several variables");
        out->c[k] = clm_mpoly_coefficient(f, k);
        out->x[k] = x;
        out->y[k] = e[0];
    }
done:
    return st;
}

/* Sets p->lead and p->content. In: alone  only the first variable occurs */
static clmodp_status find_leads(const clm_gcd_call *call, packed *p, const clmodp_mpoly *f,
                                const clmodp_mpoly *g, bool alone)
{
    clmodp_status st = CLMODP_OK;
    const coefficient leads[2] = {coefficient_at(f, clm_mpoly_descending(f, 0), 1),
                                  coefficient_at(g, clm_mpoly_descending(g, 0), 1)};
    static const size_t none[CLMODP_MOST_VARIABLES];
    mpz_t one;

    mpz_init_set_ui(one, 1);
    TRY(create_zero(call, &p->lead, f));
    TRY(create_zero(call, &p->content, f));
    TRY(extract(p->lead, &leads[0], 1));
    TRY(extract(p->content, &leads[1], 1));
    TRY(clm_gcd_several(call, p->lead, p->lead, p->content));
    if (alone)
        TRY(clmodp_mpoly_set_terms(p->content, one, none, 1));
    else
        TRY(find_content(call, p->content, f, g, 1));
done:
    mpz_clear(one);
    return st;
}

/* Packs f and g, not 0, whose gcd has degrees of at most bounds[i], 0 if they are free of it. */
static clmodp_status pack_operands(const clm_gcd_call *call, packed *p, const clmodp_mpoly *f,
                                   const clmodp_mpoly *g, const size_t *bounds)
{
    clmodp_status st = CLMODP_OK;
    size_t points = 1;
    bool alone = true;

    for (size_t i = 1; i < f->variables; i++)
        alone = alone && bounds[i] == 0;
    TRY(find_leads(call, p, f, g, alone));
    for (size_t i = f->variables; i-- > 1;) {
        p->weight[i] = points;
        points = clm_size_times(points, (size_t)clmodp_mpoly_degree(p->lead, i) + bounds[i] + 1);
    }
    if (points > UINT32_C(1) << 30)
        FAIL(call->error, CLMODP_LIMIT, "a greatest common divisor in so many variables, of so "
             "high degrees, needs more than 2^30 values");
    p->of.points = clm_smooth_at_least((uint32_t)points);
    TRY(pack(call, &p->of.part[CLM_GCD_F], p, f));
    TRY(pack(call, &p->of.part[CLM_GCD_G], p, g));
    TRY(pack(call, &p->of.part[CLM_GCD_LEAD], p, p->lead));
done:
    return st;
}

/* Sets h to a candidate. Consumes its coefficients. */
static clmodp_status unpack(clmodp_mpoly *h, const packed *p, const clm_gcd_candidate *found)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *made = NULL;

    TRY(clmodp_mpoly_create(&made, h->variables));
    TRY(clm_mpoly_reserve(made, found->c.count));
    for (size_t k = found->c.count; k-- > 0;) {
        uint32_t *e = clm_mpoly_append(made, found->c.storage[k]);
        size_t rest = found->x[k];

        e[0] = found->y[k];
        for (size_t i = 1; i < h->variables; i++) {
            e[i] = (uint32_t)(rest / p->weight[i]);
            rest %= p->weight[i];
        }
    }
    clm_mpoly_combine(made);
    clmodp_mpoly_swap(h, made);
done:
    clmodp_mpoly_destroy(made);
    return st;
}

/* Divides h by its content as a polynomial in the first variable. */
static clmodp_status make_primitive(const clm_gcd_call *call, clmodp_mpoly *h, const packed *p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *content = NULL;
    bool divides;
    mpz_t c;

    mpz_init(c);
    clmodp_mpoly_content(c, h);
    clm_mpoly_divide_integer(h, c);
    if (clmodp_mpoly_total_degree(p->lead) == 0)
        goto done;
    TRY(create_zero(call, &content, h));
    TRY(find_content(call, content, h, NULL, 1));
    if (!is_one(content))
        TRY(clm_mpoly_divide(h, &divides, h, content));
done:
    clmodp_mpoly_destroy(content);
    mpz_clear(c);
    return st;
}

/* Sets h to the gcd of f and g, without contents over Z, in the variables with bounds > 0. */
static clmodp_status search(const clm_gcd_call *call, clmodp_mpoly *h, const clmodp_mpoly *f,
                            const clmodp_mpoly *g, const size_t *bounds)
{
    clmodp_status st = CLMODP_OK;
    packed p = {0};
    clm_gcd_search *s = NULL;
    clm_gcd_candidate found = {0};
    clmodp_mpoly *quotient = NULL;

    TRY(create_zero(call, &quotient, f));
    TRY(pack_operands(call, &p, f, g, bounds));
    TRY(clm_gcd_search_create(call->error, &s, &p.of, (uint32_t)bounds[0], call->threads,
                              call->watch));
    for (bool proved = false; !proved;) {
        TRY(clm_gcd_search_next(s, &found));
        if (found.degree == 0) {
            TRY(clmodp_mpoly_set(h, p.content));
            goto done;
        }
        TRY(unpack(h, &p, &found));
        clm_numbers_destroy(&found.c);
        TRY(make_primitive(call, h, &p));
        TRY(clm_mpoly_divide(quotient, &proved, f, h));
        if (proved)
            TRY(clm_mpoly_divide(quotient, &proved, g, h));
    }
    TRY(clmodp_mpoly_mul(h, h, p.content));
done:
    clm_numbers_destroy(&found.c);
    clm_gcd_search_destroy(s);
    clear_packed(&p);
    clmodp_mpoly_destroy(quotient);
    return st;
}

/* ---- reduction ---- */

/* Divides f by its content over Z, which c becomes, and by powers e[i] of the variables. */
static void take_factors(clmodp_mpoly *f, mpz_t c, uint32_t *e)
{
    clmodp_mpoly_content(c, f);
    clm_mpoly_divide_integer(f, c);
    clm_mpoly_take_powers(f, e);
}

/* Sets stride[i] to the gcd of all exponents of variable i; 1 if it does not occur. */
static void find_strides(uint32_t *stride, const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    for (size_t i = 0; i < f->variables; i++) {
        size_t common = 0;

        for (size_t k = 0; k < f->length && common != 1; k++)
            common = clm_size_gcd(common, clm_mpoly_exponents(f, k)[i]);
        for (size_t k = 0; k < g->length && common != 1; k++)
            common = clm_size_gcd(common, clm_mpoly_exponents(g, k)[i]);
        stride[i] = common > 0 ? (uint32_t)common : 1;
    }
}

static void deflate(clmodp_mpoly *f, const uint32_t *stride)
{
    for (size_t k = 0; k < f->length; k++)
        for (size_t i = 0; i < f->variables; i++)
            clm_mpoly_exponents(f, k)[i] /= stride[i];
}

/* Sets h to g if that divides f, which is tried only if the bounds are g's degrees, and at least
 * two are positive. */
static clmodp_status try_divisor(bool *divides, clmodp_mpoly *h, const clmodp_mpoly *f,
                                 const clmodp_mpoly *g, const size_t *bounds)
{
    clmodp_status st = CLMODP_OK;
    size_t positive = 0;

    *divides = false;
    for (size_t i = 0; i < g->variables; i++) {
        if (clmodp_mpoly_degree(g, i) != (long)bounds[i])
            return CLMODP_OK;
        positive += bounds[i] > 0;
    }
    if (positive < 2)
        return CLMODP_OK;
    TRY(clm_mpoly_divide(h, divides, f, g));
    if (*divides)
        TRY(clmodp_mpoly_set(h, g));
done:
    return st;
}

/* Sets h to the gcd of f and g, which are free of contents over Z and of powers of variables, and
 * change. */
static clmodp_status reduce(const clm_gcd_call *call, clmodp_mpoly *h, clmodp_mpoly *f,
                            clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    size_t bounds[CLMODP_MOST_VARIABLES], ordered[CLMODP_MOST_VARIABLES];
    size_t order[CLMODP_MOST_VARIABLES], least = SIZE_MAX, absent;
    bool in_set[CLMODP_MOST_VARIABLES], divides;

    TRY(bound_degrees(call, bounds, f, g));
    TRY(try_divisor(&divides, h, f, g, bounds));
    if (!divides)
        TRY(try_divisor(&divides, h, g, f, bounds));
    if (divides)
        goto done;
    for (size_t i = 0; i < f->variables; i++) {
        in_set[i] = bounds[i] == 0 &&
                    (clmodp_mpoly_degree(f, i) > 0 || clmodp_mpoly_degree(g, i) > 0);
        if (bounds[i] > 0 && bounds[i] < least)
            least = bounds[i];
    }
    absent = set_first(order, f->variables, in_set);
    for (size_t i = 0; i < f->variables && absent == 0 && least < SIZE_MAX; i++) {
        in_set[i] = bounds[i] == least;
        least = in_set[i] ? SIZE_MAX : least;
    }
    if (absent == 0)
        (void)set_first(order, f->variables, in_set);
    for (size_t i = 0; i < f->variables; i++)
        ordered[i] = bounds[order[i]];
    permute(f, order, false);
    permute(g, order, false);
    if (absent > 0)
        TRY(find_content(call, h, f, g, absent));
    else
        TRY(search(call, h, f, g, ordered));
    permute(h, order, true);
done:
    return st;
}

static void make_positive(clmodp_mpoly *h)
{
    if (h->length > 0 && mpz_sgn(clm_mpoly_coefficient(h, clm_mpoly_descending(h, 0))) < 0)
        clm_mpoly_negate(h);
}

/* Multiplies h by a number and powers of the variables, after their strides. */
static void restore(clmodp_mpoly *h, mpz_srcptr c, uint32_t e[2][CLMODP_MOST_VARIABLES],
                    const uint32_t *stride)
{
    for (size_t k = 0; k < h->length; k++) {
        uint32_t *to = clm_mpoly_exponents(h, k);

        mpz_mul(clm_mpoly_coefficient(h, k), clm_mpoly_coefficient(h, k), c);
        for (size_t i = 0; i < h->variables; i++)
            to[i] = to[i] * stride[i] + (e[0][i] < e[1][i] ? e[0][i] : e[1][i]);
    }
    make_positive(h);
}

clmodp_status clm_gcd_several(const clm_gcd_call *call, clmodp_mpoly *h, const clmodp_mpoly *f,
                              const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *a = NULL, *b = NULL, *found = NULL;
    uint32_t e[2][CLMODP_MOST_VARIABLES], stride[CLMODP_MOST_VARIABLES];
    mpz_t c[2];

    mpz_inits(c[0], c[1], NULL);
    TRY(create_copy(call, &a, f->length > 0 ? f : g));
    TRY(create_copy(call, &b, g->length > 0 ? g : f));
    TRY(create_zero(call, &found, f));
    if (a->length == 0) {
        clmodp_mpoly_swap(h, found);
        goto done;
    }
    take_factors(a, c[0], e[0]);
    take_factors(b, c[1], e[1]);
    mpz_gcd(c[0], c[0], c[1]);
    make_positive(a);
    make_positive(b);
    find_strides(stride, a, b);
    deflate(a, stride);
    deflate(b, stride);
    if (a->length == 1 || clmodp_mpoly_equal(a, b))
        clmodp_mpoly_swap(found, a);
    else if (b->length == 1)
        clmodp_mpoly_swap(found, b);
    else
        TRY(reduce(call, found, a, b));
    restore(found, c[0], e, stride);
    clmodp_mpoly_swap(h, found);
done:
    clmodp_mpoly_destroy(found);
    clmodp_mpoly_destroy(b);
    clmodp_mpoly_destroy(a);
    mpz_clears(c[0], c[1], NULL);
    return st;
}
