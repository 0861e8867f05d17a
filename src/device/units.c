/* Predictions, corrected by what is seen. */
#include "device/units.h"

#include <math.h>
#include <stddef.h>

static size_t place_of(int label)
{
    return label == CLM_NO_LABEL ? CLM_MOST_LABELS : (size_t)label;
}

/* Seconds for a predicted one. */
static double factor_of(const clm_units *u, int label)
{
    const double factor = u->seen[place_of(label)].factor;

    return factor > 0 ? factor : 1;
}

void clm_units_begin(clm_units *u, int label, double seconds, double now)
{
    u->unit[u->made % CLM_MOST_UNITS] =
        (clm_unit){.seconds = seconds, .began = now, .label = label};
    u->open = true;
}

void clm_units_end(clm_units *u, uint64_t end, double fraction)
{
    clm_unit *last = &u->unit[u->made % CLM_MOST_UNITS];

    if (!u->open)
        return;
    last->end = end;
    last->fraction = fraction;
    u->made++;
    u->open = false;
}

/* Units of a label took so long. No single one is believed: the first of a process are compiled
 * meanwhile, and any may have waited for a processor. */
static void learn(clm_units *u, int label, double predicted, double took)
{
    const double before = factor_of(u, label), now = took / predicted;

    u->seen[place_of(label)].factor = fmin(fmax(now, before / 2), before * 2);
    u->seen[place_of(label)].sure = now <= before * 2;
}

/* The last one's label stands for all that are seen at once. */
void clm_units_observe(clm_units *u, uint64_t done, double now)
{
    double predicted = 0, began = 0;
    int label = CLM_NO_LABEL;

    for (; u->done < u->made && clm_units_oldest(u) <= done; u->done++) {
        const clm_unit *one = &u->unit[u->done % CLM_MOST_UNITS];

        if (predicted == 0)
            began = fmax(one->began, u->observed);
        predicted += one->seconds;
        label = one->label;
        u->reached = one->fraction;
    }
    if (predicted == 0)
        return;
    learn(u, label, predicted, now - began);
    u->observed = now;
}

bool clm_units_too_much(const clm_units *u, int label, double seconds)
{
    bool sure = u->seen[place_of(label)].sure;
    double ahead = seconds * factor_of(u, label);

    if (u->made - u->done == CLM_MOST_UNITS - 1)
        return true;
    for (uint64_t k = u->done; k < u->made; k++) {
        const clm_unit *one = &u->unit[k % CLM_MOST_UNITS];

        ahead += one->seconds * factor_of(u, one->label);
        sure = sure && u->seen[place_of(one->label)].sure;
    }
    return !u->unbounded && ahead > (sure ? CLM_AHEAD_SECONDS : CLM_UNSURE_SECONDS);
}

uint64_t clm_units_oldest(const clm_units *u)
{
    return u->unit[u->done % CLM_MOST_UNITS].end;
}
