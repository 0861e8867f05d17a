/* Computes with polynomials over F_p by NTL's zz_pX. */
#include <NTL/BasicThreadPool.h>
#include <NTL/lzz_pX.h>

#include "peers/fpx_peers.h"

namespace {

NTL::zz_pX polynomial(const uint32_t *words, size_t count)
{
    NTL::zz_pX f;

    f.SetLength(static_cast<long>(count));
    for (size_t k = 0; k < count; k++)
        f[static_cast<long>(k)] = static_cast<long>(words[k]);
    f.normalize();
    return f;
}

NTL::vec_zz_p vector(const uint32_t *words, size_t count)
{
    NTL::vec_zz_p v;

    v.SetLength(static_cast<long>(count));
    for (size_t k = 0; k < count; k++)
        v[static_cast<long>(k)] = static_cast<long>(words[k]);
    return v;
}

struct work {
    NTL::zz_pX a, b, result;
    NTL::vec_zz_p points, values;
};

void run(peer_job *job, void *of)
{
    work &w = *static_cast<work *>(of);

    switch (job->operation) {
    case PEER_MUL: NTL::mul(w.result, w.a, w.b); break;
    case PEER_DIVREM: {
        NTL::zz_pX rest;

        NTL::DivRem(w.result, rest, w.a, w.b);
        break;
    }
    case PEER_GCD: NTL::GCD(w.result, w.a, w.b); break;
    case PEER_RESULTANT: NTL::conv(w.result, NTL::resultant(w.a, w.b)); break;
    case PEER_EVALUATE: NTL::eval(w.values, w.a, w.points); break;
    case PEER_INTERPOLATE: NTL::interpolate(w.result, w.points, w.values); break;
    case PEER_POWMOD: {
        const NTL::zz_pXModulus modulus(w.b);
        NTL::zz_pX base;

        NTL::rem(base, w.a, modulus);
        NTL::PowerMod(w.result, base, static_cast<long>(PEER_EXPONENT), modulus);
        break;
    }
    case PEER_INVMOD: {
        NTL::zz_pX base;

        NTL::clear(w.result);
        NTL::rem(base, w.a, w.b);
        if (NTL::deg(w.b) > 0 && NTL::InvModStatus(w.result, base, w.b) != 0)
            NTL::clear(w.result);
        break;
    }
    }
}

} // namespace

extern "C" void ntl_fpx(peer_job *job)
{
    NTL::zz_pPush modulus(static_cast<long>(job->p));
    work w;

    NTL::SetNumThreads(static_cast<long>(job->threads));
    w.a = polynomial(job->a, job->n);
    w.b = polynomial(job->b, job->m);
    w.points = vector(job->b, job->m);
    w.values = vector(job->operation == PEER_INTERPOLATE ? job->a : job->b, job->m);
    peer_take_turns(job, run, &w);
    if (job->operation == PEER_EVALUATE) {
        w.result.rep = w.values;
        w.result.normalize();
    }
    job->count = static_cast<size_t>(NTL::deg(w.result) + 1);
    for (size_t k = 0; k < job->count; k++)
        job->result[k] = static_cast<uint32_t>(NTL::rep(w.result.rep[static_cast<long>(k)]));
    NTL::SetNumThreads(1);
}
