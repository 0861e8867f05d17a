/* Memory layout of a batch of many small polynomials; shared by kernels and host.
 *
 * Tiles hold T polynomials, coefficient-major: coefficient i of polynomial t, of `length`
 * coefficients, is word
 *
 *     ((t / T) * length + i) * T + t % T
 *
 * so that the i-th coefficients of T consecutive polynomials are contiguous: vector loads on a CPU
 * (T = W), coalesced loads on a GPU (T >= the width of a warp). */
#ifndef CLM_TILE_H
#define CLM_TILE_H

#define TILE_INDEX(t, length, i, T) (((t) / (T) * (length) + (i)) * (T) + (t) % (T))

#endif
