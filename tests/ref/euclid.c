/* Long multiplication, long division and Euclid's algorithm over F_p. */
#include "ref/euclid.h"

#include <stdlib.h>
#include <string.h>

ref_poly ref_new(size_t count)
{
    ref_poly a = {calloc(count + 1, sizeof(uint32_t)), count};

    if (a.c == NULL)
        abort();
    return a;
}

void ref_clear(ref_poly *a)
{
    free(a->c);
    *a = (ref_poly){0};
}

void ref_trim(ref_poly *a)
{
    while (a->count > 0 && a->c[a->count - 1] == 0)
        a->count--;
}

ref_poly ref_copy(ref_poly a)
{
    ref_poly b = ref_new(a.count);

    if (a.count > 0)
        memcpy(b.c, a.c, a.count * sizeof *a.c);
    return b;
}

uint32_t ref_power(uint32_t a, uint64_t e, uint32_t p)
{
    uint64_t power = 1 % p, square = a % p;

    for (; e > 0; e /= 2) {
        if (e % 2 == 1)
            power = power * square % p;
        square = square * square % p;
    }
    return (uint32_t)power;
}

ref_poly ref_product(ref_poly a, ref_poly b, uint32_t p)
{
    ref_poly product = ref_new(a.count > 0 && b.count > 0 ? a.count + b.count - 1 : 0);

    for (size_t i = 0; i < a.count; i++)
        for (size_t j = 0; j < b.count; j++)
            product.c[i + j] = (uint32_t)((product.c[i + j] + (uint64_t)a.c[i] * b.c[j]) % p);
    return product;
}

ref_poly ref_difference(ref_poly a, ref_poly b, uint32_t p)
{
    ref_poly d = ref_new(a.count > b.count ? a.count : b.count);

    for (size_t i = 0; i < d.count; i++)
        d.c[i] = (uint32_t)(((uint64_t)(i < a.count ? a.c[i] : 0) + p -
                             (i < b.count ? b.c[i] : 0)) % p);
    ref_trim(&d);
    return d;
}

void ref_divide(ref_poly *quotient, ref_poly *rest, ref_poly a, ref_poly b, uint32_t p)
{
    const size_t m = b.count;
    const uint64_t inverse = ref_power(b.c[m - 1], p - 2, p);

    *quotient = ref_new(a.count >= m ? a.count - m + 1 : 0);
    *rest = ref_copy(a);
    for (size_t k = quotient->count; k-- > 0;) {
        const uint64_t q = rest->c[k + m - 1] * (p == 2 ? 1 : inverse) % p;

        quotient->c[k] = (uint32_t)q;
        for (size_t j = 0; j < m; j++)
            rest->c[k + j] = (uint32_t)((rest->c[k + j] + (p - q) * b.c[j]) % p);
    }
    ref_trim(rest);
}

void ref_multiply_modulo(ref_poly *v, ref_poly by, ref_poly m, uint32_t p)
{
    ref_poly product = ref_product(*v, by, p), quotient = {0};

    ref_clear(v);
    ref_divide(&quotient, v, product, m, p);
    ref_clear(&quotient);
    ref_clear(&product);
}

void ref_gcd(ref_poly *g, ref_poly *u, ref_poly a, ref_poly b, uint32_t p)
{
    ref_poly r[2] = {ref_copy(a), ref_copy(b)}, s[2] = {ref_new(1), ref_new(0)};

    s[0].c[0] = 1;
    while (r[1].count > 0) {
        ref_poly q, rest, product, next;

        ref_divide(&q, &rest, r[0], r[1], p);
        ref_trim(&q);
        product = ref_product(q, s[1], p);
        next = ref_difference(s[0], product, p);
        ref_clear(&product);
        ref_clear(&q);
        ref_clear(&r[0]);
        ref_clear(&s[0]);
        r[0] = r[1];
        s[0] = s[1];
        r[1] = rest;
        s[1] = next;
    }
    if (r[0].count > 0) {
        const uint64_t inverse = ref_power(r[0].c[r[0].count - 1], p == 2 ? 1 : p - 2, p);

        for (size_t i = 0; i < r[0].count; i++)
            r[0].c[i] = (uint32_t)(r[0].c[i] * inverse % p);
        for (size_t i = 0; i < s[0].count; i++)
            s[0].c[i] = (uint32_t)(s[0].c[i] * inverse % p);
    }
    *g = r[0];
    *u = s[0];
    ref_clear(&r[1]);
    ref_clear(&s[1]);
}

uint32_t ref_euclid_resultant(ref_poly f, ref_poly g, uint32_t p)
{
    ref_poly a = ref_copy(f), b = ref_copy(g);
    uint64_t r = a.count > 0 && b.count > 0;

    while (b.count > 1 && r != 0) {
        ref_poly quotient = {0}, rest = {0};
        const size_t n = a.count - 1, m = b.count - 1;

        ref_divide(&quotient, &rest, a, b, p);
        r = rest.count == 0 ? 0 : r * ref_power(b.c[m], n + 1 - rest.count, p) % p;
        if (n % 2 != 0 && m % 2 != 0)
            r = (p - r) % p;
        ref_clear(&quotient);
        ref_clear(&a);
        a = b;
        b = rest;
    }
    if (r != 0)
        r = r * ref_power(b.c[0], a.count - 1, p) % p;
    ref_clear(&a);
    ref_clear(&b);
    return (uint32_t)r;
}

ref_poly ref_random(clm_random *random, size_t count, uint32_t p)
{
    ref_poly a = ref_new(count);

    for (size_t k = 0; k < count; k++)
        a.c[k] = (uint32_t)clm_random_below(random, p);
    if (count > 0)
        a.c[count - 1] = 1 + (uint32_t)clm_random_below(random, p - 1);
    return a;
}

void ref_random_sequence(clm_random *random, ref_poly *a, ref_poly *b, size_t count,
                         size_t common, size_t often, size_t most, uint32_t p)
{
    *a = ref_random(random, common, p);
    *b = ref_new(0);
    do {
        const size_t jump = clm_random_below(random, often) == 0 ? most : 1;
        ref_poly q = ref_random(random, 2 + clm_random_below(random, jump), p);
        ref_poly product = ref_product(q, *a, p), next;

        for (size_t k = 0; k < b->count; k++)
            b->c[k] = b->c[k] > 0 ? p - b->c[k] : 0;
        next = ref_difference(product, *b, p);
        ref_clear(&product);
        ref_clear(&q);
        ref_clear(b);
        *b = *a;
        *a = next;
    } while (a->count < count);
}
