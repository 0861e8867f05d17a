/* What curves say: knees, slopes, winners, bends. */
#ifndef STUDIES_FINDINGS_H
#define STUDIES_FINDINGS_H

#include "lab/studies/sweep.h"

/* Fill the findings from the points. Knees and bends hold within a factor 2, slopes within 0.15,
 * a winner if it is the same. */
void study_find(study_result *result, const study *of);

#endif
