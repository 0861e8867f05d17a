/* Schoolbook greatest common divisor [HMX, Algorithms 10 and 11]. A launch performs all steps
 * of Euclid's algorithm determined by both heads, 2s + 1 coefficients each: remainders until both
 * degrees have fallen by s.
 *
 *     a  [ head | .................................. ]      degree K
 *     b    [ head | ................................ ]      degree K - d
 *                           |
 *     a'            [ .............................. ]      = m00 a + m01 b, and b' likewise,
 *     b'              [ ............................ ]        m of degree s at most
 *
 *     schoolbook_gcd_sweep   a work-group for `span` coefficients of a' and of b'
 *
 * Each work-group computes the matrix m from the heads (gcd_heads.h), and multiplies its parts of
 * a and b by m. So s steps cost four products by polynomials of degree s, reduced once instead of
 * s times, as in Lehmer's algorithm for integers. The quotients depend on only the first 2s + 1
 * coefficients as long as their degrees add up to s at most [Gathen, Gerhard 2013, 11.1]. Steps
 * are division-free: a becomes lc(b) a - lc(a) x^j b, and results are correct up to constant
 * factors.
 *
 * If deg a - deg b > s the sweep performs s + 1 steps of the first division, with x^e b instead of
 * b, e = deg a - deg b - s, and b does not change.
 *
 * Coefficients depend on other work-groups' words, so the sweep reads one pair of buffers and
 * writes another. Bounds on degrees pass between sweeps on the device (schoolbook_gcd_state);
 * sweeps after the end do nothing.
 *
 * Differences from the printed algorithms: the state, which groups change while others read it;
 * the written words; the inverses; and the result when one polynomial is a constant. */
#include "gcd_apply.h"
#include "gcd_matrix.h"

/* The polynomials of a sweep. */
typedef struct schoolbook_gcd_pair {
    global const u32 *a, *b;
    u32 a_count, b_count; /* exact; a_count >= b_count */
    u32 shift;            /* e */
    bool swapped;         /* exchanged relative to the state */
} schoolbook_gcd_pair;

/* Returns the number of a's coefficients without leading zeros. */
static inline u32 schoolbook_gcd_count(global const u32 *a, u32 count)
{
    while (count > 0 && LOADED(a[count - 1]) == 0)
        count--;
    return count;
}

/* Returns each work-group's coefficients, in whole blocks of Karatsuba's method or of the vectors
 * of all work-items. */
static inline u32 schoolbook_gcd_span(u32 count, u32 degree, u32 most)
{
    const u32 groups = get_num_groups(0), share = (count + groups - 1) / groups;
    const u32 block = max(SCHOOLBOOK_BLOCK * W * NT, (int)((degree + 1) / 64 * 64));

    return min(most, (share + block - 1) / block * block);
}

/* Loads the parts of both polynomials needed for the words of the span. */
static inline void schoolbook_gcd_load_parts(private const schoolbook_gcd_work *work,
                                             private const schoolbook_gcd_pair *pair, u32 part,
                                             schoolbook_gcd_shape s)
{
    const u32 before = SCHOOLBOOK_EVEN(work->degree + 1);
    const u32 count = SCHOOLBOOK_GCD_REACH(s.s, work->span, W) + before + 1;
    const long from = (long)work->begin - before;

    schoolbook_pair_part(work->parts, pair->a, from, count, pair->a_count, s.field.p);
    schoolbook_pair_part(work->parts + part, pair->b, from - pair->shift, count, pair->b_count,
                         s.field.p);
}

/* Finds the polynomials of this sweep, the longer one as a. */
static inline void schoolbook_gcd_open(private schoolbook_gcd_pair *p, global const u32 *pairs,
                                       private const schoolbook_gcd_state *state, u32 second,
                                       u32 s)
{
    global const u32 *from = pairs + (size_t)state->pair * 2 * second;
    global const u32 *a = from + (state->swapped ? second : 0);
    global const u32 *b = from + (state->swapped ? 0 : second);
    const u32 a_count = schoolbook_gcd_count(a, state->first);
    const u32 b_count = schoolbook_gcd_count(b, state->second);

    p->swapped = a_count < b_count;
    p->a = p->swapped ? b : a;
    p->b = p->swapped ? a : b;
    p->a_count = max(a_count, b_count);
    p->b_count = min(a_count, b_count);
    p->shift = p->a_count - p->b_count > s ? p->a_count - p->b_count - s : 0;
}

/* Updates the state after a sweep with a matrix of this degree. */
static inline void schoolbook_gcd_after(private schoolbook_gcd_state *state,
                                        private const schoolbook_gcd_pair *p, u32 degree, u32 s)
{
    const u32 below = p->a_count > s + 1 ? p->a_count - s - 1 : 0;

    if (p->b_count == 0) {
        state->done = 1;
        state->swapped = state->swapped != p->swapped;
        state->first = p->a_count;
        state->second = 0;
    } else {
        state->swapped = 0;
        state->pair = 1 - state->pair;
        state->first = p->shift > 0 ? below : p->a_count - degree;
        state->second = p->shift > 0 ? p->b_count : below;
    }
}

/* turn: 0 or 1, the state to read; the other one is written.
 *
 * heads: SCHOOLBOOK_GCD_HEADS of s and s.base; parts: SCHOOLBOOK_GCD_PARTS of SCHOOLBOOK_GCD_PART;
 * factors: SCHOOLBOOK_GCD_FACTORS. */
LANES_KERNEL schoolbook_gcd_sweep(global u32 *pairs, global schoolbook_gcd_state *states,
                                  global u32 *trace, u32 turn, schoolbook_gcd_shape s,
                                  local u32 *heads, local schoolbook_word *parts,
                                  local schoolbook_word *factors COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 side = SCHOOLBOOK_GCD_SIDE(s.s, W);
    local u32 *sides = heads + SCHOOLBOOK_GCD_STEP;
    const schoolbook_gcd_space space = {sides,
                                        heads + SCHOOLBOOK_GCD_HEADS(s.s, W) + SCHOOLBOOK_GCD_STEP,
                                        parts, factors, SCHOOLBOOK_GCD_PART(s.s, s.span, W)};
    schoolbook_gcd_state state = LOADED(states[turn]);
    schoolbook_gcd_pair p;
    u32 degree = 0;
    bool other = false;

    if (!state.done) {
        schoolbook_gcd_open(&p, pairs, &state, s.second, s.s);
        if (p.b_count > 0) {
            const u32 next = p.a_count - p.shift - p.b_count;
            const schoolbook_gcd_trace mine = {trace, p.a_count - 1 - p.shift,
                                          s.traced != 0 && get_group_id(0) == 0};

            schoolbook_gcd_side(sides, p.a, p.a_count, 0, 0, s.s);
            schoolbook_gcd_side(sides + side, p.b, p.b_count, next, 1, s.s);
            LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
            other = schoolbook_gcd_matrix(&degree, space, next, p.shift == 0, mine, s);
        }
        schoolbook_gcd_after(&state, &p, degree, s.s);
    }
    if (get_global_id(0) == 0)
        STORED(states[1 - turn]) = state;
    if (state.done)
        return;

    const u32 most = max(state.first, state.second);
    const u32 span = schoolbook_gcd_span(most, degree, s.span), begin = get_group_id(0) * span;
    global u32 *to = pairs + (size_t)state.pair * 2 * s.second;
    local const u32 *last = sides + SCHOOLBOOK_GCD_HEAD(s.s, W) + s.s;
    const schoolbook_gcd_work work = {
        .to = {to, to + s.second}, .count = {state.first, p.shift > 0 ? 0 : state.second},
        .begin = begin, .span = span, .parts = parts, .factors = factors,
        .last = {last + (other ? side : 0), last + (other ? 0 : side)},
        .row = SCHOOLBOOK_GCD_ROW(s.s, W), .degree = degree};

    if (begin >= most)
        return;
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE); /* parts and factors of heads are no longer in use */
    schoolbook_gcd_load_parts(&work, &p, space.part, s);
    schoolbook_gcd_apply(&work, space.part, s.field);
    /* equal numbers of iterations: otherwise PoCL 3.1 has work-items write beyond the end */
    for (u32 i = get_local_id(0); i < span; i += NT)
        if (p.shift > 0 && begin + i < p.b_count)
            STORED(to[s.second + begin + i]) = LOADED(p.b[begin + i]);
}
