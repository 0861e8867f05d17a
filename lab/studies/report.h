/* A study's points and findings for people and programs. */
#ifndef STUDIES_REPORT_H
#define STUDIES_REPORT_H

#include "cli/values.h"
#include "lab/studies/sweep.h"

/* On standard output. Returns an exit status. */
int report_print(output_format format, const study *of, const study_result *result,
                 const clmodp_device *device, const clmodp_calibration *machine, failure *why);

#endif
