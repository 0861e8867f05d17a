/* Lattices of exponents: Hermite normal forms by Euclid's algorithm on columns, and linear forms
 * that vanish on a lattice modulo an integer, from the inverse of the basis. */
#include "resultant/lattice.h"

#include <string.h>

#include "core/size.h"

__extension__ typedef __int128 int128;

#define MOST_ENTRY ((int128)1 << 62)
#define MOST_INDEX ((int64_t)1 << 20)

/* Sets a := a - q b. */
static void subtract(clm_lattice *l, int64_t *a, int64_t q, const int64_t *b)
{
    for (size_t j = 0; j < l->size && q != 0; j++) {
        const int128 entry = a[j] - (int128)q * b[j];

        l->too_large = l->too_large || entry >= MOST_ENTRY || entry <= -MOST_ENTRY;
        a[j] = l->too_large ? 0 : (int64_t)entry;
    }
}

/* Reduces entries of v from column i on to the range of remainders. */
static void reduce(clm_lattice *l, int64_t *v, size_t i)
{
    for (; i < l->size; i++)
        if (l->row[i][i] != 0)
            subtract(l, v, v[i] / l->row[i][i] - (v[i] % l->row[i][i] < 0), l->row[i]);
}

void clm_lattice_add(clm_lattice *l, int64_t *v)
{
    for (size_t i = 0; i < l->size && !l->too_large; i++) {
        int64_t *const row = l->row[i];

        while (v[i] != 0 && !l->too_large) {
            int64_t kept[CLMODP_MOST_VARIABLES];

            subtract(l, row, row[i] / v[i], v);
            memcpy(kept, row, sizeof kept);
            memcpy(row, v, l->size * sizeof *v);
            memcpy(v, kept, l->size * sizeof *v);
        }
        if (row[i] < 0)
            for (size_t j = i; j < l->size; j++)
                row[j] = -row[j];
        reduce(l, row, i + 1);
        reduce(l, v, i + 1);
    }
}

/* Sets c / index to the solution x of row_i x = e_i, i > 0, for a sum e of unit vectors: all of
 * them, or one if `unit` is not 0. x_0 is 0. */
static void solve(int64_t *c, int64_t index, const clm_lattice *l, size_t unit)
{
    c[0] = 0;
    for (size_t i = l->size; i-- > 1;) {
        int128 sum = unit == 0 || unit == i ? index : 0;

        for (size_t j = i + 1; j < l->size; j++)
            sum -= (int128)l->row[i][j] * c[j];
        c[i] = (int64_t)(sum / l->row[i][i] % index); /* exact: by Cramer's rule */
    }
}

int64_t clm_lattice_congruence(int64_t *c, size_t *first, const clm_lattice *l)
{
    int64_t index = 1, best = 1;

    for (size_t i = 1; i < l->size && index != 0; i++)
        index = l->row[i][i] < MOST_INDEX / index ? index * l->row[i][i] : 0;
    for (size_t unit = 0; unit < l->size && index > 1 && !l->too_large; unit++) {
        int64_t x[CLMODP_MOST_VARIABLES], s = index;
        size_t inverse = 0, at = 0;

        solve(x, index, l, unit);
        for (size_t i = 1; i < l->size; i++) {
            x[i] += x[i] < 0 ? index : 0;
            s = (int64_t)clm_size_gcd((size_t)s, (size_t)x[i]);
        }
        for (size_t i = 1; i < l->size; i++)
            x[i] /= s;
        s = index / s;
        for (size_t i = 1; i < l->size && at == 0 && s > best; i++)
            if (clm_size_gcd((size_t)x[i], (size_t)s) == 1)
                at = i;
        if (at == 0)
            continue;
        while (inverse * (size_t)x[at] % (size_t)s != 1)
            inverse++;
        best = s;
        *first = at;
        for (size_t i = 0; i < l->size; i++)
            c[i] = (int64_t)((size_t)x[i] * inverse % (size_t)s);
    }
    return best;
}
