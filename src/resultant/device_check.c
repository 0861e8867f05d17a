/* The public entries that ask whether a device computes rightly. */
#include "device/cache.h"
#include "resultant/call.h"
#include "resultant/choice.h"

/* needs := what the options rest on, always or (all) for some inputs, on a device that is open;
 * *count: how many. */
static clmodp_status find_needs(clmodp_context *context, const clm_trust *needs[CLM_MOST_TRUSTED],
                                size_t *count, bool all, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options checked;
    clm_compute_options how;
    const clm_engine *engine;

    TRY(clm_call_read(&context->error, &checked, options));
    how = clm_call_options(context, &checked);
    engine = clm_choice_on_device(&how);
    TRY(clm_engine_require(context, engine, &how.of_engine));
    *count = (all ? clm_engine_all_needs : clm_engine_needs)(needs, engine, &how.of_engine);
done:
    return st;
}

/* Show what the options rest on, or all that they may. */
static clmodp_status show(clmodp_context *context, bool all,
                          const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_trust *needs[CLM_MOST_TRUSTED];
    size_t count;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(find_needs(context, needs, &count, all, options));
    TRY((all ? clm_trust_prepare : clm_trust_ensure)(context, needs, count));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_device_check(clmodp_context *context, const clmodp_resultant_options *options)
{
    return show(context, false, options);
}

clmodp_status clmodp_device_prepare(clmodp_context *context,
                                    const clmodp_resultant_options *options)
{
    return show(context, true, options);
}

clmodp_status clmodp_device_check_state(clmodp_context *context, clmodp_check_state *state,
                                        const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_trust *needs[CLM_MOST_TRUSTED];
    size_t count;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, state != NULL);
    TRY(find_needs(context, needs, &count, false, options));
    *state = clm_trust_known(context, needs, count) ? CLMODP_CHECK_PASSED
             : clm_cache_works(context->cache_dir)  ? CLMODP_CHECK_DUE
                                                    : CLMODP_CHECK_FORGOTTEN;
done:
    return clm_error_complete(&context->error, st);
}
