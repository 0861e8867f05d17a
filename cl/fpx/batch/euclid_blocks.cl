/* Lockstep Euclid (euclid.cl) with the blocks of steps (euclid_block.h) marked in the table, for
 * high degrees and primes with suitable roots of unity. */
#include "euclid_block.h"
#include "euclid_store.h"

/* Performs all steps of vector `item`. Inside a block degrees exceed 1, so that S_1 is a multiple
 * of its last polynomial at the earliest. */
EUCLID_FN void euclid_blocks_sequence(euclid_answer *out, global LAZY *values, u32 item,
                                      global const euclid_step *steps, euclid_primes own,
                                      euclid_field by, euclid_batch batch)
{
    euclid_result r;
    euclid_pair pair;
    euclid_space space;

    euclid_begin(&r, own);
    euclid_open(&pair, values, item, steps, batch);
    euclid_space_open(&space, values, item, own.one, by, batch);
    if (batch.s1_place == 1)
        euclid_keep(&r, pair.b);
    for (u32 j = 1, made = 1; own.fits && j <= batch.steps; j += made) {
        const u32 block = steps[j].block;

        made = max(block, 1u);
        if (block > 0)
            euclid_block(&r, &pair, &steps[j], (int)block, space, own, by, batch);
        else
            euclid_advance(&r, &pair, &steps[j], steps[j + 1].degree, true, own);
        if (batch.s1_place == j + made)
            euclid_keep(&r, pair.b);
    }
    euclid_finish(out, r, pair.b[0], pair.n, pair.m, own, batch);
}

/* Like euclid_lockstep. values: after the values of all tiles, EUCLID_SPACE words per lane. */
LANES_KERNEL euclid_blocks(global LAZY *numerator, global LAZY *denominator,
                           global u32 *unlucky, global LAZY *values,
                           global const euclid_step *steps,
                           global const prime_info *info, const euclid_batch batch)
{
    const u32 item = (u32)get_global_id(0), lane = batch.first_tile * T + item * W;
    euclid_primes own;
    euclid_field by;
    euclid_answer answer;

    if (item / EUCLID_STRIDE >= batch.tiles)
        return;

    const fp_field field = info[lane / batch.lanes].field;
    euclid_root root;

    euclid_root_find(&root, field, batch.order);
    euclid_primes_same(&own, field);
    own.fits &= root.z != 0;
    by.field = fields_same(field);
    by.z = lanes_splat(root.z);
    by.over = (LAZY)((int)root.over);
    euclid_blocks_sequence(&answer, values, item, steps, own, by, batch);
    euclid_store(numerator, denominator, unlucky, lane, answer, batch);
}

/* Like euclid_lockstep_mixed. */
LANES_KERNEL euclid_blocks_mixed(global u32 *numerator, global u32 *denominator,
                                 global u32 *unlucky, global LAZY *values,
                                 global const euclid_step *steps, global const prime_info *info,
                                 const euclid_batch batch)
{
    const u32 item = (u32)get_global_id(0), first = batch.first_tile * T + item * W;
    const u32 count = batch.primes * batch.points;
    u32 p[W], pinv[W], z[W], over[W];
    euclid_primes own;
    euclid_field by;
    euclid_answer answer;

    if (item / EUCLID_STRIDE >= batch.tiles)
        return;
    euclid_primes_mixed(&own, info, first, count, batch.points);
    for (u32 i = 0; i < W; i++) {
        fp_field field;
        euclid_root root;

        euclid_field_shared(&field, info, first + i, count, batch.points);
        euclid_root_find(&root, field, batch.order);
        p[i] = field.p;
        pinv[i] = field.pinv;
        z[i] = root.z;
        over[i] = root.over;
        own.fits &= root.z != 0;
    }
    by.field = fields_of(lanes_load(p), lanes_load(pinv));
    by.z = lanes_load(z);
    by.over = lazy_as_words(lanes_load(over));
    euclid_blocks_sequence(&answer, values, item, steps, own, by, batch);
    euclid_store_mixed(numerator, denominator, unlucky, first, count, answer, batch);
}
