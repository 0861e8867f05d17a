/* Plots the report of the resultant benchmark in SVG: stacked bars of the stages' shares, as in
 * Fig. 7 of [Eme12]. Colours run from dark to light and hatches alternate with solid fills, so
 * that the stages can be distinguished on paper as well. */
#include <math.h>

#include "bench/report.h"

#define LEFT 60.0
#define TOP 92.0
#define HEIGHT 300.0
#define BAR 34.0
#define STEP 54.0
#define LEGEND 120.0
#define LABELS 100.0 /* below the bars */

/* Style of a stage: its colour, and the path of its hatching, "" for none. Stages that resultants
 * do not have are without a style. */
typedef struct stage_style {
    const char *colour, *hatching;
} stage_style;

static const stage_style styles[CLM_STAGE_COUNT] = {
    [CLM_STAGE_PLAN] = {"#ffffff", "M0,8 L8,0"},
    [CLM_STAGE_REDUCE] = {"#d9b44a", "M0,4 L8,4"},
    [CLM_STAGE_EVALUATE] = {"#a6c8e4", ""},
    [CLM_STAGE_EUCLID] = {"#1d3b66", ""},
    [CLM_STAGE_SCHUR] = {"#5b4a8a", ""},
    [CLM_STAGE_FALLBACK] = {"#ffffff", "M4,0 L4,8"},
    [CLM_STAGE_DIVIDE] = {"#e8e8e8", "M0,0 L8,8"},
    [CLM_STAGE_INTERPOLATE] = {"#5f9e6e", "M0,8 L8,0 M0,0 L8,8"},
    [CLM_STAGE_DIGITS] = {"#c9b8e0", "M0,0 L8,8"},
    [CLM_STAGE_CRT] = {"#f0efc8", ""},
    [CLM_STAGE_CHECK] = {"#c05a4a", "M4,0 L4,8 M0,4 L8,4"},
};

static void write_patterns(FILE *out)
{
    (void)fprintf(out, "<defs>\n");
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
        if (styles[stage].colour != NULL)
            (void)fprintf(out,
                          "<pattern id=\"stage%d\" width=\"8\" height=\"8\" "
                          "patternUnits=\"userSpaceOnUse\"><rect width=\"8\" height=\"8\" "
                          "fill=\"%s\"/><path d=\"%s\" stroke=\"#222\" stroke-width=\"1\"/>"
                          "</pattern>\n",
                          stage, styles[stage].colour,
                          styles[stage].hatching[0] != '\0' ? styles[stage].hatching : "M0,0");
    (void)fprintf(out, "</defs>\n");
}

static void write_box(FILE *out, int stage, double x, double y, double width, double height)
{
    (void)fprintf(out,
                  "<rect x=\"%.1f\" y=\"%.2f\" width=\"%.1f\" height=\"%.2f\" "
                  "fill=\"url(#stage%d)\" stroke=\"#222\" stroke-width=\"0.7\"/>\n",
                  x, y, width, height, stage);
}

static void write_text(FILE *out, double x, double y, const char *anchor, const char *text)
{
    (void)fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor,
                  text);
}

static void write_axis(FILE *out, double width)
{
    char text[32];

    for (int share = 0; share <= 100; share += 20) {
        double y = TOP + HEIGHT * (1 - share / 100.0);

        (void)fprintf(out,
                      "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#bbb\"/>\n",
                      LEFT - 4, y, LEFT + width, y);
        (void)snprintf(text, sizeof text, "%d %%", share);
        write_text(out, LEFT - 8, y + 4, "end", text);
    }
}

/* Draws a bar, with the first stage lowest. */
static void write_bar(FILE *out, const contest *c, double x)
{
    double all = 0, y = TOP + HEIGHT;

    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
        all += c->stage_median[stage];
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++) {
        double height = HEIGHT * c->stage_median[stage] / all;

        y -= height;
        if (height > 0.05)
            write_box(out, stage, x, y, BAR, height);
    }
}

/* Labels a bar: below it row, degrees, bits and time, above it the ratio to the Collins loop. */
static void write_labels(FILE *out, const contest *c, double x)
{
    const input_shape *s = &c->shape;
    double seconds = c->entries[CONTENDER_CLMODP].wall, y = TOP + HEIGHT + 18;
    double ratio = contest_ratio(c, CONTENDER_COLLINS);
    char text[64];

    if (s->row > 0)
        (void)snprintf(text, sizeof text, "%u", s->row);
    else
        text[0] = '\0';
    (void)fprintf(out, "<g font-weight=\"bold\">");
    write_text(out, x, y, "middle", text);
    (void)fprintf(out, "</g>");
    (void)snprintf(text, sizeof text, "%zu/%zu", s->deg_y_f, s->deg_y_g);
    write_text(out, x, y + 18, "middle", text);
    (void)snprintf(text, sizeof text, "%zu/%zu", s->deg_x_f, s->deg_x_g);
    write_text(out, x, y + 34, "middle", text);
    (void)snprintf(text, sizeof text, "%zu", s->bits);
    write_text(out, x, y + 50, "middle", text);
    (void)snprintf(text, sizeof text, seconds < 0.1 ? "%.0f ms" : "%.2f s",
                   seconds < 0.1 ? 1000 * seconds : seconds);
    write_text(out, x, y + 66, "middle", text);
    if (ratio > 0) {
        (void)snprintf(text, sizeof text, "%.1fx", ratio);
        write_text(out, x, TOP - 8, "middle", text);
    }
}

static void write_legend(FILE *out, double x)
{
    double y = TOP + 6;

    for (int stage = CLM_STAGE_COUNT; stage-- > 0;) {
        if (styles[stage].colour == NULL)
            continue;
        write_box(out, stage, x, y, 26, 18);
        write_text(out, x + 34, y + 13, "start", clm_stage_name((clm_stage)stage));
        y += 26;
    }
}

static void write_heading(FILE *out, const report *r)
{
    double seconds = 0, mean, least;
    char text[256];

    for (size_t k = 0; k < r->count; k++)
        seconds += r->contests[k].entries[CONTENDER_CLMODP].wall;
    (void)fprintf(out, "<g font-size=\"16\">");
    write_text(out, LEFT, 26, "start", "Shares of the stages in the time of a resultant");
    (void)fprintf(out, "</g>");
    (void)snprintf(text, sizeof text, "%s, %zu host threads; all inputs together %.3f s",
                   r->device, r->threads, seconds);
    write_text(out, LEFT, 46, "start", text);
    if (report_ratios(r, CONTENDER_COLLINS, contest_ratio, &mean, &least) > 0) {
        (void)snprintf(text, sizeof text,
                       "above the bars: time of a Collins loop on FLINT, in units of clmodp's; "
                       "geometric mean %.1f", mean);
        write_text(out, LEFT, 62, "start", text);
    }
}

void report_svg(FILE *out, const report *r)
{
    double width = STEP * (double)r->count + 12;
    static const char *const names[] = {"row", "deg y", "deg x", "bits", "time"};
    static const double places[] = {18, 36, 52, 68, 84};

    (void)fprintf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                  "font-family=\"sans-serif\" font-size=\"12\">\n"
                  "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                  LEFT + fmax(width, 560) + LEGEND + 20, TOP + HEIGHT + LABELS);
    write_patterns(out);
    write_heading(out, r);
    write_axis(out, width);
    for (size_t k = 0; k < r->count; k++) {
        double x = LEFT + 12 + STEP * (double)k;

        write_bar(out, &r->contests[k], x);
        write_labels(out, &r->contests[k], x + BAR / 2);
    }
    for (int k = 0; k < 5; k++)
        write_text(out, LEFT - 8, TOP + HEIGHT + places[k], "end", names[k]);
    write_legend(out, LEFT + width + 20);
    (void)fprintf(out, "</svg>\n");
}
