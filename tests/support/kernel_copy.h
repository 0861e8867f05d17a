/* Kernels with a change: a copy. */
#ifndef TESTS_SUPPORT_KERNEL_COPY_H
#define TESTS_SUPPORT_KERNEL_COPY_H

#include "support/scratch.h"

/* Copy the kernels into `target`, with `prefix` before the text of one of them, `changed`. */
void copy_kernels(const scratch *target, const char *source, const char *changed,
                  const char *prefix);

#endif
