/* The inputs of the resultant benchmark: tables of shapes, and random polynomials. */
#include "bench/inputs.h"

#include <stdio.h>
#include <stdlib.h>

#include <gmp.h>

#define SEED 20120301

size_t inputs_default(input_shape *shapes)
{
    shapes[0] = (input_shape){0, 60, 75, 20, 23, 200, 100, 0.0, 0};
    shapes[1] = (input_shape){0, 20, 16, 7, 11, 300, 100, 0.0, 0};
    return 2;
}

size_t inputs_extra(input_shape *shapes)
{
    shapes[0] = (input_shape){0, 32, 32, 64, 64, 1024, 100, 0.0, 0};
    return 1;
}

/* Parses a line of the table. Returns 0 if it is not a row. */
static int parse_row(input_shape *s, const char *line, int printed)
{
    unsigned long n[9];
    char density[16];
    double milliseconds;
    int found = sscanf(line, "%lu %lu %lu %lu %lu %lu %lu %lu %lu %15s %lf", &n[0], &n[1], &n[2],
                       &n[3], &n[4], &n[5], &n[6], &n[7], &n[8], density, &milliseconds);

    if (found < 10)
        return 0;
    *s = (input_shape){.row = (unsigned)n[0], .deg_y_f = n[1], .deg_y_g = n[2],
                       .deg_x_f = printed ? n[3] : n[5], .deg_x_g = printed ? n[4] : n[6],
                       .bits = n[7], .density = 100,
                       .paper_seconds = found == 11 ? milliseconds / 1000 : 0.0};
    return 1;
}

size_t inputs_table(input_shape *shapes, int printed)
{
    const char *path = BENCH_SOURCE_DIR "/resultant_table1.tsv";
    FILE *file = fopen(path, "r");
    char line[512];
    size_t count = 0;

    if (file == NULL) {
        perror(path);
        return 0;
    }
    while (count < INPUTS_MOST && fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#')
            count += (size_t)parse_row(&shapes[count], line, printed);
    (void)fclose(file);
    if (count == 0)
        (void)fprintf(stderr, "%s: no rows\n", path);
    return count;
}

size_t inputs_select(input_shape *shapes, size_t count, size_t first, size_t last)
{
    size_t kept = 0;

    for (size_t k = 0; k < count; k++)
        if (shapes[k].row >= first && shapes[k].row <= last)
            shapes[kept++] = shapes[k];
    return kept;
}

static clmodp_zxy *create_one(size_t deg_x, size_t deg_y, const input_shape *shape,
                              gmp_randstate_t random)
{
    clmodp_zxy *f = NULL;
    mpz_t c;

    mpz_init(c);
    if (clmodp_zxy_create(&f) != CLMODP_OK)
        exit(1);
    for (size_t j = 0; j <= deg_y; j++)
        for (size_t i = 0; i <= deg_x; i++) {
            int corner = (j == 0 || j == deg_y) && (i == 0 || i == deg_x);

            mpz_urandomb(c, random, shape->bits);
            mpz_setbit(c, shape->bits - 1);
            if (gmp_urandomb_ui(random, 1))
                mpz_neg(c, c);
            if (gmp_urandomm_ui(random, 100) >= shape->density && !corner)
                continue;
            if (shape->total && i + j > deg_y)
                continue;
            if (clmodp_zxy_set_coeff(f, c, i, j) != CLMODP_OK)
                exit(1);
        }
    mpz_clear(c);
    return f;
}

void inputs_create(clmodp_zxy **f, clmodp_zxy **g, const input_shape *shape)
{
    gmp_randstate_t random;

    gmp_randinit_default(random);
    gmp_randseed_ui(random, SEED);
    *f = create_one(shape->deg_x_f, shape->deg_y_f, shape, random);
    *g = create_one(shape->deg_x_g, shape->deg_y_g, shape, random);
    gmp_randclear(random);
}

clmodp_zxy *inputs_dense(size_t dx, size_t dy, size_t total, size_t bits, clm_random *random)
{
    clmodp_zxy *f = NULL;

    if (clmodp_zxy_create(&f) != CLMODP_OK)
        exit(1);
    for (size_t j = 0; j <= dy; j++)
        for (size_t i = 0; i <= dx && i + j <= total; i++) {
            const uint64_t word = clm_random_next(random);
            const long c = (long)(word >> (64 - bits) | (uint64_t)1 << (bits - 1));

            if (clmodp_zxy_set_coeff_si(f, word & 1 ? -c : c, i, j) != CLMODP_OK)
                exit(1);
        }
    return f;
}

static void save_one(const clmodp_zxy *f, const char *folder, size_t number, char name)
{
    char path[1024], *text = NULL;
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%zu-%c", folder, number, name);
    if (clmodp_zxy_to_text(&text, f, "x", "y") != CLMODP_OK)
        exit(1);
    file = fopen(path, "w");
    if (file == NULL || fprintf(file, "%s\n", text) < 0 || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
    free(text);
}

void inputs_save(const input_shape *shape, const char *folder, size_t number)
{
    clmodp_zxy *f, *g;

    inputs_create(&f, &g, shape);
    save_one(f, folder, number, 'f');
    save_one(g, folder, number, 'g');
    clmodp_zxy_destroy(f);
    clmodp_zxy_destroy(g);
}
