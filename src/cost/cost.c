/* The cost model: sums of amounts and operation counts; the table of cost coefficients, in
 * nanoseconds of one compute unit or core; and coefficients from a device's measurements.
 *
 * Measured with PoCL 3.1 and GMP 6.2 on cores with AVX-512 (Zen 5; an Intel core of 2023 takes 1.3
 * to 2 times as long overall, which hardly changes the choices). Nothing else was measured: on
 * GPUs, accelerators and other drivers a compute unit counts as a core, except for transfers at 10
 * GB/s and multiply-adds of double words, 32 a clock and unit, as on recent chips. Each line names
 * the command that measures its coefficient or compares predictions with times; bench/costs prints
 * all. */
#include "cost/cost.h"

#include <math.h>
#include <string.h>

void clm_amounts_add(clm_amounts *to, const clm_amounts *what, double times)
{
    for (int k = 0; k < CLM_OPERATIONS; k++)
        to->of[k] += times * what->of[k];
}

/* GMP's products, fitted: schoolbook, Toom's methods, transforms. The prediction is 0.65 to 1.02
 * of the time of mpn_mul from 1 to 2^15 limbs, and 1.45 at 2^17, with GMP 6.2 on an Intel core of
 * 2023; bench/crt prints some. */
double clm_limb_products(double n)
{
    if (n < 32)
        return 13.5 + n * n;
    return n < 512 ? 1041 * pow(n / 32, 1.57) : 8.1e4 * pow(n / 512, 1.4);
}

double clm_limb_division(double n)
{
    return 2.6 * clm_limb_products(n);
}

double clm_limb_uneven(double n)
{
    return 1.6 * clm_limb_products(n);
}

double clm_limb_tree(double n)
{
    return 3.0 * clm_limb_products(n);
}

void clm_op_counts_add(clm_op_counts *to, const clm_op_counts *what, double times)
{
    to->read += times * what->read;
    to->written += times * what->written;
    to->products += times * what->products;
    to->additions += times * what->additions;
    to->digits += times * what->digits;
    to->launches += times * what->launches;
    to->groups += times * what->groups;
}

/* One time for all kinds; or for CPUs, GPUs and others. A measured kind gets its own value. */
#define SAME(x) {x, x, x, x, x, x, x}
#define KINDS(cpu, gpu, other) {cpu, cpu, gpu, gpu, gpu, gpu, other}

static const struct {
    const char *name, *command;
    double ns[CLM_MACHINES];
} table[] = {
    [CLM_OP_SUM_PRODUCT] = {"sum-product", "bench/evaluate", SAME(0.058)},
    [CLM_OP_SUM_STORE] = {"sum-store", "bench/evaluate", SAME(0.1)},
    [CLM_OP_SUM_POWER] = {"sum-power", "bench/evaluate", SAME(0.34)},
    [CLM_OP_SHARED_COEFFICIENT] = {"shared-coefficient", "bench/evaluate", SAME(0.43)},
    [CLM_OP_SHARED_VALUE] = {"shared-value", "bench/evaluate", SAME(0.2)},
    [CLM_OP_LAYER_SUM] = {"layer-sum", "bench/evaluate", SAME(0.04)},
    [CLM_OP_ROOT_PRODUCT] = {"root-product", "bench/evaluate", SAME(0.3)},
    [CLM_OP_STORE_VECTOR] = {"store-vector", "bench/evaluate", SAME(0.05)},
    [CLM_OP_STORE_PIECE] = {"store-piece", "bench/evaluate", SAME(0.2)},
    [CLM_OP_FETCH_WORD] = {"fetch-word", "bench/evaluate", SAME(0.3)},
    [CLM_OP_SPILT_WORD] = {"spilt-word", "bench/resultant --table", SAME(1.0)},
    [CLM_OP_ROW_VALUE] = {"row-value", "bench/evaluate", SAME(0.23)},
    [CLM_OP_EUCLID_PAIR] = {"euclid-pair", "bench/euclid", SAME(0.11)},
    /* each lane of a GPU reads its own table of roots, which does not coalesce */
    [CLM_OP_BLOCK_WORD] = {"block-word", "bench/euclid_blocks", KINDS(0.23, 2.0, 2.0)},
    [CLM_OP_LU_PRODUCT] = {"lu-product", "bench/determinant", SAME(0.018)},
    [CLM_OP_LU_ENTRY] = {"lu-entry", "bench/determinant", SAME(0.3)},
    [CLM_OP_POINT] = {"point", "bench/resultant", SAME(4.0)},
    [CLM_OP_DIVIDE_LANE] = {"divide-lane", "bench/costs", SAME(0.9)},
    [CLM_OP_DIVIDE_NUMERATOR] = {"divide-numerator", "bench/costs", SAME(0.25)},
    [CLM_OP_DIVIDE_INVERSION] = {"divide-inversion", "bench/costs", SAME(16.0)},
    [CLM_OP_INTERPOLATE_WORD] = {"interpolate-word", "bench/costs", SAME(1.8)},
    [CLM_OP_COSET_PRODUCT] = {"coset-product", "bench/costs", SAME(0.35)},
    [CLM_OP_NTT_2] = {"ntt-2", "bench/interpolate", SAME(0.29)},
    [CLM_OP_NTT_3] = {"ntt-3", "bench/interpolate", SAME(0.29)},
    [CLM_OP_NTT_4] = {"ntt-4", "bench/interpolate", SAME(0.29)},
    [CLM_OP_NTT_5] = {"ntt-5", "bench/interpolate", SAME(0.39)},
    [CLM_OP_NTT_6] = {"ntt-6", "bench/interpolate", SAME(0.30)},
    [CLM_OP_NTT_7] = {"ntt-7", "bench/interpolate", SAME(0.55)},
    [CLM_OP_NTT_8] = {"ntt-8", "bench/interpolate", SAME(0.41)},
    [CLM_OP_NTT_9] = {"ntt-9", "bench/interpolate", SAME(0.37)},
    [CLM_OP_SPILT_PASS] = {"spilt-pass", "bench/evaluate", SAME(0.09)},
    [CLM_OP_SCHOOLBOOK_PRODUCT] = {"schoolbook-product", "clmodp tune", SAME(0.021)},
    [CLM_OP_SCHOOLBOOK_WORD] = {"schoolbook-word", "clmodp tune", SAME(0.125)},
    [CLM_OP_SWEEP_PRODUCT] = {"sweep-product", "clmodp tune", SAME(0.028)},
    [CLM_OP_SWEEP_WORD] = {"sweep-word", "clmodp tune", SAME(0.33)},
    [CLM_OP_DIVIDE_STEP] = {"divide-step", "clmodp tune", SAME(30.0)},
    [CLM_OP_GCD_STEP] = {"gcd-step", "clmodp tune", KINDS(105.0, 210.0, 210.0)},
    [CLM_OP_GCD_GROUP] = {"gcd-group", "clmodp tune", KINDS(1500.0, 1e4, 1e4)},
    [CLM_OP_GCD_MATRIX_PRODUCT] = {"gcd-joint", "clmodp tune", SAME(5000.0)},
    [CLM_OP_SCAN_WORD] = {"scan-word", "clmodp tune", SAME(0.32)},
    [CLM_OP_SCAN_RUN] = {"scan-run", "clmodp tune", SAME(6.0)},
    [CLM_OP_SORT_KEY] = {"sort-key", "clmodp tune", SAME(1.2)},
    [CLM_OP_SORT_RETURN] = {"sort-return", "clmodp tune", SAME(0.5)},
    [CLM_OP_SORT_DIGIT] = {"sort-digit", "clmodp tune", SAME(28.0)},
    [CLM_OP_SPLIT_KEY] = {"split-key", "clmodp tune", SAME(2.9)},
    [CLM_OP_SPLIT_BIT] = {"split-bit", "clmodp tune", SAME(0.7)},
    [CLM_OP_TREE_PRODUCT] = {"tree-product", "bench/fpx", SAME(0.08)},
    [CLM_OP_FAST_PRODUCT] = {"fast-product", "clmodp tune", SAME(0.072)},
    [CLM_OP_FAST_WORD] = {"fast-word", "clmodp tune", SAME(0.54)},
    [CLM_OP_FAST_HALVING] = {"fast-halving", "clmodp tune", SAME(0.052)},
    [CLM_OP_HALF_GCD_STEP] = {"half-gcd-step", "clmodp tune", KINDS(300.0, 250.0, 250.0)},
    [CLM_OP_HALF_GCD_PAIR] = {"half-gcd-pair", "clmodp tune", SAME(0.22)},
    [CLM_OP_PAIRS_PRODUCT] = {"many-product", "bench/fpx_batch", SAME(0.08)},
    [CLM_OP_SCHUR_PRODUCT] = {"schur-product", "bench/engines", SAME(0.5)},
    [CLM_OP_VANDERMONDE_STEP] = {"vandermonde-step", "bench/vandermonde", SAME(1000.0)},
    [CLM_OP_VANDERMONDE_PAIR] = {"vandermonde-pair", "bench/vandermonde", SAME(0.4)},
    [CLM_OP_REDUCE_WORD] = {"reduce-word", "bench/resultant", KINDS(0.07, 0.04, 0.5)},
    [CLM_OP_REDUCE_TYPE_WORD] = {"reduce-type-word", "bench/engines", KINDS(1.2, 0.04, 0.5)},
    [CLM_OP_REDUCE_LIMB] = {"reduce-limb", "bench/resultant", SAME(0.5)},
    [CLM_OP_REDUCE_INTEGER] = {"reduce-integer", "bench/resultant", SAME(1.0)},
    [CLM_OP_CRT_SUM] = {"crt-sum", "bench/crt", KINDS(0.025, 0.03, 0.2)},
    [CLM_OP_CRT_DIGIT] = {"crt-digit", "bench/crt", KINDS(0.032, 0.1, 0.3)},
    [CLM_OP_CRT_BUTTERFLY] = {"crt-butterfly", "bench/crt", KINDS(0.14, 0.2, 0.6)},
    [CLM_OP_CRT_SPECTRUM] = {"crt-spectrum", "bench/crt", KINDS(0.056, 0.08, 0.24)},

    [CLM_OP_DEVICE_INIT] = {"open", "bench/costs",
                            SAME(6e7)}, /* LLVM loaded, programs from the cache */
    [CLM_OP_LAUNCH] = {"launch", "bench/costs", SAME(1.5e3)},
    [CLM_OP_WAKE] = {"wake", "bench/fpx", KINDS(5.5e3, 1.0, 1.0)},
    [CLM_OP_WAIT] = {"wait", "bench/costs", SAME(2.8e4)},
    [CLM_OP_RUN] = {"run", "bench/small", SAME(1.45e5)},
    [CLM_OP_FPX_CALL] = {"fpx-call", "clmodp tune", SAME(2e4)},
    [CLM_OP_STRIPE] = {"stripe", "bench/crt", KINDS(2.5e4, 1e5, 1e5)},
    [CLM_OP_MOVED_WORD] = {"moved-word", "bench/crt", KINDS(0.1, 0.4, 1.0)},
    [CLM_OP_SENT_WORD] = {"sent-word", "bench/resultant --extra", SAME(2.0)},
    [CLM_OP_THREADS] = {"threads", "bench/costs", SAME(5e4)},
    [CLM_OP_THREAD] = {"thread", "bench/costs", SAME(3e4)},
    [CLM_OP_BOUND_WIDTH] = {"bound-width", "bench/costs", SAME(400.0)},
    [CLM_OP_BOUND_WEIGHT] = {"bound-weight", "bench/costs", SAME(500.0)},
    [CLM_OP_BOUND_COLUMNS] = {"bound-columns", "bench/costs", SAME(80.0)},
    [CLM_OP_BOUND_MAHLER] = {"bound-mahler", "bench/costs", SAME(500.0)},
    /* These coefficients decide which bounds are sampled, and so their values: fixed, although
     * samples and columns are faster now. */
    [CLM_OP_BOUND_SAMPLE] = {"bound-sample", "bench/costs", SAME(25.0)},
    [CLM_OP_BOUND_BUTTERFLY] = {"bound-butterfly", "bench/costs", SAME(3.0)},
    [CLM_OP_BOUND_COLUMN] = {"bound-column", "bench/costs", SAME(30.0)},

    [CLM_OP_HOST_HORNER] = {"host-horner", "bench/small", SAME(1.3)},
    [CLM_OP_HOST_BUTTERFLY] = {"host-butterfly", "bench/small", SAME(1.8)},
    [CLM_OP_HOST_UPDATE] = {"host-update", "bench/small", SAME(3.6)},
    [CLM_OP_HOST_DIVISION] = {"host-division", "bench/small", SAME(20.0)},
    [CLM_OP_HOST_LU] = {"host-lu", "bench/matrices", SAME(1.3)},
    [CLM_OP_HOST_POINT] = {"host-point", "bench/small", SAME(50.0)},
    [CLM_OP_HOST_PRIME] = {"host-prime", "bench/small", SAME(1000.0)},
    [CLM_OP_HOST_NEWTON] = {"host-newton", "bench/small", SAME(2.1)},
    [CLM_OP_PACK_UPDATE] = {"pack-update", "bench/small", SAME(1.9)},
    [CLM_OP_PACK_STEP] = {"pack-step", "bench/small", SAME(25.0)},
    [CLM_OP_PACK_LU] = {"pack-lu", "bench/matrices", SAME(0.6)},
    [CLM_OP_PACK_PIVOT] = {"pack-pivot", "bench/matrices", SAME(60.0)},
    [CLM_OP_PACK_PRODUCT] = {"pack-product", "bench/small", SAME(2.2)},
    [CLM_OP_PACK_POINT] = {"pack-point", "bench/small", SAME(10.0)},
    [CLM_OP_PACK] = {"pack", "bench/small", SAME(4500.0)},
    [CLM_OP_HOST_LIMB] = {"host-limb", "bench/small 1000", SAME(0.8)},
    [CLM_OP_HOST_RESIDUE] = {"host-residue", "bench/small 1000", SAME(12.0)},
    [CLM_OP_HOST_PRIMES] = {"host-primes", "bench/small 100000", SAME(1.3)},
    [CLM_OP_HOST_PRODUCT] = {"host-product", "bench/fpx", SAME(0.35)},
    [CLM_OP_HOST_REMAINDER] = {"host-remainder", "bench/fpx", SAME(30.0)},
    [CLM_OP_HOST_SHORT_PAIR] = {"host-short-pair", "bench/fpx", SAME(0.07)},
    [CLM_OP_HOST_STAGE_WORD] = {"host-stage-word", "bench/fpx", SAME(0.06)},
    [CLM_OP_HOST_LEAF_WORD] = {"host-leaf-word", "bench/fpx", SAME(0.27)},
    [CLM_OP_HOST_ROOT] = {"host-root", "bench/fpx", SAME(1.8)},
    [CLM_OP_HOST_TRANSFORMS] = {"host-transforms", "bench/fpx", SAME(280.0)},
    [CLM_OP_PROBLEM_ALONE] = {"problem-alone", "bench/batch", SAME(8e3)},
    [CLM_OP_PROBLEM_MERGED] = {"problem-merged", "bench/batch", SAME(3e3)},
    [CLM_OP_PRIME_FOUND] = {"prime-found", "bench/resultant", SAME(2e3)},
    [CLM_OP_CRT_HOST_RESIDUE] = {"crt-residue", "bench/crt", SAME(10.0)},
    [CLM_OP_CRT_SHORT_RESIDUE] = {"crt-short", "bench/crt", SAME(20.0)},
    [CLM_OP_CRT_SHORT_PAIR] = {"crt-short-pair", "bench/crt", SAME(0.4)},
    [CLM_OP_COMBINATION_RESIDUE] = {"combination-residue", "bench/modes", SAME(1.0)},
    [CLM_OP_COMBINATION_PAIR] = {"combination-pair", "bench/modes", SAME(7.0)},
    [CLM_OP_ESTIMATE_PRODUCT] = {"estimate-product", "bench/modes", SAME(1.0)},
    [CLM_OP_CHECK_PAIR] = {"check-pair", "bench/modes", SAME(20.0)},
    [CLM_OP_POWER_PRODUCT] = {"power-product", "bench/resultant --extra", SAME(22.0)},
    [CLM_OP_LIMB_PRODUCT] = {"limb-product", "bench/crt", SAME(0.37)},
    [CLM_OP_CRT_VALUE] = {"crt-value", "bench/crt", SAME(20.0)},
    [CLM_OP_CRT_PRIME] = {"crt-prime", "bench/crt", SAME(1.5)},
    [CLM_OP_CRT_LEAF] = {"crt-leaf", "bench/crt", SAME(0.6)},
    [CLM_OP_COMBINE_NODE] = {"combine-node", "bench/crt", SAME(10.0)},
    [CLM_OP_COMBINE_LIMB] = {"combine-limb", "bench/crt", SAME(1.0)},
    [CLM_OP_DIVIDE_LIMB] = {"divide-limb", "bench/crt", SAME(3.0)},
    [CLM_OP_SUBTRACT_LIMB] = {"subtract-limb", "bench/crt", SAME(0.5)},
    [CLM_OP_WEIGHT_WORD] = {"weight-word", "bench/crt", SAME(4.0)},
    [CLM_OP_UNPACKED_WORD] = {"unpacked-word", "bench/crt", SAME(1.0)},
    [CLM_OP_COPIED_LIMB] = {"copied-limb", "bench/resultant --extra", SAME(0.1)},
    [CLM_OP_COMBINE_STEP] = {"combine-step", "bench/crt", SAME(0.15)},
    [CLM_OP_MINOR_PRODUCT] = {"minor-product", "bench/variables", SAME(2.0)},
    [CLM_OP_MINOR_LIMB] = {"minor-limb", "bench/variables", SAME(1.0)},
    [CLM_OP_TERM_PAIR] = {"term-pair", "bench/zxy_text", SAME(400.0)},
    [CLM_OP_HASHED_PAIR] = {"hashed-pair", "bench/zxy_text", SAME(20.0)},
    [CLM_OP_TERM_LIMB] = {"term-limb", "bench/zxy_text", SAME(1.0)},
    [CLM_OP_PACKED_LIMB] = {"packed-limb", "bench/zxy_text", SAME(150.0)},
};

_Static_assert(sizeof table / sizeof *table == CLM_OPERATIONS, "all operations have coefficients");

static const struct {
    const char *name;
    double ns;
} limits[CLM_LIMITS] = {
    [CLM_LIMIT_THREADS] = {"threads", 1e6},
    [CLM_LIMIT_GROUP] = {"group", 1e7},
    [CLM_LIMIT_ALONE] = {"alone", 1e7},
    [CLM_LIMIT_MERGED] = {"merged", 1e7},
    [CLM_LIMIT_REDUCTION] = {"reduction", 1e7},
    [CLM_LIMIT_BOUNDS] = {"bounds", 1e8},
    [CLM_LIMIT_CIRCLE] = {"circle", 9e7},
    [CLM_LIMIT_SAMPLES] = {"samples", 6e5},
    [CLM_LIMIT_COLUMNS] = {"columns", 6e7},
    [CLM_LIMIT_BLOCKS] = {"blocks", 1e8},
    [CLM_LIMIT_LAUNCH] = {"launch", 1e8},
};

/* With PoCL 3.1 and AVX-512, over the rows of bench/resultant_table1.tsv. */
static const double weights[] = {1.20, 1.20, 1.08, 1.04, 1.00, 0.98, 0.97, 0.96};

static const struct {
    const char *name;
    bool measured;
} machines[CLM_MACHINES] = {
    [CLM_MACHINE_POCL] = {"CPU through PoCL", true},
    [CLM_MACHINE_CPU] = {"CPU through another driver", false},
    [CLM_MACHINE_NVIDIA] = {"GPU of NVIDIA", false},
    [CLM_MACHINE_AMD] = {"GPU of AMD", false},
    [CLM_MACHINE_INTEL] = {"GPU of Intel", false},
    [CLM_MACHINE_GPU] = {"GPU of another vendor", false},
    [CLM_MACHINE_OTHER] = {"other device", false},
};

/* GPU vendors, recognised by a part of the vendor's name. */
static const struct {
    const char *part;
    clm_machine machine;
} vendors[] = {
    {"NVIDIA", CLM_MACHINE_NVIDIA},
    {"Advanced Micro Devices", CLM_MACHINE_AMD},
    {"AMD", CLM_MACHINE_AMD},
    {"Intel", CLM_MACHINE_INTEL},
};

clm_machine clm_machine_of(const char *kind, const char *platform, const char *vendor)
{
    if (strcmp(kind, "cpu") == 0)
        return strcmp(platform, "Portable Computing Language") == 0 ? CLM_MACHINE_POCL
                                                                    : CLM_MACHINE_CPU;
    if (strcmp(kind, "gpu") != 0)
        return CLM_MACHINE_OTHER;
    for (unsigned k = 0; k < sizeof vendors / sizeof *vendors; k++)
        if (strstr(vendor, vendors[k].part) != NULL)
            return vendors[k].machine;
    return CLM_MACHINE_GPU;
}

const char *clm_machine_name(clm_machine machine)
{
    return machines[machine].name;
}

bool clm_machine_is_cpu(clm_machine machine)
{
    return machine == CLM_MACHINE_POCL || machine == CLM_MACHINE_CPU;
}

bool clm_machine_measured(clm_machine machine)
{
    return machines[machine].measured;
}

void clm_costs_of_machine(clm_costs *out, clm_machine machine)
{
    for (int k = 0; k < CLM_OPERATIONS; k++)
        out->ns[k] = table[k].ns[machine];
    out->access_ns = 0.0;
}

double clm_cost(clm_machine machine, clm_operation operation)
{
    return table[operation].ns[machine];
}

const char *clm_operation_name(clm_operation operation)
{
    return table[operation].name;
}

const char *clm_operation_command(clm_operation operation)
{
    return table[operation].command;
}

double clm_limit_ns(clm_limit limit)
{
    return limits[limit].ns;
}

const char *clm_limit_name(clm_limit limit)
{
    return limits[limit].name;
}

double clm_points_weight(unsigned twos)
{
    const unsigned most = sizeof weights / sizeof *weights - 1;

    return weights[twos < most ? twos : most];
}

/* Sums operations first ... end - 1, in four partial sums, since dependent additions would wait
 * and small problems are planned in under 1 us. */
static double total(const clm_amounts *a, const clm_costs *r, int first, int end)
{
    double sum[4] = {0.0};
    const int fours = first + (end - first) / 4 * 4;

    for (int k = first; k < fours; k += 4)
        for (int i = 0; i < 4; i++)
            sum[i] += a->of[k + i] * r->ns[k + i];
    for (int k = fours; k < end; k++)
        sum[0] += a->of[k] * r->ns[k];
    return sum[0] + sum[1] + (sum[2] + sum[3]);
}

double clm_nanoseconds(const clm_amounts *amounts, const clm_costs *costs)
{
    return total(amounts, costs, 0, CLM_OPERATIONS);
}

double clm_host_nanoseconds(const clm_amounts *amounts)
{
    double sum = 0.0;

    for (int k = CLM_OP_DEVICE_END; k < CLM_OPERATIONS; k++)
        sum += amounts->of[k] * clm_cost(CLM_MACHINE_POCL, (clm_operation)k);
    return sum;
}

clm_amounts clm_cheaper(const clm_amounts *a, const clm_amounts *b, const clm_costs *costs)
{
    return clm_nanoseconds(b, costs) < clm_nanoseconds(a, costs) ? *b : *a;
}

double clm_threads_worth(clm_operation operation, double count)
{
    return 1.0 + count * clm_cost(CLM_MACHINE_POCL, operation) /
                     clm_cost(CLM_MACHINE_POCL, CLM_OP_THREAD);
}

double clm_elapsed(const clm_amounts *amounts, const clm_costs *costs, double units,
                   double threads)
{
    return total(amounts, costs, 0, CLM_OP_DEVICE_END) / units +
           total(amounts, costs, CLM_OP_DEVICE_END, CLM_OP_SERIAL_END) +
           total(amounts, costs, CLM_OP_SERIAL_END, CLM_OPERATIONS) / threads;
}

static bool is_sane(const clmodp_figure *figure)
{
    return isfinite(figure->value) && figure->value > 0 && isfinite(figure->spread) &&
           figure->spread >= 0;
}

bool clm_calibration_is_valid(const clmodp_calibration *c)
{
    const clmodp_figure *const figures[] = {
        &c->launch, &c->wait,   &c->send,    &c->receive, &c->stream, &c->scatter, &c->random,
        &c->local,  &c->product, &c->alone, &c->groups,  &c->pair,   &c->U,       &c->Z,
        &c->L,      &c->C,       &c->P,     &c->X,
    };
    bool sane = true;

    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++)
        sane = sane && is_sane(figures[k]);
    for (int k = 0; k < CLMODP_CHASES; k++)
        sane = sane && is_sane(&c->chase[k]);
    return sane;
}

/* Results of `clmodp calibrate` on the table's device: nanoseconds, per compute unit for shared
 * work. */
#define TABLE_PRODUCT 0.067
#define TABLE_PAIR 0.11
#define TABLE_WORD 0.18
#define TABLE_LAUNCH 1343.0
#define TABLE_WAIT 2.4e4

/* Tells whether an operation is limited by memory. */
static bool moves_words(clm_operation operation)
{
    switch (operation) {
    case CLM_OP_STORE_VECTOR:
    case CLM_OP_STORE_PIECE:
    case CLM_OP_FETCH_WORD:
    case CLM_OP_SPILT_WORD:
    case CLM_OP_SPILT_PASS:
    case CLM_OP_INTERPOLATE_WORD:
    case CLM_OP_SCHOOLBOOK_WORD:
    case CLM_OP_SWEEP_WORD:
    case CLM_OP_SCAN_WORD:
    case CLM_OP_FAST_WORD:
    case CLM_OP_FAST_HALVING: return true;
    default: return false;
    }
}

/* Returns the least words of device memory that an operation moves without a cache. Pairs of
 * remainder sequences have their own figure. */
static double words_of(clm_operation operation)
{
    switch (operation) {
    case CLM_OP_STORE_VECTOR:
    case CLM_OP_STORE_PIECE: return 1.0;
    case CLM_OP_FETCH_WORD:
    case CLM_OP_DIVIDE_LANE:
    case CLM_OP_DIVIDE_NUMERATOR:
    case CLM_OP_NTT_2:
    case CLM_OP_NTT_3:
    case CLM_OP_NTT_4:
    case CLM_OP_NTT_5:
    case CLM_OP_NTT_6:
    case CLM_OP_NTT_7:
    case CLM_OP_NTT_8:
    case CLM_OP_NTT_9: return 2.0;
    case CLM_OP_INTERPOLATE_WORD: return 4.0;
    default: return 0.0;
    }
}

/* Returns whether an operation's time on a GPU is latency, which no figure of a calibration
 * measures. The table has it by analysis of compiled code (docs/gpus.md). */
static bool is_latency(clm_operation operation)
{
    return operation == CLM_OP_GCD_STEP || operation == CLM_OP_GCD_GROUP ||
           operation == CLM_OP_HALF_GCD_STEP;
}

/* Slowdown relative to the table's device; 1 for differences within noise on CPUs. */
static double factor_of(double measured, double tables, clm_machine machine)
{
    const double factor = measured / tables;
    const bool noise = factor < CLM_CALIBRATION_NOISE && factor > 1 / CLM_CALIBRATION_NOISE;

    return clm_machine_is_cpu(machine) && noise ? 1.0 : factor;
}

/* Adapts the coefficients of operations shared by the compute units. */
static void set_device(clm_costs *costs, const clmodp_calibration *c, clm_machine machine,
                       double units)
{
    const double product = factor_of(c->product.value * units, TABLE_PRODUCT, machine);
    const double pair = factor_of(c->pair.value * units, TABLE_PAIR, machine);
    const double word = factor_of(c->stream.value * units, TABLE_WORD, machine);
    const double least = clm_machine_is_cpu(machine) ? 0.0 : c->stream.value * units;

    for (int k = 0; k < CLM_OP_DEVICE_END; k++) {
        const clm_operation operation = (clm_operation)k;
        const double factor = moves_words(operation)    ? word
                              : k == CLM_OP_EUCLID_PAIR ? pair
                                                        : product;

        if (is_latency(operation) && !clm_machine_is_cpu(machine))
            continue;
        if (k == CLM_OP_BLOCK_WORD) { /* no figure measures accesses that do not coalesce */
            costs->ns[k] *= factor;
            continue;
        }
        if (factor != 1.0) /* replaces predictions for GPUs, which the factor already includes */
            costs->ns[k] = factor * clm_cost(CLM_MACHINE_POCL, operation);
        costs->ns[k] = fmax(costs->ns[k], least * words_of(operation));
    }
}

void clm_calibration_costs(clm_costs *costs, const clmodp_calibration *c, clm_machine machine,
                           double units)
{
    const double moved = (c->send.value + c->receive.value) / 2;
    const double launch = costs->ns[CLM_OP_LAUNCH];

    set_device(costs, c, machine, units);
    costs->ns[CLM_OP_LAUNCH] *= factor_of(c->launch.value, TABLE_LAUNCH, machine);
    /* a calibrated launch includes most waking of threads */
    costs->ns[CLM_OP_WAKE] =
        fmax(costs->ns[CLM_OP_WAKE] + 0.75 * (launch - costs->ns[CLM_OP_LAUNCH]), 0.0);
    costs->ns[CLM_OP_WAIT] *= factor_of(c->wait.value, TABLE_WAIT, machine);
    costs->ns[CLM_OP_MOVED_WORD] *= factor_of(moved, costs->ns[CLM_OP_MOVED_WORD], machine);
    costs->access_ns = c->chase[0].value;
}
