/* The names of figures, and what they mean. */
#include "cli/formats/figures.h"

/* Figures by the names of their fields. */
const figure_field cli_figures[CLI_FIGURES] = {
#define FIGURE(name, unit, meaning) \
    {#name, offsetof(clmodp_calibration, name), unit, meaning}
#define CHASE(k, chains) \
    {"chase_" #chains, offsetof(clmodp_calibration, chase[k]), "ns", \
     "a word at a place read before, " #chains " at a time, alone"}
    FIGURE(launch, "ns", "a launch behind another one"),
    FIGURE(wait, "ns", "a launch of nothing, until its end is seen"),
    FIGURE(send, "ns", "a word to the device"),
    FIGURE(receive, "ns", "a word from the device"),
    FIGURE(stream, "ns", "a word moved in order, together"),
    FIGURE(scatter, "ns", "a word alone of its chunk, together"),
    CHASE(0, 1),
    CHASE(1, 2),
    CHASE(2, 4),
    CHASE(3, 8),
    CHASE(4, 16),
    CHASE(5, 32),
    CHASE(6, 64),
    FIGURE(random, "ns", "a word at a place read before, together"),
    FIGURE(local, "ns", "a word of local memory, together"),
    FIGURE(product, "ns", "a product of residues, together"),
    FIGURE(alone, "ns", "a product of residues by one work-item"),
    FIGURE(groups, "", "work-groups at the same time"),
    FIGURE(pair, "ns", "a pair of coefficients in remainder sequences, together"),
    FIGURE(U, "", "MMM: time to move a word, in products"),
    FIGURE(Z, "", "MMM, TMM: words of fast memory"),
    FIGURE(L, "", "TMM: time of an access, in products of a core"),
    FIGURE(C, "", "TMM: words of an access"),
    FIGURE(P, "", "TMM: cores"),
    FIGURE(X, "", "TMM: threads a core, at most"),
#undef CHASE
#undef FIGURE
};

const clmodp_figure *cli_figure_of(const clmodp_calibration *c, size_t k)
{
    return (const clmodp_figure *)(const void *)((const char *)c + cli_figures[k].at);
}

clmodp_figure *cli_figure_to(clmodp_calibration *c, size_t k)
{
    return (clmodp_figure *)(void *)((char *)c + cli_figures[k].at);
}
