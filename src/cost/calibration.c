/* Rates of a device from its measurements. */
#include "cost/calibration.h"

#include <math.h>

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

/* Words of the device's memory that an operation reads and writes at least, where units have no
 * cache that keeps them. Pairs of remainder sequences have their own figure. */
static double words_of(clm_operation operation)
{
    switch (operation) {
    case CLM_OP_STORE_VECTOR:
    case CLM_OP_STORE_FOUR:
    case CLM_OP_STORE_WORD: return 1.0;
    case CLM_OP_FETCH_WORD:
    case CLM_OP_DIVIDE_LANE:
    case CLM_OP_DIVIDE_NUMERATOR:
    case CLM_OP_NTT_2:
    case CLM_OP_NTT_3:
    case CLM_OP_NTT_4:
    case CLM_OP_NTT_5:
    case CLM_OP_NTT_6:
    case CLM_OP_NTT_7:
    case CLM_OP_NTT_8:
    case CLM_OP_NTT_9: return 2.0;
    case CLM_OP_INTERPOLATE_WORD: return 4.0;
    default: return 0.0;
    }
}

/* How many times as long something takes as the table's device, if that is no noise. */
static double factor_of(double measured, double tables, clm_machine machine)
{
    const double factor = measured / tables;
    const bool noise = factor < CLM_CALIBRATION_NOISE && factor > 1 / CLM_CALIBRATION_NOISE;

    return clm_machine_is_cpu(machine) && noise ? 1.0 : factor;
}

/* What units do together. */
static void set_device(clm_rates *rates, const clmodp_calibration *c, clm_machine machine,
                       double units)
{
    const double product = factor_of(c->product.value * units, TABLE_PRODUCT, machine);
    const double pair = factor_of(c->pair.value * units, TABLE_PAIR, machine);
    const double word = factor_of(c->stream.value * units, TABLE_WORD, machine);
    const double least = clm_machine_is_cpu(machine) ? 0.0 : c->stream.value * units;

    for (int k = 0; k < CLM_OP_DEVICE_END; k++) {
        const clm_operation operation = (clm_operation)k;
        const double factor = moves_words(operation)    ? word
                              : k == CLM_OP_EUCLID_PAIR ? pair
                                                        : product;

        if (k == CLM_OP_BLOCK_WORD) { /* what does not coalesce is in no figure */
            rates->ns[k] *= factor;
            continue;
        }
        if (factor != 1.0) /* what a GPU is predicted to take is in it already */
            rates->ns[k] = factor * clm_rate(CLM_MACHINE_POCL, operation);
        rates->ns[k] = fmax(rates->ns[k], least * words_of(operation));
    }
}

void clm_calibration_rates(clm_rates *rates, const clmodp_calibration *c, clm_machine machine,
                           double units)
{
    const double moved = (c->send.value + c->receive.value) / 2;

    set_device(rates, c, machine, units);
    rates->ns[CLM_OP_LAUNCH] *= factor_of(c->launch.value, TABLE_LAUNCH, machine);
    rates->ns[CLM_OP_WAIT] *= factor_of(c->wait.value, TABLE_WAIT, machine);
    rates->ns[CLM_OP_MOVED_WORD] *= factor_of(moved, rates->ns[CLM_OP_MOVED_WORD], machine);
    rates->access_ns = c->chase[0].value;
}
