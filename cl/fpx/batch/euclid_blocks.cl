/* Lockstep Euclid (euclid.cl) with the blocks of steps (euclid_block.h) marked in the table, for
 * high degrees and primes with suitable roots of unity. */
#include "euclid_block.h"

/* Performs all steps of vector `item`. */
LANES_INLINE void euclid_blocks_sequence(global LAZY *values, u32 item,
                                         global const euclid_step *steps, euclid_primes own,
                                         euclid_field by, euclid_results to, euclid_batch batch)
{
    euclid_result r;
    euclid_pair pair;
    euclid_space space;

    euclid_open(&pair, values, item, steps, batch);
    euclid_space_open(&space, values, item, own.one, by, batch);
    euclid_begin(&r, &pair, steps, own, to, batch);
    for (u32 j = 1, made = 1; own.fits && j <= batch.steps; j += made) {
        const u32 block = steps[j].block;

        made = max(block, 1u);
        if (block > 0)
            euclid_block(&r, &pair, (int)block, space, own, by, batch);
        else
            euclid_advance(&r, &pair, &steps[j], steps[j + 1].degree, true, own, to, batch);
    }
    euclid_finish(r, own, to, batch);
}

/* Like euclid_lockstep. values: after the values of all tiles, EUCLID_SPACE words per lane. */
LANES_KERNEL euclid_blocks(global u32 *numerator, global u32 *denominator,
                           global u32 *unlucky, global LAZY *values,
                           global const euclid_step *steps,
                           global const prime_info *info, const euclid_batch batch)
{
    const u32 item = (u32)get_global_id(0), lane = batch.first_tile * T + item * W;
    euclid_results to = {numerator, denominator, unlucky, {0}, 0, false};
    euclid_primes own;
    euclid_field by;

    if (item / EUCLID_STRIDE >= batch.tiles)
        return;

    const fp_field field = info[lane / batch.lanes].field;
    euclid_root root;

    euclid_root_find(&root, field, batch.order);
    euclid_places_same(&to, lane, batch);
    euclid_primes_same(&own, field);
    own.fits &= root.z != 0;
    by.field = fields_same(field);
    by.z = lanes_splat(root.z);
    by.over = (LAZY)((int)root.over);
    euclid_blocks_sequence(values, item, steps, own, by, to, batch);
}

/* Like euclid_lockstep_shared. values: as for euclid_blocks. */
LANES_KERNEL euclid_blocks_shared(global u32 *numerator, global u32 *denominator,
                                  global u32 *unlucky, global LAZY *values,
                                  global const euclid_step *steps, global const prime_info *info,
                                  const euclid_batch batch)
{
    const u32 item = (u32)get_global_id(0), first = batch.first_tile * T + item * W;
    const u32 count = batch.primes * batch.points;
    euclid_results to = {numerator, denominator, unlucky, {0}, 0, false};
    u32 p[W], pinv[W], z[W], over[W];
    euclid_primes own;
    euclid_field by;

    if (item / EUCLID_STRIDE >= batch.tiles)
        return;
    euclid_places_shared(&to, first, batch);
    euclid_primes_shared(&own, info, first, count, batch.points);
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
    euclid_blocks_sequence(values, item, steps, own, by, to, batch);
}
