/* Formats the items of lists, and the parts of long integers, on several threads. */
#include "cli/formats/parallel_text.h"

#include <stdlib.h>
#include <string.h>

#include "cli/parallel.h"

/* ---- lists ---- */

/* Items formatted at a time: first, at most, and the bytes that they should take. */
enum { FIRST_ITEMS = 64, MOST_ITEMS = 4096 };
#define ITEMS_BYTES ((size_t)1 << 20)

typedef struct item_window {
    cli_text_item *item;
    const void *list;
    size_t first;
    text_buffer *texts; /* of the items from `first` on */
} item_window;

static bool format_item(void *argument, size_t index, size_t thread)
{
    const item_window *w = argument;

    (void)thread;
    w->item(&w->texts[index], w->list, w->first + index);
    return true;
}

/* Appends and empties the texts of some items; returns their bytes. */
static size_t append_texts(text_buffer *t, text_buffer *texts, size_t count)
{
    size_t bytes = 0;

    for (size_t k = 0; k < count; k++) {
        if (texts[k].length > 0) /* an empty text has no memory yet */
            cli_text_put_slowly(t, texts[k].bytes, texts[k].length);
        cli_text_tell(t, texts[k].length / 19); /* digits of a word */
        t->failed |= texts[k].failed;
        bytes += texts[k].length;
        cli_text_restart(&texts[k]);
    }
    return bytes;
}

void cli_text_items(text_buffer *t, cli_text_item *item, const void *list, size_t count)
{
    item_window w = {.item = item, .list = list};
    size_t size = FIRST_ITEMS;

    if (t->to != NULL && t->item_threads > 1)
        w.texts = calloc(MOST_ITEMS, sizeof *w.texts);
    for (; w.texts == NULL && w.first < count; w.first++)
        item(t, list, w.first);
    while (w.first < count && !cli_text_lost(t)) {
        const size_t now = size < count - w.first ? size : count - w.first;
        size_t bytes;

        (void)cli_parallel(now, now / (8 * t->item_threads) + 1, t->item_threads, format_item, &w);
        bytes = append_texts(t, w.texts, now);
        w.first += now;
        if (bytes < ITEMS_BYTES / 2 && size < MOST_ITEMS)
            size *= 2;
        else if (bytes > 2 * ITEMS_BYTES && size > t->item_threads)
            size /= 2;
    }
    for (size_t k = 0; w.texts != NULL && k < MOST_ITEMS; k++)
        cli_text_clear(&w.texts[k]);
    free(w.texts);
}

/* ---- integers ---- */

/* Greatest number of digits converted by GMP at once: some 10 ms. */
#define PART_DIGITS ((size_t)1 << 17)

/* Integers below 10^(PART_DIGITS * 2^MOST_LEVELS), which is more than memory holds. */
enum { MOST_LEVELS = 32 };

/* An integer as parts below 10^(digits * 2^level), highest first. Parts are divided by
 * powers[level - 1] = 5^(digits * 2^(level - 1)) and a power of 2, which shortens dividends. */
typedef struct partition {
    size_t digits; /* of the smallest part */
    size_t level;
    mpz_t powers[MOST_LEVELS];
    mpz_t *parts, *halves; /* halves of the parts, for the next level */
    size_t count, first;   /* parts; the first that is not 0 */
} partition;

/* Sets high, low := quotient and remainder of n, which is cleared. */
static bool halve_part(void *argument, size_t index, size_t thread)
{
    const partition *p = argument;
    const mp_bitcnt_t twos = (mp_bitcnt_t)p->digits << (p->level - 1);
    mpz_ptr n = p->parts[index], high = p->halves[2 * index], low = p->halves[2 * index + 1];

    (void)thread;
    mpz_init(high);
    mpz_init(low);
    mpz_tdiv_q_2exp(high, n, twos);
    mpz_tdiv_qr(high, low, high, p->powers[p->level - 1]);
    mpz_mul_2exp(low, low, twos);
    mpz_tdiv_r_2exp(n, n, twos);
    mpz_ior(low, low, n);
    mpz_clear(n);
    return true;
}

/* Appends n >= 0 with leading zeros to `digits` digits; at least one. */
static void put_digits(text_buffer *t, mpz_srcptr n, size_t digits)
{
    const size_t room = mpz_sizeinbase(n, 10);
    char *end = cli_text_room(t, (room > digits ? room : digits) + 1);
    size_t length;

    if (end == NULL)
        return;
    (void)mpz_get_str(end, 10, n);
    length = strlen(end);
    if (length < digits) {
        memmove(end + (digits - length), end, length);
        memset(end, '0', digits - length);
        length = digits;
    }
    t->length += length;
    cli_text_tell(t, mpz_size(n));
}

static void put_part(text_buffer *t, const void *list, size_t index)
{
    const partition *p = list;

    put_digits(t, p->parts[p->first + index], index > 0 ? p->digits : 0);
}

/* Divides all parts. Returns false without memory. */
static bool halve_parts(partition *p, size_t threads)
{
    p->halves = malloc(2 * p->count * sizeof *p->halves);
    if (p->halves == NULL)
        return false;
    (void)cli_parallel(p->count, 1, threads, halve_part, p);
    free(p->parts);
    p->parts = p->halves;
    p->count *= 2;
    mpz_clear(p->powers[--p->level]);
    return true;
}

/* Appends n > 0 of about `digits` digits, more than PART_DIGITS. */
static void put_parts(text_buffer *t, mpz_srcptr n, size_t digits)
{
    const size_t threads = t->integer_threads > 1 ? t->integer_threads : 1;
    const size_t items = t->item_threads;
    partition p = {.digits = digits};
    bool enough;

    for (; p.digits > PART_DIGITS; p.level++)
        p.digits = (p.digits + 1) / 2;
    for (size_t k = 0; k < p.level; k++) {
        mpz_init(p.powers[k]);
        if (k == 0)
            mpz_ui_pow_ui(p.powers[k], 5, p.digits);
        else
            mpz_mul(p.powers[k], p.powers[k - 1], p.powers[k - 1]);
    }
    p.parts = malloc(sizeof *p.parts);
    enough = p.parts != NULL;
    if (enough)
        mpz_init_set(p.parts[p.count++], n);
    while (enough && p.level > 0 && !cli_text_lost(t))
        enough = halve_parts(&p, threads);
    t->failed |= !enough;
    while (p.first + 1 < p.count && mpz_sgn(p.parts[p.first]) == 0)
        p.first++;
    t->item_threads = threads;
    cli_text_items(t, put_part, &p, p.level == 0 ? p.count - p.first : 0);
    t->item_threads = items;
    for (size_t k = 0; k < p.count; k++)
        mpz_clear(p.parts[k]);
    free(p.parts);
    while (p.level > 0)
        mpz_clear(p.powers[--p.level]);
}

/* Converts single limbs without GMP, a call of which takes as long as a small problem. */
void cli_integer_put_magnitude(text_buffer *t, mpz_srcptr n)
{
    mpz_t limbs; /* shares n's limbs, without its sign */
    mpz_srcptr magnitude;
    size_t digits;

    if (mpz_size(n) <= 1) {
        cli_text_count(t, mpz_getlimbn(n, 0));
        cli_text_tell(t, mpz_size(n));
        return;
    }
    if (cli_text_lost(t))
        return;
    magnitude = mpz_roinit_n(limbs, mpz_limbs_read(n), (mp_size_t)mpz_size(n));
    digits = mpz_sizeinbase(n, 10);
    if (digits <= PART_DIGITS)
        put_digits(t, magnitude, 0);
    else
        put_parts(t, magnitude, digits);
}

void cli_integer_put(text_buffer *t, mpz_srcptr n)
{
    if (mpz_sgn(n) < 0)
        cli_text_put(t, "-", 1);
    cli_integer_put_magnitude(t, n);
}
