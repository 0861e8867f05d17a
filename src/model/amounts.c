/* Sums of amounts. */
#include "model/amounts.h"

void clm_amounts_add(clm_amounts *to, const clm_amounts *what, double times)
{
    for (int k = 0; k < CLM_OPERATIONS; k++)
        to->of[k] += times * what->of[k];
}
