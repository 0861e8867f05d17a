/* Plots curves in SVG. The scales extend from a power of ten, or of two, to another. */
#include "bench/plot.h"

#include <math.h>

#define LEFT 70.0
#define TOP 70.0
#define WIDTH 460.0
#define HEIGHT 340.0
#define LEGEND 180.0
#define BELOW 60.0

static const char *const colours[] = {"#1d3b66", "#c05a4a", "#5f9e6e", "#d9932a", "#5b4a8a",
                                      "#2a9fbf", "#8a6d3b", "#b0508f", "#666666"};
#define COLOURS (sizeof colours / sizeof *colours)

/* Ranges of the scales: powers of 2 to the right, of 10 upwards. */
typedef struct frame {
    double left, right, bottom, top; /* logarithms */
} frame;

static frame frame_of(const plot_picture *p)
{
    frame f = {INFINITY, -INFINITY, INFINITY, -INFINITY};

    for (size_t c = 0; c < p->count; c++)
        for (size_t k = 0; k < p->curves[c].count; k++) {
            const double x = log2(p->curves[c].x[k]), y = log10(p->curves[c].y[k]);

            if (!isfinite(y))
                continue;
            f.left = fmin(f.left, floor(x));
            f.right = fmax(f.right, ceil(x));
            f.bottom = fmin(f.bottom, floor(y));
            f.top = fmax(f.top, ceil(y));
        }
    if (f.right <= f.left)
        f.right = f.left + 1;
    if (f.top <= f.bottom)
        f.top = f.bottom + 1;
    return f;
}

static double place_x(const frame *f, double log_x)
{
    return LEFT + WIDTH * (log_x - f->left) / (f->right - f->left);
}

static double place_y(const frame *f, double log_y)
{
    return TOP + HEIGHT * (f->top - log_y) / (f->top - f->bottom);
}

static void write_text(FILE *out, double x, double y, const char *anchor, const char *text)
{
    (void)fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor,
                  text);
}

static void write_line(FILE *out, double x1, double y1, double x2, double y2)
{
    (void)fprintf(out,
                  "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ccc\"/>\n", x1,
                  y1, x2, y2);
}

static void write_scales(FILE *out, const frame *f, const plot_picture *p)
{
    char text[32];

    for (double x = f->left; x <= f->right; x++) {
        write_line(out, place_x(f, x), TOP, place_x(f, x), TOP + HEIGHT);
        (void)snprintf(text, sizeof text, "%g", exp2(x));
        write_text(out, place_x(f, x), TOP + HEIGHT + 18, "middle", text);
    }
    for (double y = f->bottom; y <= f->top; y++) {
        write_line(out, LEFT, place_y(f, y), LEFT + WIDTH, place_y(f, y));
        (void)snprintf(text, sizeof text, "%g", pow(10, y));
        write_text(out, LEFT - 8, place_y(f, y) + 4, "end", text);
    }
    write_text(out, LEFT + WIDTH / 2, TOP + HEIGHT + 40, "middle", p->x_label);
    write_text(out, LEFT - 8, TOP - 10, "end", p->y_label);
}

static void write_style(FILE *out, const plot_curve *c)
{
    (void)fprintf(out, "stroke=\"%s\" stroke-width=\"1.6\" fill=\"none\"%s/>\n",
                  colours[c->colour % COLOURS], c->dashed ? " stroke-dasharray=\"5,4\"" : "");
}

static void write_curve(FILE *out, const frame *f, const plot_curve *c)
{
    (void)fprintf(out, "<polyline points=\"");
    for (size_t k = 0; k < c->count; k++)
        if (isfinite(c->y[k]))
            (void)fprintf(out, "%.1f,%.1f ", place_x(f, log2(c->x[k])),
                          place_y(f, log10(c->y[k])));
    (void)fprintf(out, "\" ");
    write_style(out, c);
    for (size_t k = 0; k < c->count; k++)
        if (isfinite(c->y[k]))
            (void)fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" fill=\"%s\"/>\n",
                          place_x(f, log2(c->x[k])), place_y(f, log10(c->y[k])),
                          c->dashed ? "#fff" : colours[c->colour % COLOURS]);
}

static void write_legend(FILE *out, const plot_picture *p)
{
    const double x = LEFT + WIDTH + 20;

    for (size_t k = 0; k < p->count; k++) {
        const double y = TOP + 10 + 18 * (double)k;

        (void)fprintf(out, "<path d=\"M%.1f,%.1f h26\" ", x, y);
        write_style(out, &p->curves[k]);
        write_text(out, x + 34, y + 4, "start", p->curves[k].label);
    }
}

void plot_write(FILE *out, const plot_picture *p)
{
    const frame f = frame_of(p);
    const double legend = 30 + 18 * (double)p->count;

    (void)fprintf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                  "font-family=\"sans-serif\" font-size=\"12\">\n"
                  "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                  LEFT + WIDTH + LEGEND, TOP + fmax(HEIGHT + BELOW, legend));
    (void)fprintf(out, "<g font-size=\"16\">");
    write_text(out, LEFT, 24, "start", p->title);
    (void)fprintf(out, "</g>\n");
    write_text(out, LEFT, 44, "start", p->subtitle);
    write_scales(out, &f, p);
    for (size_t k = 0; k < p->count; k++)
        write_curve(out, &f, &p->curves[k]);
    write_legend(out, p);
    (void)fprintf(out, "</svg>\n");
}
