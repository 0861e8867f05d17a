/* How a batch of divisions is cut; shared by kernels and host. */
#ifndef CLM_DIVIDE_SHAPE_H
#define CLM_DIVIDE_SHAPE_H

/* Vectors that one work-item divides at most: they share one inversion. */
#define DIVIDE_RUN 16

#endif
