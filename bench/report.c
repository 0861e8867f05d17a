/* Reports of the resultant benchmark as text and as comma-separated values. */
#include "bench/report.h"

#include <math.h>

size_t report_ratios(const report *r, contender which, report_ratio ratio_of, double *mean,
                     double *least)
{
    double logarithms = 0;
    size_t count = 0;

    *least = INFINITY;
    for (size_t k = 0; k < r->count; k++) {
        double ratio = ratio_of(&r->contests[k], which);

        if (ratio <= 0)
            continue;
        logarithms += log(ratio);
        *least = fmin(*least, ratio);
        count++;
    }
    *mean = count > 0 ? exp(logarithms / (double)count) : 0;
    return count;
}

/* Returns the pairs evaluated over the necessary pairs. */
static double pair_ratio(const contest *c)
{
    const clmodp_resultant_report *run = &c->report;

    return run->necessary_evaluations > 0
               ? (double)run->evaluations / (double)run->necessary_evaluations
               : 0;
}

static void print_shape(FILE *out, const input_shape *s)
{
    if (s->row > 0)
        (void)fprintf(out, "row %u: ", s->row);
    (void)fprintf(out, "degrees in y %zu/%zu, in x %zu/%zu, %zu bits", s->deg_y_f, s->deg_y_g,
                  s->deg_x_f, s->deg_x_g, s->bits);
    if (s->density < 100)
        (void)fprintf(out, ", %u %% of the coefficients", s->density);
}

static void print_one(FILE *out, const report *r, const contest *c)
{
    const clmodp_resultant_report *run = &c->report;
    const contest_entry *own = &c->entries[CONTENDER_CLMODP];
    const counts *n = &c->counts;

    print_shape(out, &c->shape);
    (void)fprintf(out, "\n  %llu primes (%llu bits, %s), %llu points, evaluated by %s\n",
                  (unsigned long long)run->primes, (unsigned long long)run->height_bits,
                  run->height_bound_name, (unsigned long long)run->points, n->evaluation);
    (void)fprintf(out, "  median of %zu runs %.4f s (least %.4f), %.4f s of processor time",
                  own->runs, own->wall, own->least, own->cpu);
    (void)fprintf(out, "\n  %.4g pairs, %.3f times the necessary ones; %.3f ns a pair, %.3f in "
                       "Euclid\n",
                  n->pairs, pair_ratio(c), 1e9 * own->wall / n->pairs,
                  1e9 * c->stage_median[CLM_STAGE_EUCLID] / n->pairs);
    (void)fprintf(out, "  %-12s %9s %7s %9s %10s %9s %8s\n", "stage", "seconds", "share", "least",
                  "products", "floor", "of least");
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++) {
        double seconds = c->stage_median[stage], products = n->products[stage];
        double floor = report_floor(r, products), least = c->stage_least[stage];

        if (seconds <= 0)
            continue;
        (void)fprintf(out, "  %-12s %9.4f %5.1f %% %9.4f", clm_stage_name((clm_stage)stage),
                      seconds, 100 * seconds / own->wall, least);
        if (products > 0)
            (void)fprintf(out, " %10.3g %9.4f %6.1f %%", products, floor, 100 * floor / least);
        (void)fprintf(out, "\n");
    }
    (void)fprintf(out, "  %-12s %9.4f %7s %9.4f %10.3g %9.4f %6.1f %%\n", "all", own->wall, "",
                  own->least, n->total, report_floor(r, n->total),
                  100 * report_floor(r, n->total) / own->least);
    (void)fprintf(out, "  CRT: %.3g MB in, %.3g MB out, %.3g products of limbs\n",
                  1e-6 * n->crt_bytes_in, 1e-6 * n->crt_bytes_out, n->crt_products);
}

void report_stages(FILE *out, const report *r)
{
    (void)fprintf(out, "at most %.2f * 10^9 products of words a second\n", 1e-9 * r->rate);
    for (size_t k = 0; k < r->count; k++) {
        (void)fprintf(out, "\n");
        print_one(out, r, &r->contests[k]);
    }
}

/* Prints time and ratio of one system, or the reason for their absence. */
static void print_entry(FILE *out, const contest *c, contender which)
{
    static const char *const words[] = {"-", "", "too long", "skipped", "failed"};
    const contest_entry *entry = &c->entries[which];

    if (entry->outcome == OUTCOME_FINISHED)
        (void)fprintf(out, " | %8.3f %7.1f", entry->wall, contest_ratio(c, which));
    else
        (void)fprintf(out, " | %16s", words[entry->outcome]);
}

static void print_line(FILE *out, const report *r, const contest *c)
{
    const contest_entry *own = &c->entries[CONTENDER_CLMODP];
    const input_shape *s = &c->shape;
    clm_stage slowest = CLM_STAGE_PLAN;
    const double *seconds = c->stage_median;

    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
        if (seconds[stage] > seconds[slowest])
            slowest = (clm_stage)stage;
    (void)fprintf(out, "%3u %3zu/%-3zu %3zu/%-3zu %4zu %4u | %5llu %5llu %5.3f"
                       " | %8.4f %8.4f %8.4f",
                  s->row, s->deg_y_f, s->deg_y_g, s->deg_x_f, s->deg_x_g, s->bits, s->density,
                  (unsigned long long)c->report.primes, (unsigned long long)c->report.points,
                  pair_ratio(c), own->wall, own->cpu, report_floor(r, c->counts.total));
    (void)fprintf(out, " %6.3f  %-11s %3.0f %%",
                  1e9 * seconds[CLM_STAGE_EUCLID] / c->counts.pairs,
                  clm_stage_name(slowest), 100 * seconds[slowest] / own->wall);
    for (int which = CONTENDER_COLLINS; which < CONTENDER_COUNT; which++)
        print_entry(out, c, (contender)which);
    if (s->paper_seconds > 0)
        (void)fprintf(out, " | %6.3f", s->paper_seconds);
    (void)fprintf(out, "\n");
}

static void print_ratios(FILE *out, const report *r, contender which)
{
    double mean, least, cpu_mean, cpu_least;
    size_t count = report_ratios(r, which, contest_ratio, &mean, &least);

    if (count == 0)
        return;
    (void)report_ratios(r, which, contest_cpu_ratio, &cpu_mean, &cpu_least);
    (void)fprintf(out,
                  "%s: finished %zu; in units of clmodp's time: geometric mean %.1f, least %.1f; "
                  "of its processor time %.1f, %.1f\n",
                  contest_name(which), count, mean, least, cpu_mean, cpu_least);
}

void report_table(FILE *out, const report *r)
{
    double wall = 0, cpu = 0, floor = 0, products = 0;

    (void)fprintf(out, "%-3s %-7s %-7s %4s %4s | %5s %5s %5s | %8s %8s %8s %6s  %-17s",
                  "", "deg y", "deg x", "bits", "%", "N", "m", "pairs", "seconds", "cpu", "floor",
                  "Euclid", "slowest stage");
    for (int which = CONTENDER_COLLINS; which < CONTENDER_COUNT; which++)
        (void)fprintf(out, " | %8s %7s", contest_name((contender)which), "ratio");
    (void)fprintf(out, " | paper\n");
    for (size_t k = 0; k < r->count; k++) {
        const contest *c = &r->contests[k];

        print_line(out, r, c);
        wall += c->entries[CONTENDER_CLMODP].wall;
        cpu += c->entries[CONTENDER_CLMODP].cpu;
        products += c->counts.total;
        floor += report_floor(r, c->counts.total);
    }
    (void)fprintf(out, "\nall: %.3f s, %.3f s of processor time; %.4g products of words, at %.2f "
                       "* 10^9 a second %.3f s\n",
                  wall, cpu, products, 1e-9 * r->rate, floor);
    for (int which = CONTENDER_COLLINS; which < CONTENDER_COUNT; which++)
        print_ratios(out, r, (contender)which);
}

void report_csv(FILE *out, const report *r)
{
    (void)fprintf(out, "row,deg_y_f,deg_y_g,deg_x_f,deg_x_g,bits,density,primes,points,pairs,"
                       "necessary_evaluations,products,floor_seconds");
    for (int which = 0; which < CONTENDER_COUNT; which++) {
        const char *name = contest_name((contender)which);

        (void)fprintf(out, ",%s_runs,%s_seconds,%s_cpu_seconds", name, name, name);
    }
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++) {
        const char *name = clm_stage_name((clm_stage)stage);

        (void)fprintf(out, ",%s_seconds,%s_products", name, name);
    }
    (void)fprintf(out, ",paper_seconds\n");
    for (size_t k = 0; k < r->count; k++) {
        const contest *c = &r->contests[k];
        const input_shape *s = &c->shape;

        (void)fprintf(out, "%u,%zu,%zu,%zu,%zu,%zu,%u,%llu,%llu,%.6g,%llu,%.6g,%.6g", s->row,
                      s->deg_y_f, s->deg_y_g, s->deg_x_f, s->deg_x_g, s->bits, s->density,
                      (unsigned long long)c->report.primes,
                      (unsigned long long)c->report.points, c->counts.pairs,
                      (unsigned long long)c->report.necessary_evaluations, c->counts.total,
                      report_floor(r, c->counts.total));
        for (int which = 0; which < CONTENDER_COUNT; which++) {
            const contest_entry *entry = &c->entries[which];

            if (entry->outcome == OUTCOME_FINISHED)
                (void)fprintf(out, ",%zu,%.6f,%.6f", entry->runs, entry->wall, entry->cpu);
            else
                (void)fprintf(out, ",0,,");
        }
        for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
            (void)fprintf(out, ",%.6f,%.6g", c->stage_median[stage],
                          c->counts.products[stage]);
        (void)fprintf(out, ",%.3f\n", s->paper_seconds);
    }
}
