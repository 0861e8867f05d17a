/* Tests of searching reads in random and difficult texts, in both forms and with several numbers
 * of chains. */
#include <string.h>

#include "core/random.h"
#include "lab/studies/study.h"
#include "lab/studies/suffix.h"
#include "problems/chunk.h"
#include "support/context.h"
#include "support/small.h"

static const study *const subject = &study_string_matching;

/* Buffers of a problem, in the study's order. */
enum { READS, PLACES };

/* Texts of random letters, of the smallest or the greatest letter only, and periodic ones. */
typedef enum kind { RANDOM, SMALLEST, GREATEST, PERIODIC, KINDS } kind;

static unsigned char *make_text(kind which, size_t m)
{
    clm_random random = {m};
    unsigned char *letters = device_need(m, 1);

    for (size_t k = 0; k < m; k++) {
        const unsigned char all[KINDS] = {(unsigned char)(clm_random_next(&random) >> 62), 0, 3,
                                          (unsigned char)(k % 7 % 4)};

        letters[k] = all[which];
    }
    return letters;
}

/* Returns a problem with a text, shared by others. */
static study_problem prepared(clmodp_context *ctx, kind which, size_t m)
{
    study_problem shared = {.ctx = ctx, .m = m, .input = make_text(which, m)};

    device_must(ctx, subject->prepare(&shared));
    return shared;
}

static study_problem created(const study_problem *shared, size_t n)
{
    study_problem p = {.ctx = shared->ctx, .n = n, .m = shared->m, .shared = shared};

    device_must(p.ctx, subject->create(&p));
    return p;
}

/* Returns a question for a form and T. */
static study_question ask(const study_problem *p, size_t form, uint32_t T)
{
    return (study_question){.form = form, .n = p->n, .T = T, .m = p->m};
}

static void check_forms(study_problem *p, uint32_t most)
{
    for (size_t form = 0; form < subject->form_count; form++)
        for (uint32_t T = 1; T <= most; T *= T == 1 ? 4 : 16) {
            const study_question q = ask(p, form, T);

            device_must(p->ctx, subject->run(p, &q));
            device_must(p->ctx, subject->check(p, &q));
        }
}

static size_t found(study_problem *p)
{
    const unsigned char *expected = p->expected;
    size_t count = 0;

    for (size_t k = 0; k < p->n * STRING_SEEDS; k++)
        count += expected[k];
    return count;
}

/* Reads for some work-items, for all, one more, for all chains, and numbers next to these. */
static void random_texts(void **state)
{
    const size_t items = study_items(*state);
    const size_t sizes[] = {items + 1, 3, 1, items, 4 * items, 4 * items + 1, 5 * items - 1,
                            64 * items, 64 * items + 1, 129 * items};
    const size_t count = small_tests() ? 1 : items > 64 ? 6 : sizeof sizes / sizeof *sizes;
    const size_t m = small_tests() ? 100 : 50000;
    study_problem shared;

    *state = context_again(*state);
    shared = prepared(*state, RANDOM, m);
    for (size_t k = 0; k < count; k++) {
        study_problem p = created(&shared, sizes[k]);

        check_forms(&p, small_tests() ? 4 : 64);
        assert_in_range(found(&p), 1, p.n * STRING_SEEDS / 2 + 32);
        study_problem_clear(&p);
    }
    study_problem_clear(&shared);
}

/* Texts with no, one and two places for a seed, and texts with similar suffixes. Seeds near the
 * end of a text are continued by letters 0, like suffixes of a text of letters 0. */
static void hostile_texts(void **state)
{
    static const size_t lengths[] = {33, 1, 31, 32, 2, 3, 63, 64, 65, 97, 1000};

    for (size_t k = 0; k < (small_tests() ? 2 : sizeof lengths / sizeof *lengths); k++)
        for (int which = 0; which < KINDS; which++) {
            study_problem shared, p;

            *state = context_again(*state);
            shared = prepared(*state, (kind)which, lengths[k]);
            p = created(&shared, small_tests() ? 2 : 40);
            check_forms(&p, 4);
            assert_int_equal(found(&p) > 0, lengths[k] >= STRING_SEED);
            study_problem_clear(&p);
            study_problem_clear(&shared);
        }
}

/* Compares suffixes letter by letter; returns a number below, equal to or above 0. */
static int compare(const unsigned char *letters, size_t m, size_t a, size_t b)
{
    const size_t length = m - (a > b ? a : b);
    const int order = memcmp(letters + a, letters + b, length);

    return order != 0 ? order : (a < b) - (a > b);
}

/* Counts the suffixes below a node, and checks that they begin like the suffix at `place`. A
 * suffix ending at the node has no leaf. */
static size_t leaves(const suffix_index *t, const unsigned char *letters, u32 at, u32 above,
                     u32 place)
{
    size_t count = 0;

    const string_node *node = (const string_node *)(const void *)(t->words + at);
    const u32 depth = (u32)node->head, own = (u32)(node->head >> 32);

    assert_true(at + STRING_NODE_WORDS <= t->word_count && at % STRING_NODE_WORDS == 0);
    assert_true(at == suffix_root(t->m) || depth > above);
    assert_memory_equal(letters + own, letters + place, above);
    for (u32 letter = 0; letter < 4; letter++) {
        const u32 child = node->child[letter];

        if (child >= t->m)
            count += leaves(t, letters, child, depth, own);
        else if (child + depth < t->m && letters[child + depth] == letter &&
                 memcmp(letters + child, letters + own, depth) == 0)
            count++;
        else
            assert_int_equal(child, t->m - 1); /* there is none */
    }
    for (size_t k = 0; k < t->m; k++)
        if (t->m - k == depth)
            count += memcmp(letters + k, letters + own, depth) == 0;
    return count;
}

static void structures(void **state)
{
    static const size_t lengths[] = {33, 1, 2, 5, 32, 64, 300, 1000};

    for (size_t k = 0; k < (small_tests() ? 1 : sizeof lengths / sizeof *lengths); k++)
        for (int which = 0; which < KINDS; which++) {
            const size_t m = lengths[k];
            unsigned char *letters = make_text((kind)which, m);
            suffix_index t;

            *state = context_again(*state);
            device_must(*state, suffix_index_create(*state, &t, letters, m));
            for (size_t i = 1; i < m; i++)
                assert_true(compare(letters, m, t.order[i - 1], t.order[i]) < 0);
            for (size_t i = 0; i < m; i++)
                assert_true(t.words[i] == suffix_window(letters, m, i));
            assert_int_equal(leaves(&t, letters, (u32)suffix_root(m), 0, 0), m);
            suffix_index_clear(&t);
            free(letters);
        }
}

/* A missed place, a wrong place, and a place beyond the text's end are detected. */
static void wrong_places_are_seen(void **state)
{
    study_problem shared = prepared(*state, RANDOM, 100), p = created(&shared, 2);
    const study_question q = ask(&p, 0, 1);
    const unsigned char *expected = p.expected;
    size_t with = 0, without = 0;

    while (!expected[with])
        with++;
    while (expected[without])
        without++;
    for (int k = 0; k < 5; k++) {
        const u32 wrong[] = {STRING_NONE, 0, 100, STRING_NONE - 1, 99};
        const size_t at = k == 0 ? with : k == 1 ? without : k % 2 == 0 ? with : without;

        device_must(p.ctx, subject->run(&p, &q));
        device_must(p.ctx, subject->check(&p, &q));
        device_must(p.ctx, clm_buffer_write(p.ctx, &p.buffers[PLACES], at * sizeof *wrong,
                                            &wrong[k], sizeof *wrong));
        assert_int_equal(subject->check(&p, &q), CLMODP_CORRUPT);
        clm_error_clear(&p.ctx->error);
    }
    study_problem_clear(&p);
    study_problem_clear(&shared);
}

/* Predictions are flat while the machine has a thread for each read, and then linear. */
static void times_bend(void **state)
{
    const clmodp_tmm_machine machine = {.L = 1000, .C = 32, .P = 2, .X = 16, .Z = 1 << 21};

    (void)state;
    for (size_t form = 0; form < subject->form_count; form++) {
        clmodp_tmm_time least, same, bend, linear;
        study_question q = {.form = form, .n = 2, .T = 64, .m = (size_t)1 << 24};

        assert_int_equal(subject->predict(&least, &q, machine.X, &machine), CLMODP_OK);
        q.n = 16;
        assert_int_equal(subject->predict(&same, &q, machine.X, &machine), CLMODP_OK);
        q.n = 32;
        assert_int_equal(subject->predict(&bend, &q, machine.X, &machine), CLMODP_OK);
        q.n = 64;
        assert_int_equal(subject->predict(&linear, &q, machine.X, &machine), CLMODP_OK);
        assert_true(least.time > 0 && same.time == least.time && bend.time == least.time);
        assert_true(linear.time == 2 * least.time);
        assert_int_equal(same.term, CLMODP_TMM_LATENCY);
        assert_int_equal(linear.term, CLMODP_TMM_ACCESSES);
        q.m = 1;
        assert_int_equal(subject->predict(&least, &q, 1, &machine), CLMODP_OK);
    }
}

TESTS(
    WITH_CONTEXT(random_texts),
    WITH_CONTEXT(hostile_texts),
    WITH_CONTEXT(structures),
    WITH_CONTEXT(wrong_places_are_seen),
    cmocka_unit_test(times_bend));
