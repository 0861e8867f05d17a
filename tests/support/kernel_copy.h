/* A copy of the kernel sources in which one file is changed. */
#ifndef TESTS_SUPPORT_KERNEL_COPY_H
#define TESTS_SUPPORT_KERNEL_COPY_H

#include "support/scratch.h"

/* Copies the kernels into `target`, with `prefix` before the text of the file `changed`. */
void copy_kernels(const scratch *target, const char *source, const char *changed,
                  const char *prefix);

#endif
