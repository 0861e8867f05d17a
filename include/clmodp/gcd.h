/** @file
 * Greatest common divisors of polynomials over Z and Q in up to 16 variables, with cofactors.
 *
 * Gcds are reconstructed from images modulo many primes at many points, which threads of the host
 * compute, and are proved by divisions [Brown 1971]. Gcds with few terms take fewer points [Hu,
 * Monagan 2016]. For short polynomials one gcd of integers is enough [Char, Geddes, Gonnet 1989].
 * No device is opened.
 *
 * Over Z a gcd has a positive leading coefficient, in the order of clmodp_mpoly, and contains the
 * gcd of all coefficients: gcd(4 x + 4, 6 x^2 - 6) = 2 x + 2. Over Q the same rule holds, as in
 * PARI: gcd(c f, c g) = |c| gcd(f, g) for every rational c, so that cofactors have integer
 * coefficients without a common divisor: gcd(x/2, x/3) = x/6. For F = f / d and G = g / e with
 * denominators d and e, gcd(F, G) = gcd(e f, d g) / (d e). Other systems have the monic gcd over
 * Q, which is this one divided by its leading coefficient. Over F_p see clmodp/fpx.h. */
#ifndef CLMODP_GCD_H
#define CLMODP_GCD_H

#include <clmodp/core.h>
#include <clmodp/mpoly.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Computes h = gcd(f, g) over Z, and the cofactors f / h and g / h.
 *
 * Out:    h           gcd(f, 0) is f or -f, gcd(0, 0) is 0
 *         f_cofactor, g_cofactor
 *                     NULL: not computed; 0 for zeros. All three are different polynomials, which
 *                     may be f or g; unchanged on failure
 * In:     f, g        in equally many variables
 * Cost:   images modulo a prime for each 31 bits of h's coefficients, and Euclid's algorithm in a
 *         variable y at each point. Dense polynomials take as many points as the product of h's
 *         degrees in the other variables, each plus one; sparse ones as many as h has terms with
 *         the same power of y, and a few times more modulo the first prime. Coprime f and g
 *         usually take one prime and one point
 * Errors: INVALID (numbers of variables), LIMIT (a variable of degree above 2^26 in both; too many
 *         points or primes), HOST_MEMORY, CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_gcd(clmodp_context *context, clmodp_mpoly *h, clmodp_mpoly *f_cofactor,
                 clmodp_mpoly *g_cofactor, const clmodp_mpoly *f, const clmodp_mpoly *g);

#ifdef __cplusplus
}
#endif
#endif
