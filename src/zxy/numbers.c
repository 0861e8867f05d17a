/* Arrays of integers. */
#include "zxy/numbers.h"

#include <stdlib.h>

#include "base/memory.h"
#include "zxy/zx.h"

clmodp_status clm_numbers_create(clm_error *error, clm_numbers *out, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_numbers numbers = {0};

    NEW(error, numbers.pointer, count);
    NEW(error, numbers.storage, count);
    for (; numbers.count < count; numbers.count++) {
        mpz_init(numbers.storage[numbers.count]);
        numbers.pointer[numbers.count] = numbers.storage[numbers.count];
    }
    *out = numbers;
    numbers = (clm_numbers){0};
done:
    clm_numbers_destroy(&numbers);
    return st;
}

void clm_numbers_destroy(clm_numbers *numbers)
{
    for (size_t k = 0; k < numbers->count; k++)
        mpz_clear(numbers->storage[k]);
    free(numbers->storage);
    free(numbers->pointer);
    *numbers = (clm_numbers){0};
}

clmodp_status clm_numbers_move(clmodp_zx *r, clm_numbers *numbers, size_t first, size_t count,
                               uint64_t valuation)
{
    clmodp_status st = CLMODP_OK;

    /* Highest first, so that r is sized once. */
    for (size_t k = count; k-- > 0;)
        if (mpz_sgn(numbers->storage[first + k]) != 0)
            TRY(clm_zx_move_coeff(r, numbers->storage[first + k], (size_t)valuation + k));
done:
    return st;
}

clmodp_status clm_numbers_from_words(clmodp_zx *r, const void *words, size_t word_bytes,
                                     size_t length, size_t first, size_t count,
                                     uint64_t valuation)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t k = count; k-- > 0;) { /* from the top: sized once */
        const size_t i = (first + k) % length;

        mpz_set_ui(c, word_bytes == sizeof(uint64_t) ? ((const uint64_t *)words)[i]
                                                     : ((const uint32_t *)words)[i]);
        TRY(clm_zx_move_coeff(r, c, (size_t)valuation + k));
    }
done:
    mpz_clear(c);
    return st;
}
