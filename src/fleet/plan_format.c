/* Plans as bytes: the problem, the options, and what was decided. Primes are not among them, since
 * they follow; only how many there are, and a digest. */
#include "base/memory.h"
#include "base/size.h"
#include "fleet/bytes.h"
#include "fleet/digest.h"
#include "fleet/plan.h"
#include "resultant/call.h"
#include "resultant/problem.h"
#include "zxy/zxy.h"

static const char magic[8] = "clmodpP";

enum {
    TERM_BYTES = 4 + 4 + 1 + 8, /* at least: exponents, a sign, and how many bytes follow */
    PRIME_BITS = 62             /* of a prime, at most */
};

static const char *const height_names[] = {"", "rows", "columns", "mahler", "circle"};
#define HEIGHT_NAMES (sizeof height_names / sizeof *height_names)

/* ---- written ---- */

static void write_polynomial(clm_writer *w, const clmodp_zxy *f)
{
    clm_write_number(w, clmodp_zxy_terms(f), 8);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);

        clm_write_number(w, i, 4);
        clm_write_number(w, j, 4);
        clm_write_integer(w, c);
    }
}

static void write_bounds(clm_writer *w, const clm_bounds *bounds)
{
    size_t name = 0;

    while (bounds->height_name != NULL && name + 1 < HEIGHT_NAMES &&
           strcmp(height_names[name], bounds->height_name) != 0)
        name++;
    clm_write_number(w, bounds->zero, 1);
    clm_write_number(w, bounds->degree, 8);
    clm_write_number(w, bounds->valuation, 8);
    clm_write_number(w, bounds->height_bits, 8);
    clm_write_number(w, name, 1);
}

static void digest_primes(unsigned char digest[CLMODP_PLAN_DIGEST], const clm_prepared *p)
{
    clm_digest(digest, p->prime, p->primes * sizeof *p->prime);
}

static void write_plan(clm_writer *w, const clmodp_plan *plan)
{
    const clm_prepared *p = plan->prepared;
    const clmodp_resultant_options *options = &p->options;
    const clm_decided decided = clm_prepared_decided(p);
    unsigned char primes[CLMODP_PLAN_DIGEST];

    clm_write_bytes(w, magic, sizeof magic);
    clm_write_number(w, CLMODP_PLAN_VERSION, 4);
    clm_write_number(w, p->problem.operation, 1);
    clm_write_number(w, p->problem.k, 4);
    clm_write_number(w, options->seed, 8);
    clm_write_number(w, options->lift, 1);
    clm_write_number(w, options->residues, 1);
    clm_write_number(w, options->max_answer, 8);
    clm_write_number(w, plan->unit_primes, 8);
    clm_write_number(w, p->primes, 8);
    clm_write_number(w, decided.points, 8);
    clm_write_number(w, decided.cosets, 4);
    clm_write_number(w, decided.engine == NULL ? CLMODP_ENGINE_AUTO
                                               : clm_engine_number(decided.engine), 1);
    for (size_t n = 0; n < p->task.count; n++)
        write_bounds(w, &decided.each[n]);
    digest_primes(primes, p);
    clm_write_bytes(w, primes, sizeof primes);
    write_polynomial(w, p->problem.f);
    if (p->problem.g != NULL)
        write_polynomial(w, p->problem.g);
}

size_t clmodp_plan_size(const clmodp_plan *plan)
{
    clm_writer w = {0};

    write_plan(&w, plan);
    return w.size + CLMODP_PLAN_DIGEST;
}

void clmodp_plan_write(const clmodp_plan *plan, void *bytes)
{
    clm_writer w = {.out = bytes};
    unsigned char digest[CLMODP_PLAN_DIGEST];

    write_plan(&w, plan);
    clm_digest(digest, bytes, w.size);
    clm_write_bytes(&w, digest, sizeof digest);
}

/* ---- read ---- */

/* What a written plan has, before anything is made of it. */
typedef struct written {
    clmodp_problem problem;
    clmodp_resultant_options options;
    clm_decided decided;
    uint64_t unit_primes, primes;
    unsigned char digest[CLMODP_PLAN_DIGEST]; /* of the primes */
    clmodp_zxy *f, *g;
} written;

/* Terms in their order, none of them zero. */
static clmodp_status read_polynomial(clm_error *error, clm_reader *r, clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t terms = clm_read_number(r, 8, r->left / TERM_BYTES);
    uint64_t before = 0;
    mpz_t c;

    mpz_init(c);
    for (uint64_t k = 0; k < terms && !r->failed; k++) {
        const uint64_t i = clm_read_number(r, 4, CLM_ZXY_MOST_EXPONENT - 1);
        const uint64_t j = clm_read_number(r, 4, CLM_ZXY_MOST_EXPONENT - 1);

        clm_read_integer(r, c);
        if (mpz_sgn(c) == 0 || (k > 0 && (j << 32 | i) <= before))
            r->failed = true;
        before = j << 32 | i;
        if (!r->failed && clm_zxy_append(f, c, (size_t)i, (size_t)j) != CLMODP_OK)
            FAIL(error, CLMODP_HOST_MEMORY, "no memory for %llu terms",
                 (unsigned long long)terms);
    }
done:
    mpz_clear(c);
    return st;
}

static clm_bounds read_bounds(clm_reader *r)
{
    clm_bounds bounds = {.zero = clm_read_number(r, 1, 1) != 0};

    bounds.degree = clm_read_number(r, 8, UINT64_MAX / 2);
    bounds.valuation = clm_read_number(r, 8, bounds.degree);
    bounds.height_bits = clm_read_number(r, 8, UINT64_MAX / 2);
    bounds.height_name = height_names[clm_read_number(r, 1, HEIGHT_NAMES - 1)];
    return bounds;
}

static clmodp_status read_written(clm_error *error, clm_reader *r, written *w)
{
    clmodp_status st = CLMODP_OK;
    clmodp_problem *problem = &w->problem;
    clmodp_resultant_options *options = &w->options;
    const unsigned char *primes;

    clmodp_problem_init(problem);
    clmodp_resultant_options_init(options);
    problem->operation =
        (clmodp_operation)clm_read_number(r, 1, CLMODP_OPERATION_DISCRIMINANT);
    problem->k = (uint32_t)clm_read_number(r, 4, UINT32_MAX);
    options->seed = clm_read_number(r, 8, UINT64_MAX);
    options->lift = (clmodp_lift)clm_read_number(r, 1, CLMODP_LIFT_CONVOLUTION);
    options->residues = (clmodp_residues)clm_read_number(r, 1, CLMODP_RESIDUES_DOUBLE50);
    options->max_answer = clm_read_number(r, 8, UINT64_MAX);
    w->unit_primes = clm_read_number(r, 8, UINT64_MAX / 2);
    w->primes = clm_read_number(r, 8, UINT32_MAX);
    w->decided.points = (size_t)clm_read_number(r, 8, INT32_MAX);
    w->decided.cosets = (size_t)clm_read_number(r, 4, INT32_MAX);
    options->engine = (clmodp_engine)clm_read_number(r, 1, CLMODP_ENGINE_HOST);
    w->decided.engine = clm_engine_named(options->engine);
    for (size_t n = 0; n < clm_problem_outputs(problem); n++)
        w->decided.each[n] = read_bounds(r);
    primes = clm_read_bytes(r, CLMODP_PLAN_DIGEST);
    if (primes != NULL)
        memcpy(w->digest, primes, sizeof w->digest);
    TRY(clmodp_zxy_create(&w->f));
    TRY(clmodp_zxy_create(&w->g));
    problem->f = w->f;
    problem->g = w->g;
    TRY(read_polynomial(error, r, w->f));
    if (problem->operation != CLMODP_OPERATION_DISCRIMINANT)
        TRY(read_polynomial(error, r, w->g));
    if (r->failed || r->left != 0)
        FAIL(error, CLMODP_DAMAGED, "this plan has parts that no plan has");
done:
    return st;
}

/* Of all outputs; primes are as many as it asks for. */
static uint64_t most_height(const written *w)
{
    uint64_t most = 0;

    for (size_t n = 0; n < clm_problem_outputs(&w->problem); n++)
        if (w->decided.each[n].height_bits > most)
            most = w->decided.each[n].height_bits;
    return most;
}

/* The plan of what was written, if that leads to the same. */
static clmodp_status make(clmodp_context *ctx, clmodp_plan **plan, const written *w)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    const bool empty = w->primes == 0;
    clmodp_resultant_options options;
    clm_prepared *prepared = NULL;
    unsigned char digest[CLMODP_PLAN_DIGEST];

    TRY(clm_problem_check(error, &w->problem));
    TRY(clm_call_read(error, &options, &w->options));
    TRY(clm_problem_engine(error, &w->problem, &options));
    if (most_height(w) / PRIME_BITS > w->primes || empty != (w->decided.points == 0) ||
        empty != (w->decided.cosets == 0) || empty != (w->unit_primes == 0) ||
        (!empty && w->decided.engine == NULL))
        FAIL(error, CLMODP_DAMAGED, "this plan contradicts itself");
    TRY(clm_prepare(ctx, &prepared, &w->problem, &options, empty ? NULL : &w->decided));
    digest_primes(digest, prepared);
    if (prepared->primes != w->primes || memcmp(digest, w->digest, sizeof digest) != 0)
        FAIL(error, CLMODP_DAMAGED, "this plan has other primes than this version of clmodp "
             "chooses");
    st = clm_plan_wrap(error, plan, prepared, w->unit_primes);
    prepared = NULL;
done:
    clm_prepared_destroy(prepared);
    return st;
}

static clmodp_status read_plan(clmodp_context *ctx, clmodp_plan **plan, const void *bytes,
                               size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    clm_reader r = {.in = bytes, .left = size};
    const unsigned char *text = clm_read_bytes(&r, sizeof magic);
    written w = {0};

    if (text == NULL || memcmp(text, magic, sizeof magic) != 0)
        FAIL(error, CLMODP_DAMAGED, "these %zu bytes are no plan of clmodp", size);
    if (clm_read_number(&r, 4, UINT32_MAX) != CLMODP_PLAN_VERSION)
        FAIL(error, CLMODP_DAMAGED, "this plan is of another version of clmodp");
    if (!clm_digest_ends(bytes, size) || r.left < CLMODP_PLAN_DIGEST)
        FAIL(error, CLMODP_DAMAGED, "this plan was cut or changed");
    r.left -= CLMODP_PLAN_DIGEST;
    TRY(read_written(error, &r, &w));
    TRY(make(ctx, plan, &w));
done:
    clmodp_zxy_destroy(w.f);
    clmodp_zxy_destroy(w.g);
    return st;
}

clmodp_status clmodp_plan_read(clmodp_context *context, clmodp_plan **plan, const void *bytes,
                               size_t size)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *own = NULL; /* lives as long as the call */
    clmodp_context call;

    if (plan == NULL || (bytes == NULL && size > 0))
        return CLMODP_INVALID;
    *plan = NULL;
    if (context == NULL)
        TRY(clmodp_context_create(&own, NULL, NULL, 0));
    else
        clm_error_clear(&context->error);
    context = context != NULL ? context : own;
    clm_context_begin(&call, context, 0, true);
    st = clm_context_end(context, &call, read_plan(&call, plan, bytes, size));
    st = clm_error_complete(&context->error, st);
done:
    clmodp_context_destroy(own);
    return st;
}
