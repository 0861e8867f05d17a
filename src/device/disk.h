/* Disks that are full where compilers of drivers write. */
#ifndef CLM_DEVICE_DISK_H
#define CLM_DEVICE_DISK_H

#include <stddef.h>

/* Say if this process may write hardly anything, and name the folders on whose file systems hardly
 * anything can be written any more, among those where drivers' compilers keep their files: their
 * caches, and the one for temporary files.
 * out := lines that each begin with a line break; "" if there is space. */
void clm_disk_explain(char *out, size_t size);

#endif
