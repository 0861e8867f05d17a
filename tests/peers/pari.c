/* Computes resultants by PARI's polresultant. */
#include <stdio.h>
#include <stdlib.h>

#include <pari/pari.h>

#include "core/parallel.h"
#include "peers/peers.h"

/* PARI requires the eliminated variable to have the higher priority, so its `x` is our y and its
 * `y` our x. */
static long outer, inner;

static void must(int fine)
{
    if (!fine) {
        (void)fputs("PARI or the conversion from it fails\n", stderr);
        abort();
    }
}

static void start(void)
{
    static int started;

    if (started)
        return;
    started = 1;
    /* No signal handlers, no long jumps, and no memory functions for GMP. */
    pari_init_opts((size_t)8 << 20, 1 << 16, INIT_DFTm | INIT_noINTGMPm);
    DEBUGMEM = 0; /* no warning when the stack grows */
    paristack_setsize((size_t)8 << 20, (size_t)4 << 30);
    outer = fetch_user_var("x");
    inner = fetch_user_var("y");
    (void)atexit(pari_close);
}

static GEN integer_to_pari(mpz_srcptr c)
{
    long limbs = (long)mpz_size(c);
    GEN z;

    if (limbs == 0)
        return gen_0;
    z = cgetipos(limbs + 2);
    for (long k = 0; k < limbs; k++)
        *int_W(z, k) = (long)mpz_getlimbn(c, k);
    if (mpz_sgn(c) < 0)
        setsigne(z, -1);
    return z;
}

static void integer_from_pari(mpz_t c, GEN z)
{
    long limbs = lgefint(z) - 2;
    mp_limb_t *to = mpz_limbs_write(c, limbs > 0 ? limbs : 1);

    must(typ(z) == t_INT);
    for (long k = 0; k < limbs; k++)
        to[k] = (mp_limb_t)*int_W(z, k);
    mpz_limbs_finish(c, signe(z) < 0 ? -limbs : limbs);
}

/* Returns a polynomial of the degree with coefficients 0. */
static GEN new_poly(long degree, long variable)
{
    GEN f = cgetg(degree + 3, t_POL);

    f[1] = evalsigne(1) | evalvarn(variable);
    for (long i = 0; i <= degree; i++)
        gel(f, i + 2) = gen_0;
    return f;
}

static GEN to_pari(const clmodp_zxy *f)
{
    GEN out = new_poly(clmodp_zxy_degree_y(f), outer);
    size_t terms = clmodp_zxy_terms(f);

    for (size_t k = terms; k-- > 0;) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);
        GEN row = gel(out, (long)j + 2);

        if (typ(row) != t_POL) /* the loop meets the highest term of a row first */
            row = gel(out, (long)j + 2) = new_poly((long)i, inner);
        gel(row, (long)i + 2) = integer_to_pari(c);
    }
    return normalizepol(out);
}

static clmodp_zx *from_pari(GEN r)
{
    clmodp_zx *out = NULL;
    mpz_t c;

    mpz_init(c);
    must(clmodp_zx_create(&out) == CLMODP_OK);
    while (typ(r) == t_POL && varn(r) == outer && lg(r) == 3)
        r = gel(r, 2);
    must(typ(r) == t_INT || (typ(r) == t_POL && (varn(r) == inner || lg(r) == 2)));
    if (typ(r) == t_INT) {
        integer_from_pari(c, r);
        must(clmodp_zx_set_coeff(out, c, 0) == CLMODP_OK);
    }
    for (long i = 0; typ(r) == t_POL && i < lg(r) - 2; i++) {
        integer_from_pari(c, gel(r, i + 2));
        must(clmodp_zx_set_coeff(out, c, (size_t)i) == CLMODP_OK);
    }
    mpz_clear(c);
    return out;
}

clmodp_zx *pari_resultant(const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_zx *out;
    pari_sp before;

    start();
    before = avma;
    out = from_pari(polresultant0(to_pari(f), to_pari(g), outer, 0));
    set_avma(before);
    return out;
}

double pari_seconds(const clmodp_zxy *f, const clmodp_zxy *g, size_t runs)
{
    pari_sp before, prepared;
    double began;
    GEN a, b;

    start();
    before = avma;
    a = to_pari(f);
    b = to_pari(g);
    prepared = avma;
    began = clm_clock_seconds();
    for (size_t k = 0; k < runs; k++) {
        (void)polresultant0(a, b, outer, 0);
        set_avma(prepared);
    }
    began = clm_clock_seconds() - began;
    set_avma(before);
    return began;
}
