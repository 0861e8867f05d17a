/* Contents out and back, and what bounds tell of the whole. */
#include "resultant/simplify.h"

#include <math.h>

#include "resultant/answer.h"
#include "resultant/poly_size.h"
#include "zxy/modulo.h"

clmodp_status clm_simplify(clm_error *error, clm_simplified *s, const clm_task *task,
                           clm_watch *watch)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t p = task->modulus;

    *s = (clm_simplified){.task = task};
    for (size_t n = 0; n < task->count; n++) {
        clm_content_init(&s->content[n]);
        s->content[n].watch = watch;
        s->content[n].modulus = p;
        s->content[n].most_bytes = p != 0 ? 0 : task->options->max_answer;
    }
    TRY(clmodp_zxy_create(&s->f));
    TRY(clmodp_zxy_create(&s->g));
    if (task->count == 1)
        TRY(clm_content_remove(error, s->content, s->f, s->g, task->f, task->g));
    else
        TRY(clm_content_remove_subresultant(error, s->content, s->f, s->g, task->f, task->g));
    if (p != 0) {
        clm_zxy_balance(s->f, p);
        clm_zxy_balance(s->g, p);
    }
done:
    return st;
}

void clm_simplified_destroy(clm_simplified *s)
{
    for (size_t n = 0; s->task != NULL && n < s->task->count; n++)
        clm_content_clear(&s->content[n]);
    clmodp_zxy_destroy(s->g);
    clmodp_zxy_destroy(s->f);
}

clmodp_status clm_simplified_bound(clm_error *error, clm_simplified *s, const clm_engine *engine,
                                   const clm_rates *rates)
{
    clmodp_status st = CLMODP_OK;
    clm_bounds_worth saved;
    const clm_bounds_worth *worth =
        engine == NULL ? NULL : clm_engine_worth(&saved, engine, s->f, s->g, rates);

    if (engine == NULL)
        TRY(clm_bounds_exponents(error, &s->each[0], s->f, s->g));
    else
        TRY(clm_bounds_compute(error, &s->each[0], s->f, s->g, worth));
    if (s->task->count > 1)
        TRY(clm_bounds_subresultant(error, &s->each[1], s->f, s->g, engine != NULL, worth));
    s->each[2] = s->each[1];
    s->bounds = s->each[0];
    for (size_t n = 1; n < s->task->count; n++)
        clm_bounds_join(&s->bounds, &s->each[n]);
done:
    return st;
}

clm_bounds clm_simplified_whole(const clm_simplified *s, uint64_t more_bits)
{
    clm_bounds whole = {.zero = true};

    for (size_t n = 0; n < s->task->count; n++) {
        clm_bounds one = more_bits > 0 ? s->bounds : s->each[n];

        if (one.zero)
            continue;
        one.height_bits += more_bits;
        clm_content_restore_bounds(&one, &s->content[n]);
        clm_bounds_join(&whole, &one);
    }
    return whole;
}

/* LIMIT if the results may take too much with their contents, those without having these bounds;
 * not to the power that the contents call for unless `powers`. A deflation leaves gaps, which take
 * nothing. */
static clmodp_status check_answer(clm_error *error, const clm_simplified *s,
                                  const clm_bounds *each, bool powers)
{
    const uint64_t most = s->task->modulus != 0 ? 0 : s->task->options->max_answer;
    clm_bounds restored[CLM_MOST_OUTPUTS];

    for (size_t n = 0; n < s->task->count; n++) {
        clm_content content = s->content[n];
        clm_bounds *one = &restored[n];

        *one = each[n];
        if (one->zero)
            continue;
        if (!powers)
            content.power = 1;
        clm_content_restore_bounds(one, &content);
        one->degree = one->valuation + (one->degree - one->valuation) / content.deflation;
    }
    return clm_answer_check_bounds(error, restored, s->task->count, most);
}

/* Powers of bounds that are loose tell nothing. In mode PROBABLE what contents take counts, then
 * what the results seem to have, or else their bounds (probable.c), and in the end what they have.
 */
clmodp_status clm_simplified_foresee(clm_error *error, const clm_simplified *s)
{
    const bool probable =
        s->task->modulus == 0 && s->task->options->mode == CLMODP_MODE_PROBABLE;
    clm_bounds each[CLM_MOST_OUTPUTS];

    for (size_t n = 0; n < s->task->count; n++)
        each[n] = probable ? (clm_bounds){.zero = s->each[n].zero} : s->each[n];
    return check_answer(error, s, each, false);
}

clmodp_status clm_simplified_review(clm_error *error, const clm_simplified *s)
{
    clm_bounds each[CLM_MOST_OUTPUTS];

    if (s->task->modulus != 0 ||
        (s->task->options->mode != CLMODP_MODE_PROBABLE && s->content[0].power == 1))
        return CLMODP_OK;
    for (size_t n = 0; n < s->task->count; n++) {
        const clm_poly_size seen = clm_poly_size_of(&s->task->results[n], 1);

        each[n] = (clm_bounds){.zero = seen.width == 0,
                               .degree = seen.width - (seen.width > 0),
                               .height_bits = (uint64_t)ceil(seen.bits)};
    }
    return check_answer(error, s, each, true);
}

clmodp_status clm_simplified_restore(clm_error *error, clm_simplified *s)
{
    clmodp_status st = CLMODP_OK;

    for (size_t n = 0; n < s->task->count; n++)
        TRY(clm_content_restore(error, s->task->results[n], &s->content[n]));
done:
    return st;
}
