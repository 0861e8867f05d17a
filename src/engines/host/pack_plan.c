/* Plans of packs of primes in the lanes of vectors: points, primes and costs. */
#include "engines/host/plan.h"

#include <math.h>
#include <stdlib.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"

CLM_VECTOR_CHOICE(clm_host_lane_functions, clm_host_lanes);

/* Returns the primes in a pack: twice the number of moduli. */
static size_t pack_lanes(void)
{
    return clm_host_lanes(clm_vector_level_best())->lanes;
}

enum {
    MOST_COSETS = 64, /* each adds a product to the interpolation of a point */
    MOST_BLOCK = 32,
    MOST_VALUES = 1 << 15, /* vectors of values of a matrix, for the cache */
    LONG_DEGREES = 40,  /* sum of degrees of inputs free of x for which packs always pay, and */
    LONG_BITS = 8192,   /* bits of their coefficients up to which packs pay at any degree */
    PACK_BITS = 30,     /* least bits of a prime of a pack */
    PADDING = 16        /* copies of the last prime: lanes of the widest vectors */
};

/* Most primes that are 1 modulo n, times n. */
#define MOST_PRIMES 0x1p25

/* ---- costs: numbers of vectors ---- */

/* Returns the products for a value of a row of `terms` terms in blocks of points. */
static double block_products(double terms, double block)
{
    const double levels = log2(block);

    return terms / block + (levels / 2.0 - 1.0) + 1.0 / block + 0.2 * levels;
}

/* Returns whether one point suffices: f and g are free of x. */
static bool free_of_x(const clm_row_layout *layout, uint64_t width)
{
    return width == 1 && layout->longest <= 1;
}

/* Returns the number of points evaluated together. */
static size_t pack_block(const clm_row_layout *layout, size_t order)
{
    const double terms = (double)layout->terms / (double)layout->count;
    size_t block = clm_size_min(order, 4);

    while (2 * block <= clm_size_min(order, MOST_BLOCK) &&
           block_products(terms, 2.0 * (double)block) < block_products(terms, (double)block) &&
           (double)(block * layout->p) * (double)layout->q < 0x1p23 &&
           (layout->matrix.order == 0 || block * layout->count < MOST_VALUES))
        block *= 2;
    return block;
}

/* Returns the cost of a pack without points. */
static clm_amounts pencil_cost(double order, double weight)
{
    clm_amounts all = {.of = {0.0}};

    all.of[CLM_OP_PACK_LU] = weight * 7.0 / 3.0 * order * order * order;
    all.of[CLM_OP_PACK_PIVOT] = weight * 2.0 * order;
    all.of[CLM_OP_PACK_PRODUCT] = weight * 40.0 * order * order;
    all.of[CLM_OP_PACK] = 1.0;
    return all;
}

clm_amounts clm_host_pack_cost(const clm_row_layout *layout, const clm_host_grid *grid,
                               double outputs, size_t lanes)
{
    const double least = (double)clm_size_min(layout->p, layout->q);
    const double longer = layout->by_powers ? least : (double)clm_size_max(layout->p, layout->q);
    const double division = layout->by_powers ? layout->division : 0.0;
    const double points = (double)clm_host_grid_points(grid), cosets = (double)grid->cosets;
    const double block = (double)pack_block(layout, grid->order);
    const double row = block_products((double)layout->terms / (double)layout->count, block);
    /* signed products of 128 bits take several instructions; coefficients are those of vectors of
     * 256 bits on a Zen 3, weights of 512 bits those of a Zen 5 (bench/small, bench/resultant) */
    const double weight = lanes > 8 ? 0.65 : lanes > 4 ? 1.0 : 3.0;
    const double step_weight = lanes > 8 ? 1.7 : weight;
    /* loads, stores and corrections of a matrix entry in all stages (bench/matrices) */
    const double of_entry = layout->matrix.order > 0 ? 8.0 : 0.0;
    clm_amounts all = {.of = {0.0}};

    if (clm_host_grid_is_pencil(grid))
        return pencil_cost((double)layout->matrix.order, weight);
    all.of[CLM_OP_PACK_UPDATE] = weight * points * least * longer / 2.0;
    all.of[CLM_OP_PACK_STEP] = layout->matrix.order > 0 ? 0.0 : step_weight * points * longer;
    all.of[CLM_OP_PACK_LU] = weight * points * layout->matrix.products;
    all.of[CLM_OP_PACK_PIVOT] = weight * points * (double)layout->matrix.order;
    all.of[CLM_OP_PACK_PRODUCT] =
        weight *
        (points * (division + (double)layout->count * (row + of_entry) +
                   (double)layout->longest / block +
                   outputs * (18.0 + cosets / 3.0 + 0.7 * log2((double)grid->order))) +
         5.0 * cosets * cosets);
    all.of[CLM_OP_PACK_POINT] = points;
    all.of[CLM_OP_PACK] = 1.0;
    return all;
}

/* ---- plans ---- */

/* About 2^25.8 / n primes between 2^30 and 2/5 2^32 are 1 modulo n. The points lie in one coset of
 * elements of order n; where primes abound, n leaves a choice of grids. */
size_t clm_host_pack_orders(uint64_t width, double bits)
{
    const double primes = 2.0 * (bits / (2 * PACK_BITS) + 1.0);
    uint64_t orders;

    if (width >= 1 << 20)
        return 0;
    orders = clm_host_power_above(clm_size_max(2 * (width + 1), CLM_HOST_LEAST_ORDERS));
    if (orders > CLM_HOST_LEAST_ORDERS && primes * (double)orders >= MOST_PRIMES)
        orders /= 2;
    return primes * (double)orders < MOST_PRIMES ? (size_t)orders : 0;
}

bool clm_host_packs_suffice(const clm_plan *base)
{
    const size_t degrees = base->layout->p + base->layout->q;

    return base->modulus == 0 &&
           (!free_of_x(base->layout, base->width) || degrees >= LONG_DEGREES ||
            base->bounds.height_bits < LONG_BITS * degrees) &&
           clm_host_pack_orders(base->width, (double)base->bounds.height_bits) > 0;
}

/* Returns whether a grid is one without points, for such a matrix. */
static bool is_pencil(const clm_host_grid *grid, const clm_row_layout *layout, uint64_t width)
{
    return clm_host_grid_is_pencil(grid) && layout->matrix.order > 0 && layout->longest <= 2 &&
           grid->cosets == width + 1;
}

/* Sets the order and cosets of least cost: few superfluous points, and a short interpolation. */
static void choose_grid(clm_host_grid *out, const clm_row_layout *layout, uint64_t width,
                        double outputs, const clm_costs *costs)
{
    double least = INFINITY;

    out->order = out->cosets = 1;
    if (free_of_x(layout, width))
        return;
    for (uint64_t order = 1; order < 2 * (width + 1) || order <= 4; order *= order == 1 ? 4 : 2) {
        const clm_host_grid grid = {(size_t)order, (size_t)clm_div_up(width + 1, order), 0, 0};
        const clm_amounts all = clm_host_pack_cost(layout, &grid, outputs, pack_lanes());
        const double ns = clm_nanoseconds(&all, costs);

        if (ns < least &&
            (order == 1 ? is_pencil(&grid, layout, width) : grid.cosets <= MOST_COSETS)) {
            least = ns;
            out->order = grid.order;
            out->cosets = grid.cosets;
        }
    }
}

clm_amounts clm_host_packs_cost(const clm_row_layout *layout, double outputs, double width,
                                double primes, const clm_costs *costs)
{
    clm_host_grid grid = {.orders = 0};
    clm_amounts all = {.of = {0.0}}, pack;

    choose_grid(&grid, layout, (uint64_t)width, outputs, costs);
    pack = clm_host_pack_cost(layout, &grid, outputs, pack_lanes());
    clm_amounts_add(&all, &pack, ceil(2.0 * primes / (double)pack_lanes()));
    return all;
}

/* The first primes of packs, CLM_HOST_LEAST_ORDERS (PACK_TOP - k) + 1, with elements of this order
 * in Montgomery form: finding them takes longer than a small resultant. */
#define PACK_TOP ((CLM_HOST_PACK_BELOW - 2) / CLM_HOST_LEAST_ORDERS)
static const struct {
    uint32_t k, root;
} known[] = {
    {16, 408568255},   {19, 292667028},   {27, 1231052362},  {37, 811124418},   {39, 337013799},
    {48, 1372406942},  {51, 546181798},   {76, 479903475},   {93, 1179466767},  {96, 116410010},
    {111, 184832023},  {124, 980937620},  {136, 1312743154}, {138, 1003341029}, {151, 941588412},
    {183, 958235440},  {186, 1092302038}, {193, 1006207194}, {207, 1716466406}, {213, 1040738195},
    {214, 123279729},  {216, 1537871468}, {226, 323308641},  {232, 730988480},  {253, 1473283854},
    {256, 1339659907}, {267, 333124150},  {268, 1087865182}, {274, 1324527350}, {286, 330658748},
    {289, 900110217},  {297, 223419000},
};
#define KNOWN (sizeof known / sizeof *known)

/* The differences between k of the next primes, without roots, as characters after '#'. */
static const char differences[] =
    ")853(537A,&*+*2&+)2)&$,.)'&(_-%)*%&3(;2),&-(&62&+'%6%*(*&7-M8D.&)2M&-(*%H)>C2-.*(/3%>$//+))'"
    "/,+0+'7&&$)%&')M%)*F$/5()$%&,6)()&67$1H(&2&,-)&%9).$5/1$%0(&2*;&+/>05>($($5%&*(8-&%H&/))52)/"
    "%-2(&0=)9&D($(&2$)8+83(&-/%0/7D;&&<48G0%,K8&(3)+))0),:&$8,($,)(*)7<),)&/S&&%,B1)&,&2&<()-J49"
    "%'.-D&%$1&/$))%/)&$&8(*(,8&'%2&*(8,&*2+&*8%<F>$/7,3//8%))2&-&D2('5%-%A5),/8'()&'&&@3A)=/G$=,"
    "0%'J5,(3%-&&40,73)&8,+*%)&,)'%-.&)$%)'7*,))&()')@8204$,1$.0.')(&$%/)$,)7)',%9:0(,$//5,(6(),*"
    "&($+&S$.'8>5%8'(&')76,@38.<>=;)>,$&);,%-+0%>'%,&&&$+>$1$A(,-2,(-(/*),)%,35/(D6/.&'(3%,)'.&')"
    ",+0/;+)$.-%2)*:9%)67-.$(&0,;%0A(-4/->1,$,)($+$.264&-($&4,'(/,A*2+*%$,&>%$1)/$)($+*&.&)*1'),A"
    ".)&$&.$&C,2'(0@61*&(?+/5;3,&&.&/$%5&,9)+B(-)J2)%91-1&A-4$42,$5;))16%D8,59%'%H&+-)()'(&*&5%&'"
    "&.'+'L&'5%3/@0&5%29&(53(02/+?%?+6)L'.'($(,$)/(3(37&50%-%8/,$:,-&&/&.')),=&$[&6545&-,(*&(&,'1"
    "*1'.62464'('.;A-(*@2&-+*.$+2*./$%*+&,)'.-4');+04$()&02&('%0%-2($&7'(/8*+5)'.0P))&()'&+3&(/)&"
    "*%&,&*&))+0(A*%)59@0&(,&-:*($.$+,&'5+/2*&(0%*+8*F,2,,3.),',=22*1$(0%0(,)";

size_t clm_host_listed_primes(uint32_t *prime, uint32_t *root, size_t count)
{
    const size_t listed = clm_size_min(count, KNOWN + sizeof differences - 1);
    uint32_t k = 0;

    for (size_t n = 0; n < listed; n++) {
        k = n < KNOWN ? known[n].k : k + (uint32_t)(differences[n - KNOWN] - '#');
        prime[n] = (PACK_TOP - k) * CLM_HOST_LEAST_ORDERS + 1;
        root[n] = n < KNOWN ? known[n].root : 0;
    }
    return listed;
}

/* Finds `count` primes, in decreasing order, and their fields and roots. */
static clmodp_status find_primes(clmodp_context *ctx, clm_host_plan *plan, uint32_t *prime,
                                 uint32_t *root, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t orders = (uint32_t)plan->grid.orders;
    const size_t listed =
        orders == CLM_HOST_LEAST_ORDERS ? clm_host_listed_primes(prime, root, count) : 0;

    if (listed < count && clm_primes_below(prime + listed, count - listed,
                                           listed > 0 ? prime[listed - 1] : CLM_HOST_PACK_BELOW,
                                           orders) < count - listed)
        FAIL(&ctx->error, CLMODP_LIMIT, "too few primes of 31 bits have so many points");
    for (size_t n = 0; n < count; n++) {
        if (n % CLM_HOST_PRIMES_STEP == 0)
            TRY(clm_progress(ctx, 0.0));
        plan->field[n] = clm_field(prime[n]);
        if (plan->base.points == 1)
            root[n] = plan->field[n].one;
        else if (n >= KNOWN || listed == 0)
            root[n] = clm_field_root(plan->field[n], orders);
    }
done:
    return st;
}

/* Chooses the primes of packs, and random first points. */
static clmodp_status choose_primes(clmodp_context *ctx, clm_host_plan *plan, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;
    const double bits = (double)base->bounds.height_bits + 1.0; /* P > 2 * |coefficient| */
    const size_t wanted = (size_t)(bits / (2 * PACK_BITS)) + 1;
    size_t count;
    uint32_t *prime = NULL;

    NEW(&ctx->error, prime, 4 * wanted); /* and roots */
    NEW(&ctx->error, plan->prime, wanted);
    NEW(&ctx->error, plan->field, 2 * wanted + PADDING);
    NEW(&ctx->error, plan->lane, 2 * wanted + PADDING);
    TRY(find_primes(ctx, plan, prime, prime + 2 * wanted, 2 * wanted));
    for (size_t n = 0; n < wanted; n++)
        plan->prime[n] = (uint64_t)prime[2 * n] * prime[2 * n + 1];
    base->prime = (clm_prime_words){plan->prime, sizeof *plan->prime};
    base->primes = clm_primes_for_bits(base->prime, wanted, bits);
    count = 2 * base->primes;
    for (size_t n = 0; n < count + PADDING; n++) {
        const size_t own = clm_size_min(n, count - 1);

        plan->field[n] = plan->field[own];
        plan->lane[n] =
            n > own ? plan->lane[own]
                    : (clm_host_lane){prime[2 * wanted + n],
                                      (uint32_t)(1 + clm_random_below(random, prime[n] - 1))};
    }
done:
    free(prime);
    return st;
}

/* Takes over the points of another plan. */
static clmodp_status take_grid(clm_error *error, clm_host_plan *plan, const clm_request *request)
{
    clm_host_grid *grid = &plan->grid;

    grid->cosets = request->cosets;
    grid->order = request->points / clm_size_max(request->cosets, 1);
    if (((grid->order < (free_of_x(plan->base.layout, plan->base.width) ? 1 : 4) ||
          clm_host_power_above(grid->order) != grid->order || grid->cosets > MOST_COSETS) &&
         !is_pencil(grid, plan->base.layout, plan->base.width)) ||
        grid->order * grid->cosets != request->points ||
        request->points < plan->base.width + !free_of_x(plan->base.layout, plan->base.width) ||
        request->points > plan->grid.orders)
        return clm_fail(error, CLMODP_INVALID,
                        "engine HOST cannot have %zu points in %zu cosets for %zu coefficients",
                        request->points, request->cosets, plan->base.width);
    return CLMODP_OK;
}

clmodp_status clm_host_packs_complete(clmodp_context *ctx, clm_host_plan *plan,
                                      const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;

    plan->packs = true;
    plan->grid.orders = clm_host_pack_orders(base->width, (double)base->bounds.height_bits);
    if (request->points != 0)
        TRY(take_grid(&ctx->error, plan, request));
    else
        choose_grid(&plan->grid, base->layout, base->width, (double)base->outputs, &ctx->costs);
    base->points = clm_host_grid_points(&plan->grid);
    base->cosets = plan->grid.cosets;
    plan->grid.block = clm_host_grid_is_pencil(&plan->grid)
                           ? base->points
                           : pack_block(base->layout, plan->grid.order);
    TRY(choose_primes(ctx, plan, request->random));
done:
    return st;
}
