/* Tests sums of operation counts, and sums of clipped arithmetic series against a loop. */
#include "cost/cost.h"

#include <math.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/schoolbook_counts.h"

static void test_clipped(void **state)
{
    clm_random random = {1};

    (void)state;
    for (int i = 0; i < 20000; i++) {
        const double first = (double)clm_random_below(&random, 200) - 100.0;
        const double step = 1.0 + (double)clm_random_below(&random, 30);
        const double count = (double)clm_random_below(&random, 30);
        const double most = (double)clm_random_below(&random, 200);
        double all = 0.0;

        for (double k = 0.0; k < count; k += 1.0)
            all += fmin(fmax(0.0, first + step * k), most);
        if (sum_clipped(first, step, count, most) != all)
            fail_msg("%.0f + %.0f k, %.0f terms, at most %.0f: not %.0f", first, step, count, most,
                     all);
    }
}

static void test_add(void **state)
{
    const clm_op_counts one = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};
    clm_op_counts all = one;

    (void)state;
    clm_op_counts_add(&all, &one, 10.0);
    assert_true(all.read == 11.0 && all.written == 22.0 && all.products == 33.0 &&
                all.additions == 44.0 && all.digits == 55.0 && all.launches == 66.0 &&
                all.groups == 77.0);
}

TESTS(cmocka_unit_test(test_clipped), cmocka_unit_test(test_add));
