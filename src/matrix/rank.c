/* Ranks, proved by one determinant.
 *
 * Elimination at a random point finds rows I and columns J, r of each, whose minor is not 0. Let S
 * be the Schur complement of this minor, u other rows and v other columns. A further row, the sum
 * of t^(i v) times other row i, and a further column, the sum of t^j times other column j, make
 * the determinant
 *
 *     det A_IJ * sum of S_ij t^(i v + j),
 *
 * which is 0 if and only if S = 0, when r is the rank. A term shows another row and column.
 *
 * For integers, a power of a prime that exceeds Hadamard's bound on the minors of order r + 1 is
 * proved to divide those with rows I and columns J: then they are 0. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "matrix/packing.h"
#include "matrix/padic.h"
#include "matrix/point.h"
#include "opencl/context.h"
#include "opencl/queue.h"
#include "polynomials/mpoly.h"

/* Primes of elimination are greater than 2^60. */
#define BITS_OF_PRIME 60

typedef struct search {
    clmodp_context *context;
    clmodp_matrix *a;      /* in a further variable t, without denominators */
    size_t *row, *column;  /* all, those of the minor first */
    size_t rank;
    uint64_t modulus;
    mpz_srcptr residues;   /* the modulus while entries are taken; NULL: over Q */
    const clmodp_resultant_options *options;
} search;

/* Sets an entry of the search's matrix. */
static clmodp_status scale_entry(void *user, size_t i, size_t j, const clmodp_mpoly *f,
                                 mpz_srcptr scale)
{
    clmodp_status st = CLMODP_OK;
    search *s = user;
    clmodp_mpoly *scaled = NULL;
    mpz_t c;

    mpz_init(c);
    TRY(clmodp_mpoly_create(&scaled, f->variables + 1));
    TRY(clm_mpoly_reserve(scaled, f->length));
    for (size_t k = 0; k < f->length; k++) {
        clm_entry_coefficient(c, f, k, scale, s->residues);
        if (mpz_sgn(c) != 0)
            memcpy(clm_mpoly_append(scaled, c), clm_mpoly_exponents(f, k),
                   f->variables * sizeof(uint32_t));
    }
    TRY(clmodp_matrix_set(s->a, i, j, scaled, NULL));
done:
    clmodp_mpoly_destroy(scaled);
    mpz_clear(c);
    return st;
}

/* Sets the search's matrix to a in one more variable, without denominators, modulo the
 * modulus unless that is 0. */
static clmodp_status take_matrix(search *s, const clmodp_matrix *a)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &s->context->error;
    const clm_view view = {.a = a, .n = a->columns}; /* rows of it */
    mpz_t modulus;

    mpz_init_set_ui(modulus, s->modulus);
    s->residues = s->modulus != 0 ? modulus : NULL;
    if (a->variables == CLMODP_MOST_VARIABLES)
        FAIL(error, CLMODP_LIMIT, "the rank of a matrix in %d variables needs one more than there "
             "can be", CLMODP_MOST_VARIABLES);
    TRY(clmodp_matrix_create(&s->a, a->rows, a->columns, a->variables + 1));
    for (size_t i = 0; i < a->rows; i++) {
        if (i % CLM_VIEW_POLLS == 0)
            TRY(clm_progress(s->context, 0.0));
        TRY(clm_view_use_row(error, NULL, &view, i, s->residues, scale_entry, s));
    }
done:
    s->residues = NULL;
    mpz_clear(modulus);
    return st;
}

/* Appends t^e f, free of t so far, to a polynomial with space for it. */
static void append_shifted(clmodp_mpoly *to, const clmodp_mpoly *f, size_t e)
{
    size_t k = to->length;

    clm_mpoly_append_all(to, f);
    for (; k < to->length; k++)
        clm_mpoly_exponents(to, k)[to->variables - 1] = (uint32_t)e;
}

/* Sets entry (i, j) of the bordered matrix: an entry of the minor, or a sum over the other rows
 * for i = rank, and over the other columns for j = rank. */
static clmodp_status set_entry(const search *s, clmodp_matrix *out, size_t i, size_t j)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_matrix *a = s->a;
    const size_t r = s->rank, others = a->columns - r;
    const size_t rows = i < r ? i + 1 : a->rows, columns = j < r ? j + 1 : a->columns;
    clmodp_mpoly *sum = NULL;
    size_t terms = 0;

    TRY(clmodp_mpoly_create(&sum, a->variables));
    for (size_t k = i; k < rows; k++)
        for (size_t l = j; l < columns; l++)
            terms += clmodp_matrix_entry(NULL, a, s->row[k], s->column[l])->length;
    TRY(clm_mpoly_reserve(sum, terms));
    for (size_t k = i; k < rows; k++)
        for (size_t l = j; l < columns; l++)
            append_shifted(sum, clmodp_matrix_entry(NULL, a, s->row[k], s->column[l]),
                           (k - i) * others + (l - j));
    clm_mpoly_combine(sum);
    TRY(clmodp_matrix_set(out, i, j, sum, NULL));
done:
    clmodp_mpoly_destroy(sum);
    return st;
}

/* Sets *out to the matrix of the minor with the further row and column of the first comment. */
static clmodp_status border(const search *s, clmodp_matrix **out)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = s->rank + 1;

    TRY(clmodp_matrix_create(out, n, n, s->a->variables));
    for (size_t i = 0; i < n; i++) {
        TRY(clm_progress(s->context, 0.0));
        for (size_t j = 0; j < n; j++)
            TRY(set_entry(s, *out, i, j));
    }
done:
    return st;
}

static void exchange(size_t *order, size_t i, size_t j)
{
    const size_t kept = order[i];

    order[i] = order[j];
    order[j] = kept;
}

/* Proves the rank, or increases it by one. */
static clmodp_status improve(search *s, bool *proved)
{
    clmodp_status st = CLMODP_OK;
    const size_t others = s->a->columns - s->rank;
    clmodp_matrix *bordered = NULL;
    clmodp_mpoly *d = NULL;
    size_t e[CLMODP_MOST_VARIABLES];

    TRY(border(s, &bordered));
    TRY(clmodp_mpoly_create(&d, s->a->variables));
    TRY(clmodp_determinant(s->context, d, NULL, NULL, bordered, s->modulus, s->options));
    *proved = clmodp_mpoly_terms(d) == 0;
    if (*proved)
        goto done;
    (void)clmodp_mpoly_term(d, 0, e);
    exchange(s->row, s->rank, s->rank + e[s->a->variables - 1] / others);
    exchange(s->column, s->rank, s->rank + e[s->a->variables - 1] % others);
    s->rank++;
done:
    clmodp_mpoly_destroy(d);
    clmodp_matrix_destroy(bordered);
    return st;
}

/* Returns whether no variable occurs. */
static bool is_constant(const clmodp_matrix *a)
{
    for (size_t k = 0; k < a->rows * a->columns; k++)
        for (size_t v = 0; v < a->variables; v++)
            if (a->entry[k].f != NULL && clmodp_mpoly_degree(a->entry[k].f, v) > 0)
                return false;
    return true;
}

static int compare_descending(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x < y) - (x > y);
}

/* Sets bits to twice the logarithms of the norms of all rows, rounded up, in descending order, and
 * *longest to the bits of the longest integer. */
static void bound_rows(size_t *bits, size_t *longest, const clmodp_matrix *a)
{
    mpz_t sum;

    mpz_init(sum);
    *longest = 1;
    for (size_t i = 0; i < a->rows; i++) {
        mpz_set_ui(sum, 0);
        for (size_t j = 0; j < a->columns; j++) {
            const clmodp_mpoly *f = clmodp_matrix_entry(NULL, a, i, j);

            if (f->length > 0) {
                mpz_srcptr c = clm_mpoly_coefficient(f, 0);

                mpz_addmul(sum, c, c);
                *longest = clm_size_max(*longest, mpz_sizeinbase(c, 2));
            }
        }
        bits[i] = mpz_sgn(sum) == 0 ? 0 : mpz_sizeinbase(sum, 2);
    }
    mpz_clear(sum);
    qsort(bits, a->rows, sizeof *bits, compare_descending);
}

/* A proof of a rank by a power of a prime. */
typedef struct proof {
    clm_padic padic;
    size_t count; /* the exponent */
    atomic_bool failed;
} proof;

static clmodp_status test_column(void *argument, size_t index, size_t thread)
{
    proof *p = argument;
    bool vanishes = true;
    clmodp_status st = CLMODP_OK;

    (void)thread;
    if (!atomic_load(&p->failed))
        st = clm_padic_vanishes(NULL, &vanishes, &p->padic, p->count, index);
    if (!vanishes)
        atomic_store(&p->failed, true);
    return st;
}

/* Tests whether the rank of a matrix of integers is the one modulo a prime. */
static clmodp_status prove(search *s, bool *proved, uint64_t prime)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &s->context->error;
    const clmodp_matrix *a = s->a;
    const bool transposed = a->rows < a->columns; /* fewer columns to test */
    const size_t rows = transposed ? a->columns : a->rows;
    const size_t columns = transposed ? a->rows : a->columns;
    clm_poller watch = CLM_PROGRESS_POLLER(s->context, 0.0);
    clm_poller *const asked = s->context->call->progress != NULL ? &watch : NULL;
    proof p = {.count = 0};
    clm_digits digits = {.digit = NULL};
    size_t *bits = NULL, needed = 0, longest;

    NEW(error, bits, a->rows);
    bound_rows(bits, &longest, a);
    for (size_t k = 0; k <= s->rank; k++)
        needed += bits[k];
    p.count = needed / (2 * BITS_OF_PRIME) + 1;
    TRY(clm_digits_create(error, &digits, rows, columns, longest));
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < a->columns; j++) {
            const clmodp_mpoly *f = clmodp_matrix_entry(NULL, a, s->row[i], s->column[j]);

            if (f->length > 0)
                clm_digits_set(&digits, transposed ? j : i, transposed ? i : j,
                               clm_mpoly_coefficient(f, 0));
        }
    TRY(clm_padic_create(error, &p.padic, &digits, prime, NULL));
    st = clm_parallel_watched(columns - p.padic.found.rank, s->context->threads, test_column, &p,
                              asked);
    if (st == CLMODP_HOST_MEMORY)
        FAIL(error, st, "no memory for a matrix of %zu rows", rows);
    *proved = !p.failed;
done:
    clm_padic_destroy(&p.padic);
    clm_digits_destroy(&digits);
    free(bits);
    return st;
}

/* Finds the rank of a matrix of integers, having eliminated modulo one prime. */
static clmodp_status find_rank(search *s, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const size_t most = clm_size_min(s->a->rows, s->a->columns);
    uint64_t prime = CLM_POINT_PRIME;
    bool proved = false;

    while (s->rank < most) {
        TRY(clm_progress(s->context, 0.0));
        TRY(prove(s, &proved, prime));
        if (proved)
            break;
        do
            prime -= 2;
        while (!clm_is_prime_u64(prime));
        TRY(clm_matrix_find_minor(s->context, s->row, &s->rank, s->a, prime, random));
    }
done:
    return st;
}

clmodp_status clmodp_matrix_rank(clmodp_context *context, size_t *rank, const clmodp_matrix *a,
                                 uint64_t modulus, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    search s = {.context = context, .modulus = modulus, .options = options};
    clm_random random = {0};
    bool proved = false;

    START(context, &context->error);
    REQUIRE(&context->error, rank != NULL && a != NULL);
    if (modulus != 0 && (modulus >> 62 != 0 || !clm_is_prime_u64(modulus)))
        FAIL(&context->error, CLMODP_INVALID, "a rank needs a prime modulus below 2^62");
    TRY(take_matrix(&s, a));
    NEW(&context->error, s.row, a->rows + a->columns);
    s.column = s.row + a->rows;
    TRY(clm_matrix_find_minor(context, s.row, &s.rank, s.a,
                              modulus != 0 ? modulus : CLM_POINT_PRIME, &random));
    if (modulus != 2 && is_constant(a)) {
        if (modulus == 0)
            TRY(find_rank(&s, &random));
    } else {
        while (!proved && s.rank < clm_size_min(a->rows, a->columns))
            TRY(improve(&s, &proved));
    }
    *rank = s.rank;
done:
    free(s.row);
    clmodp_matrix_destroy(s.a);
    return clm_error_complete(&context->error, st);
}
