/* Where PoCL's threads run. */
#ifndef CLI_CORES_H
#define CLI_CORES_H

/* Have them on different cores, unless POCL_AFFINITY says otherwise, of contexts to be made: Linux
 * may leave all of them on one for a while, and that would be measured. */
void cli_pin_pocl_threads(void);

#endif
