/* Sums of tallies. */
#include "model/tally.h"

#include <math.h>

void clm_tally_add(clm_tally *to, const clm_tally *what, double times)
{
    to->read += times * what->read;
    to->written += times * what->written;
    to->products += times * what->products;
    to->additions += times * what->additions;
    to->digits += times * what->digits;
    to->launches += times * what->launches;
    to->groups += times * what->groups;
}

/* A term is 0 below `rises`, `most` from `ends` on, and between them of an arithmetic series. */
double clm_tally_clipped(double first, double step, double count, double most)
{
    const double rises = fmin(fmax(ceil(-first / step), 0.0), count);
    const double ends = fmin(fmax(ceil((most - first) / step), rises), count);

    return (ends - rises) * (first + step * (rises + ends - 1.0) / 2.0) + (count - ends) * most;
}
