/* A study's points and findings for people and programs. */
#ifndef STUDIES_REPORT_H
#define STUDIES_REPORT_H

#include "cli/failure.h"
#include "studies/sweep.h"

typedef enum report_format { REPORT_TEXT, REPORT_JSON, REPORT_CSV, REPORT_SVG } report_format;

/* On standard output. Returns an exit status. */
int report_print(report_format format, const study *of, const study_result *result,
                 const clmodp_device *device, const clmodp_calibration *machine, failure *why);

#endif
