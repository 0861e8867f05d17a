/* Where a batch of many small polynomials lies in memory; shared by kernels and host.
 *
 * Tiles of T polynomials, coefficient-major within a tile: coefficient i of polynomial t of
 * a batch of polynomials with `length` coefficients is word
 *
 *     ((t / T) * length + i) * T + t % T
 *
 * so that T consecutive polynomials' i-th coefficients are contiguous: vector loads on a
 * CPU (T = W), coalesced loads on a GPU (T >= the width of a warp). */
#ifndef CLM_TILE_H
#define CLM_TILE_H

#define TILE_INDEX(t, length, i, T) (((t) / (T) * (length) + (i)) * (T) + (t) % (T))

#endif
