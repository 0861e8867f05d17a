/* f mod g by powers of y modulo g (fpx/batch/powers_host.h); then the remainder sequence of g
 * and that. At points where the leading coefficient of g vanishes f is written out. */
#include "engines/host/powers.h"

#include <string.h>

#include "base/size.h"
#include "fpx/batch/powers_host.h"

/* All coefficients. */
static void write_out(uint64_t *all, const clm_row_layout *layout, const uint64_t *values)
{
    memset(all, 0, (layout->p + layout->q + 2) * sizeof *all);
    for (size_t k = 0; k < layout->count; k++)
        all[layout->place[k]] = values[k];
}

void clm_host_sequence_of_rows(clm_host_ratios *out, const clm_row_layout *layout,
                               uint64_t *values, uint64_t *work, const clm_mont64 *field,
                               bool subresultant)
{
    const size_t p = layout->p, q = layout->q, m = clm_size_min(p, q);
    const size_t terms = layout->count - (m + 1); /* if by powers */
    const bool f_longer = p >= q;
    uint64_t *term = f_longer ? values : values + m + 1, *g = f_longer ? values + terms : values;
    /* 5 m words: p + q + 2 are more, since the longer one has 8 m at least (POWERS_RATIO) */
    uint64_t *remainder = work + 4 * m;

    if (!layout->by_powers) {
        clm_host_sequence(out, values, p, values + p + 1, q, field, subresultant);
        return;
    }
    if (g[m] == 0) {
        write_out(work, layout, values);
        clm_host_sequence(out, work, p, work + p + 1, q, field, subresultant);
        return;
    }
    clm_powers_divide_host(remainder, &layout->powers, term, terms, g, m, work, field);
    clm_host_sequence_divided(out, f_longer ? remainder : g, p, f_longer ? g : remainder, q, field,
                              subresultant);
}
