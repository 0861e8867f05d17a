/* Several devices that --device names. */
#ifndef CLI_FLEET_H
#define CLI_FLEET_H

#include <stdbool.h>

#include "cli/distributed/distributed.h"
#include "cli/problem.h"
#include "cli/settings.h"

/* Whether --device is "all", or numbers of devices between commas. */
bool cli_fleet_wanted(const settings *s);

/* As cli_solve_and_print, by all of these devices together; modulo a prime by the first one. Why a
 * device was left out is said. Errors: also EXIT_USAGE (a device twice, too many) */
int cli_fleet_solve_and_print(const problem *p, const settings *how, failure *why);

/* As cli_batch, with lines for whichever of these devices is free. */
int cli_fleet_batch(const settings *how, size_t polynomials);

/* What --device should say for process number k of those that share this machine: each the next
 * one of several devices that are named or, where none is, of several GPUs. "": what it says.
 * Errors: as above */
int cli_fleet_member(char name[CLI_DEVICE_NAME], const settings *how, uint32_t k, failure *why);

#endif
