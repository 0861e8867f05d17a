/* Writes the programs that the library compiles for a vendor's GPUs: `kernel-programs VENDOR DIR
 * KERNELS` writes DIR/NAME.cl for each, with includes expanded, and DIR/options, without a device.
 * Definitions have the formats used by launches. The tests that compile the programs check that
 * they contain every kernel. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arith/residue.h"
#include "arrays/reduction.h"
#include "arrays/select.h"
#include "arrays/sort_sweep.h"
#include "cl/engines/schur/compact_shape.h"
#include "cl/fpx/batch/euclid_formal_shape.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "cl/fpx/batch/powers_shape.h"
#include "engines/euclid/engine.h"
#include "engines/schur/mrc.h"
#include "engines/schur/schur.h"
#include "fpx/batch/ntt.h"
#include "fpx/batch/vandermonde.h"
#include "opencl/cache.h"
#include "opencl/kernel.h"
#include "opencl/source.h"
#include "opencl/tuning.h"

/* Properties of vendors' GPUs on which programs depend. */
static const clmodp_device devices[] = {
    {.vendor = "nvidia", .platform_name = "NVIDIA CUDA",
     .max_work_group = 1024, .local_memory = 48 << 10},
    {.vendor = "amd", .platform_name = "AMD Accelerated Parallel Processing",
     .driver = "(HSA1.1,LC)", .max_work_group = 256, .local_memory = 64 << 10},
    {.vendor = "intel", .platform_name = "Intel(R) OpenCL Graphics",
     .max_work_group = 512, .local_memory = 64 << 10},
};

static clmodp_context context; /* of an imaginary device */
static const char *directory;
static int failures;

static void put(const char *name, const char *ending, const char *text)
{
    char path[4096];
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%s%s", directory, name, ending);
    file = fopen(path, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) {
        (void)fprintf(stderr, "cannot write %s\n", path);
        failures++;
    }
}

static void write_files(const char *name, const clm_kernel_files *files, const char *definitions)
{
    char *text = NULL;

    if (clm_source_load(&context.error, &text, definitions, context.kernel_dir, files->names,
                        files->count, NULL) == CLMODP_OK) {
        put(name, ".cl", text);
    } else {
        (void)fprintf(stderr, "%s: %s\n", name, context.error.message);
        failures++;
    }
    free(text);
}

/* Writes the program of one file, as compiled by clm_kernel_get_with. */
static void write_file(const char *name, const char *file, const char *format, ...)
{
    const clm_kernel_files files = {&file, 1};
    char definitions[CLM_DEFINITIONS_SIZE];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(definitions, sizeof definitions, format, arguments);
    va_end(arguments);
    write_files(name, &files, definitions);
}

/* Tests for 2 to SCHUR_ROWS_MAX - 1 rows per work-item, or several tiles per group. */
static bool middle_class(clm_schur_class how)
{
    return (how.rows > 1 && how.rows < SCHUR_ROWS_MAX) || how.tiles > 1;
}

/* Writes programs for the numbers of rows per work-item that occur with the degrees: for the
 * residue type with the longest arithmetic all numbers, and programs with several tiles per group;
 * for other types one row, the maximum, and any number. */
static void write_schur(const clm_residue_type *type)
{
    const clm_residue_type *longest = clm_residue_type_of(CLM_RESIDUE_DOUBLE50);
    bool done[SCHUR_ROWS_MAX + 1][2] = {{false}};
    char name[64];

    for (u32 p = 1; p < 1u << 15; p *= 2) {
        const schur_matrix matrix = {.p = p, .q = p};
        const clm_schur_class how = clm_schur_class_of(&context, type, &matrix);

        if (done[how.rows][how.tiles > 1] || (type != longest && middle_class(how)))
            continue;
        done[how.rows][how.tiles > 1] = true;
        (void)snprintf(name, sizeof name, "schur-%s-%u-%u", type->name, (unsigned)how.rows,
                       (unsigned)how.tiles);
        write_file(name, "engines/schur/schur.cl", CLM_SCHUR_DEFINITIONS, type->definitions,
                   (size_t)how.group, (unsigned)how.rows, (unsigned)how.tiles);
    }
}

static void write_typed(const clm_residue_type *type)
{
    char name[64];

#define NAME(...) (snprintf(name, sizeof name, __VA_ARGS__) > 0 ? name : "")
    write_schur(type);
    write_file(NAME("compact-%s", type->name), "engines/schur/compact.cl",
               CLM_COMPACT_DEFINITIONS, type->definitions, (size_t)COMPACT_GROUP);
    write_file(NAME("euclid_points-%s", type->name), "engines/schur/euclid_points.cl", "%s",
               type->definitions);
    write_file(NAME("reduce_words-%s", type->name), "multimodular/reduce_words.cl", "%s",
               type->definitions);
    for (int local = 0; local < 2; local++)
        write_file(NAME("mrc-%s-%d", type->name, local), "engines/schur/mrc.cl",
                   CLM_MRC_DEFINITIONS, type->definitions, (size_t)8, local);
    for (int rows = 2; rows <= 4; rows += 2)
        write_file(NAME("vandermonde-%s-%d", type->name, rows), "fpx/batch/vandermonde.cl",
                   CLM_VANDERMONDE_DEFINITIONS, type->definitions, rows);
#undef NAME
}

/* Writes the passes of transforms. */
static void write_passes(void)
{
    static const unsigned rounds[][2] = {{2, 1}, {3, 1}, {4, 1}, {5, 1},
                                         {3, 2}, {7, 1}, {4, 2}, {3, 3}};
    char name[64];

    for (size_t k = 0; k < sizeof rounds / sizeof *rounds; k++)
        for (int backward = 0; backward < 2; backward++) {
            (void)snprintf(name, sizeof name, "ntt-%u-%d", rounds[k][0] * rounds[k][1], backward);
            write_file(name, "fpx/batch/ntt.cl", CLM_NTT_DEFINITIONS, rounds[k][0], rounds[k][1],
                       backward);
        }
}

/* Writes schoolbook arithmetic, in work-groups of one size. */
static void write_expanded(void)
{
    static const char *const names[] = {"multiply", "divide", "gcd"};
    char file[64], name[64];

    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        (void)snprintf(file, sizeof file, "fpx/schoolbook/%s.cl", names[k]);
        (void)snprintf(name, sizeof name, "schoolbook-%s", names[k]);
        write_file(name, file, CLM_DEFINE_NT, (size_t)128);
    }
    write_file("schoolbook-scale", "fpx/schoolbook/scale.cl", "%s", "");
    write_file("move", "fpx/batch/move.cl", "%s", "");
    write_file("cosets", "fpx/batch/cosets.cl", "%s", "");
    write_file("sparse", "fpx/batch/sparse.cl", "%s", "");
}

/* Writes sorts of words without values, and of doubles with 64-bit values. */
static void write_sorts(void)
{
    static const char *const forms[] = {"tiles", "splits", "buckets"};
    char file[64], name[64];

    for (size_t k = 0; k < 3; k++) {
        (void)snprintf(file, sizeof file, "arrays/sort_%s.cl", forms[k]);
        (void)snprintf(name, sizeof name, "sort-%s-words", forms[k]);
        write_file(name, file, CLM_SORT_DEFINITIONS, (size_t)4, (size_t)0, (size_t)4, 4u, 0);
        (void)snprintf(name, sizeof name, "sort-%s-longs", forms[k]);
        write_file(name, file, CLM_SORT_DEFINITIONS, (size_t)8, (size_t)8, (size_t)8, 8u, 1);
    }
}

/* Writes sorts by sweeps of words without values, and of doubles with 64-bit values. */
static void write_sweeps(void)
{
    write_file("sort-sweep-words", "arrays/sort_sweep.cl", CLM_SORT_SWEEP_DEFINITIONS, (size_t)4,
               (size_t)0, (size_t)4, 8u, 0, (size_t)16, (size_t)1, 0);
    write_file("sort-sweep-longs", "arrays/sort_sweep.cl", CLM_SORT_SWEEP_DEFINITIONS, (size_t)8,
               (size_t)8, (size_t)4, 8u, 1, (size_t)4, (size_t)2, 0);
}

/* Writes programs of measurements. */
static void write_tune(void)
{
    static const char *const names[] = {"calibrate", "memory"};
    char file[64], name[64];

    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        (void)snprintf(file, sizeof file, "tuning/%s.cl", names[k]);
        (void)snprintf(name, sizeof name, "tune-%s", names[k]);
        write_file(name, file, "%s", "");
    }
}

/* Writes programs of case studies. */
static void write_studies(void)
{
    write_file("study-all-pairs", "studies/all_pairs.cl",
               "#define CHAINS %u\n#define TILE %u\n#define GROUP %u\n", 4u, 32u, 64u);
    write_file("study-fft", "studies/fft.cl", "#define CHAINS %u\n", 4u);
    write_file("study-list-ranking", "studies/list_ranking.cl", "#define CHAINS %u\n", 4u);
    write_file("study-merge-sort", "studies/merge_sort.cl", "#define CHAINS %u\n", 4u);
    write_file("study-strings", "studies/string_matching.cl", "#define CHAINS %u\n", 4u);
}

/* Writes fast arithmetic, with one tile per work-group. */
static void write_fast(void)
{
    write_file("fast-spectra", "fpx/fast/spectra.cl", CLM_DEFINE_NT, (size_t)64);
    write_file("fast-whole", "fpx/fast/spectra_whole.cl", CLM_DEFINE_NT, (size_t)64);
    write_file("fast-half-gcd", "fpx/fast/half_gcd.cl", CLM_DEFINE_NT, (size_t)64);
    write_file("fast-newton", "fpx/fast/newton.cl", "%s", "");
    write_file("fast-tree", "fpx/fast/tree.cl", CLM_DEFINE_NT, (size_t)16);
}

/* Writes arithmetic on batches of short pairs, one pair per lane. */
static void write_many(void)
{
    write_file("many-multiply", "fpx/pairs/multiply.cl", "%s", "");
    write_file("many-cofactors", "fpx/pairs/cofactors.cl", "%s", "");
    write_file("many-cofactors-large", "fpx/pairs/cofactors.cl", "%s", EUCLID_LARGE);
    write_file("many-divide", "fpx/pairs/divide.cl", "%s", "");
    write_file("many-divide-large", "fpx/pairs/divide.cl", "%s", EUCLID_LARGE);
    write_file("many-euclid", "fpx/pairs/euclid.cl", "%s", "");
    write_file("many-euclid-large", "fpx/pairs/euclid.cl", "%s", EUCLID_LARGE);
    write_file("many-assign", "fpx/pairs/assign.cl", "%s", "");
    write_file("many-general", "fpx/pairs/general.cl", "%s", "");
}

/* Selects a vendor's device; returns false if the vendor is unknown. */
static bool choose_device(const char *vendor)
{
    for (size_t k = 0; k < sizeof devices / sizeof *devices; k++)
        if (strcmp(devices[k].vendor, vendor) == 0) {
            context.device = devices[k];
            (void)strcpy(context.device.kind, "gpu");
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    char options[CLM_BUILD_OPTIONS_SIZE];

    if (argc != 4 || !choose_device(argv[1]))
        return 2;
    directory = argv[2];
    context.kernel_dir = argv[3];
    context.tuning = clm_tuning_default(&context.device, NULL);
    clm_build_options(options, &context);
    put("options", "", options);
    write_files("euclid", &clm_euclid_files, "");
    write_file("euclid-large", "fpx/batch/euclid.cl", "%s", EUCLID_LARGE);
    write_file("euclid-blocks", "fpx/batch/euclid_blocks.cl", "%s", "");
    write_file("euclid-formal-gapless", "fpx/batch/euclid_formal.cl", "%s", EUCLID_FORMAL_COMPACT);
    write_file("determinant", "fpx/batch/determinant.cl", "%s", "");
    write_file("determinant-pivots", "fpx/batch/determinant_pivots.cl", "%s", "");
    write_file("powers", "fpx/batch/powers.cl", "%s", "");
    write_file("powers-compiled", "fpx/batch/powers.cl", POWERS_LINE, (size_t)POWERS_COMPILED);
    write_file("convolution", "multimodular/convolution.cl", "%s", "");
    write_file("scan-uint", "arrays/scan.cl", CLM_SCAN_DEFINITIONS, "uint");
    write_file("scan-lookback-uint", "arrays/scan_lookback.cl", CLM_SCAN_LOOKBACK_DEFINITIONS,
               "uint", (size_t)15, CLM_SCAN_PIECES(sizeof(u32)), 0);
    write_file("scan-lookback-ulong", "arrays/scan_lookback.cl", CLM_SCAN_LOOKBACK_DEFINITIONS,
               "ulong", (size_t)15, CLM_SCAN_PIECES(sizeof(u64)), 0);
    write_sorts();
    write_sweeps();
    write_file("reduction-uint", "arrays/reduction.cl", CLM_REDUCTION_DEFINITIONS, "uint",
               clm_array_reduction_operator(CLMODP_REDUCE_MIN),
               clm_array_reduction_identity(CLMODP_REDUCE_MIN, sizeof(u32)));
    write_file("reduction-ulong", "arrays/reduction.cl", CLM_REDUCTION_DEFINITIONS, "ulong",
               clm_array_reduction_operator(CLMODP_REDUCE_SUM),
               clm_array_reduction_identity(CLMODP_REDUCE_SUM, sizeof(u64)));
    write_file("select-uint", "arrays/select.cl", CLM_SELECT_DEFINITIONS, "uint");
    write_file("select-ulong", "arrays/select.cl", CLM_SELECT_DEFINITIONS, "ulong");
    write_file("scan-ulong", "arrays/scan.cl", CLM_SCAN_DEFINITIONS, "ulong");
    write_expanded();
    write_tune();
    write_studies();
    write_fast();
    write_many();
    write_passes();
    for (int kind = 0; kind < CLM_RESIDUE_KINDS; kind++)
        write_typed(clm_residue_type_of((clm_residue_kind)kind));
    return failures > 0;
}
