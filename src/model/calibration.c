/* The machines of the models from times, and rates from those of another device. */
#include "model/calibration.h"

#include <math.h>

static clmodp_figure over(clmodp_figure a, clmodp_figure b)
{
    return (clmodp_figure){a.value / b.value, a.spread + b.spread};
}

void clm_calibration_derive(clmodp_calibration *c)
{
    c->U = over(c->stream, c->product);
    c->L = over(c->chase[0], c->alone);
    c->P = over(c->alone, c->product);
    c->P.value = fmax(c->P.value, 1.0);
    c->X = over(over(c->chase[0], c->random), c->P);
    c->X.value = fmax(c->X.value, 1.0);
}

static bool is_sane(const clmodp_figure *figure)
{
    return isfinite(figure->value) && figure->value > 0 && isfinite(figure->spread) &&
           figure->spread >= 0;
}

bool clm_calibration_sane(const clmodp_calibration *c)
{
    const clmodp_figure *const figures[] = {
        &c->launch, &c->wait,   &c->send,    &c->receive, &c->stream, &c->scatter, &c->random,
        &c->local,  &c->product, &c->alone, &c->groups,  &c->pair,   &c->U,       &c->Z,
        &c->L,      &c->C,       &c->P,     &c->X,
    };
    bool sane = true;

    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++)
        sane = sane && is_sane(figures[k]);
    for (int k = 0; k < CLMODP_CHASES; k++)
        sane = sane && is_sane(&c->chase[k]);
    return sane;
}

/* What `clmodp calibrate` says of the device that the table was made with: nanoseconds, and of one
 * unit where units work together. */
#define TABLE_PRODUCT 0.067
#define TABLE_PAIR 0.11
#define TABLE_WORD 0.18
#define TABLE_LAUNCH 1343.0
#define TABLE_WAIT 2.4e4

/* Operations that wait for memory. */
static bool moves_words(clm_operation operation)
{
    switch (operation) {
    case CLM_OP_STORE_VECTOR:
    case CLM_OP_STORE_FOUR:
    case CLM_OP_STORE_WORD:
    case CLM_OP_FETCH_WORD:
    case CLM_OP_SPILT_WORD:
    case CLM_OP_SPILT_PASS:
    case CLM_OP_INTERPOLATE_WORD:
    case CLM_OP_PLAIN_WORD:
    case CLM_OP_SWEEP_WORD:
    case CLM_OP_SCAN_WORD:
    case CLM_OP_FAST_WORD:
    case CLM_OP_FAST_HALVING: return true;
    default: return false;
    }
}

static double without_noise(double factor)
{
    return factor < CLM_CALIBRATION_NOISE && factor > 1 / CLM_CALIBRATION_NOISE ? 1.0 : factor;
}

void clm_calibration_rates(clm_rates *rates, const clmodp_calibration *c, double units)
{
    const double product = without_noise(c->product.value * units / TABLE_PRODUCT);
    const double pair = without_noise(c->pair.value * units / TABLE_PAIR);
    const double word = without_noise(c->stream.value * units / TABLE_WORD);
    const double moved = (c->send.value + c->receive.value) / 2;

    for (int k = 0; k < CLM_OP_DEVICE_END; k++) {
        const double factor = moves_words((clm_operation)k) ? word
                              : k == CLM_OP_EUCLID_PAIR     ? pair
                                                            : product;

        if (k == CLM_OP_BLOCK_WORD) { /* what does not coalesce is in no figure */
            rates->ns[k] *= factor;
            continue;
        }
        if (factor != 1.0) /* what a GPU is predicted to take is in it already */
            rates->ns[k] = factor * clm_rate(CLM_MACHINE_POCL, (clm_operation)k);
    }
    rates->ns[CLM_OP_LAUNCH] *= without_noise(c->launch.value / TABLE_LAUNCH);
    rates->ns[CLM_OP_WAIT] *= without_noise(c->wait.value / TABLE_WAIT);
    rates->ns[CLM_OP_MOVED_WORD] *= without_noise(moved / rates->ns[CLM_OP_MOVED_WORD]);
}
