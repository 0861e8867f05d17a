/* What curves say: knees, slopes, winners, bends. */
#ifndef STUDIES_FINDINGS_H
#define STUDIES_FINDINGS_H

#include "studies/sweep.h"

/* Fill the findings from the points. */
void study_find(study_result *result, const study *of);

#endif
