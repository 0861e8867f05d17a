/* Creates a context from the program's options, and probes its driver in a child process; then has
 * it compute the answers to problems. */
#include "cli/session.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/answer.h"
#include "cli/formats/output.h"
#include "cli/environment.h"
#include "cli/progress.h"
#include "cli/several.h"
#include "portable/portable.h"

enum {
    WORDS_SIZE = 2500,     /* bytes kept of the end of the child's output */
    EXIT_NOT_STARTED = 127 /* the program could not be executed */
};

/* The child process: executes the check, which ends with its parent. */
static void become_check(const char *self, char *const arguments[], int output, pid_t parent)
{
    clm_end_with_parent(SIGKILL);
    if (getppid() == parent && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(output, STDERR_FILENO) >= 0)
        (void)execv(self, arguments);
    _exit(EXIT_NOT_STARTED);
}

static bool is_pocl(const clmodp_device *device)
{
    return strcmp(device->platform_name, "Portable Computing Language") == 0;
}

/* Runs the check and stores its status from waitpid; returns false if it was not run. Executed,
 * not just forked, because loaded drivers do not survive a fork. Ctrl-C ends both processes. */
static bool run_check_process(int *status, char *const arguments[], int output)
{
    const pid_t parent = getpid();
    char self[PATH_MAX];
    pid_t child;

    if (!cli_program_path(self))
        return false;
    (void)fflush(stdout);
    child = fork();
    if (child == 0)
        become_check(self, arguments, output, parent);
    if (child < 0)
        return false;
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            return false;
    return !WIFEXITED(*status) || WEXITSTATUS(*status) != EXIT_NOT_STARTED;
}

/* Returns the check's last message and all output after it; NULL if there is none. */
static const char *own_words(const char *words)
{
    static const char mark[] = "clmodp: ";
    const char *found = NULL;

    for (const char *at = strstr(words, mark); at != NULL; at = strstr(at + 1, mark))
        if (at == words || at[-1] == '\n')
            found = at + sizeof mark - 1;
    return found;
}

static void find_pocl_folder(char out[PATH_MAX])
{
    static const struct {
        const char *variable, *below;
    } places[] = {{"POCL_CACHE_DIR", ""}, {"XDG_CACHE_HOME", "/pocl"}, {"HOME", "/.cache/pocl"}};

    (void)snprintf(out, PATH_MAX, "its cache");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *value = getenv(places[i].variable);

        if (value != NULL && *value != '\0') {
            (void)snprintf(out, PATH_MAX, "%s%s", value, places[i].below);
            return;
        }
    }
}

static int explain_crash(failure *why, const clmodp_device *device, int status, const char *words)
{
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    const char *own = code == EXIT_FAILED || code == EXIT_NO_DEVICE ? own_words(words) : NULL;
    char how[128], folder[PATH_MAX], advice[PATH_MAX + 64] = "";

    if (own != NULL)
        return cli_fail(why, code, "%s", own);
    if (WIFSIGNALED(status))
        (void)snprintf(how, sizeof how, "signal %d, %s", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    else
        (void)snprintf(how, sizeof how, "exit status %d", code);
    find_pocl_folder(folder);
    if (strstr(words, strerror(ENOSPC)) != NULL)
        return cli_fail(why, EXIT_FAILED,
                        "a full disk stopped the driver of %s (%s); free some space on the disk "
                        "of %.500s, or of temporary files. Its last output:\n%s",
                        device->name, how, folder, words);
    if (is_pocl(device))
        (void)snprintf(advice, sizeof advice, " remove %.500s, which may contain damaged files,",
                       folder);
    return cli_fail(why, EXIT_NO_DEVICE,
                    "the driver of %s (%s, driver %s) crashed during its first test "
                    "(%s);%s choose another device with --device, or update the driver. Its "
                    "last output:\n%s",
                    device->name, device->platform_name, device->driver, how, advice,
                    *words != '\0' ? words : "(none)");
}

/* Runs `clmodp check` for the device in a child process, unless the device is known to compute
 * correctly. The check leaves compiled programs and results in the caches. If that fails, or no
 * process can be started, the first computation runs the same tests in this process.
 * Errors: EXIT_NO_DEVICE (the driver ended the process; with the cause and its last output),
 *         EXIT_FAILED (it did because a disk is full), and the errors of the check */
static int probe_driver(clmodp_context *context, const settings *how, failure *why)
{
    const clmodp_device *device = clmodp_context_device(context);
    clmodp_resultant_options options;
    clmodp_self_test_state state;
    char words[WORDS_SIZE], name[] = "clmodp", check[] = "check";
    char place[32], engine[32], residues[32];
    char *const arguments[] = {name, check, place, engine, residues, NULL};
    clmodp_status st;
    bool ended;
    int status = 0, output;

    cli_settings_options(&options, how);
    st = clmodp_device_check_state(context, &state, &options);
    if (st == CLMODP_NO_DEVICE)
        return cli_fail_status(why, st, clmodp_context_message(context));
    if (st != CLMODP_OK || state != CLMODP_SELF_TEST_DUE)
        return EXIT_OK; /* wrong options are reported when they are used */
    output = clm_anonymous_file("clmodp-check");
    if (output < 0)
        return EXIT_OK;
    (void)snprintf(place, sizeof place, "--device=%u.%u", (unsigned)device->platform,
                   (unsigned)device->index);
    (void)snprintf(engine, sizeof engine, "--engine=%s", cli_engine_name(how->engine));
    (void)snprintf(residues, sizeof residues, "--residues=%s", cli_residues_name(how->residues));
    (void)snprintf(words, sizeof words, "clmodp: compiling kernels once, for %s", device->name);
    cli_progress_note_begin(words);
    ended = run_check_process(&status, arguments, output);
    cli_progress_note_end();
    if (ended && status != 0)
        clm_read_end(output, 0, words, sizeof words);
    (void)close(output);
    return !ended || status == 0 ? EXIT_OK : explain_crash(why, device, status, words);
}

static int make_context(clmodp_context **context, const settings *wanted, failure *why)
{
    clmodp_context_options options;
    char message[2048] = "";
    clmodp_status st;

    clmodp_context_options_init(&options);
    options.device = wanted->machine != NULL ||
                             (wanted->device == NULL && wanted->engine == CLMODP_ENGINE_HOST)
                         ? "host" /* whichever device the environment names */
                         : wanted->device;
    options.max_memory = wanted->max_memory;
    options.threads = wanted->threads;
    st = clmodp_context_create(context, &options, message, sizeof message);
    return st == CLMODP_OK ? EXIT_OK : cli_fail_status(why, st, message);
}

int cli_session_open(session *s, const settings *wanted, failure *why)
{
    const double began = cli_clock();
    int code;

    if (s->context != NULL)
        return EXIT_OK;
    if (cli_fleet_wanted(wanted))
        return cli_fail_usage(why, "--device %s: expected one device; only resultants, "
                              "subresultants, discriminants and solve use several",
                              wanted->device);
    cli_environment_prepare();
    code = make_context(&s->context, wanted, why);
    if (code == EXIT_OK)
        cli_progress_note_watch(s->context);
    s->wanted = wanted;
    s->seconds = cli_clock() - began;
    return code;
}

/* Probes the driver, with another context, before the library opens a device. The library reports
 * a missing device itself. */
static int on_device_init(void *user)
{
    session *s = user;
    const double began = cli_clock();
    clmodp_context *other = NULL;
    int code = make_context(&other, s->wanted, &s->refused);

    if (code == EXIT_OK && strcmp(clmodp_context_device(other)->kind, "host") != 0) {
        code = probe_driver(other, s->wanted, &s->refused);
        s->on_pocl = is_pocl(clmodp_context_device(other));
    }
    clmodp_context_destroy(other);
    s->refused.code = code;
    s->seconds += cli_clock() - began;
    return code != EXIT_OK;
}

/* Returns whether a device is named, and thus opened from the beginning. */
static bool names_device(const settings *wanted)
{
    const char *name = wanted->device != NULL ? wanted->device : getenv("CLMODP_DEVICE");

    return name != NULL && *name != '\0' && strcasecmp(name, "host") != 0;
}

int cli_session_open_tested(session *s, const settings *wanted, failure *why)
{
    int code = cli_session_open(s, wanted, why);
    const double began = cli_clock();

    if (code != EXIT_OK || s->tried)
        return code;
    if (wanted->engine == CLMODP_ENGINE_AUTO && !names_device(wanted))
        clmodp_context_set_device_init(s->context, on_device_init, s);
    else if (wanted->engine != CLMODP_ENGINE_HOST) {
        code = probe_driver(s->context, wanted, why);
        s->on_pocl = code == EXIT_OK && is_pocl(clmodp_context_device(s->context));
    }
    s->seconds += cli_clock() - began;
    s->tried = code == EXIT_OK;
    return code;
}

int cli_session_fail(const session *s, clmodp_status st, failure *why)
{
    if (cli_interrupted())
        return cli_fail(why, EXIT_FAILED, "interrupted");
    if (s->refused.code != EXIT_OK)
        return (*why = s->refused).code;
    return cli_fail_status(why, st, clmodp_context_message(s->context));
}

/* PoCL takes 5 ms to release programs. Those of other drivers are released, since the library then
 * caches them. */
void cli_session_close(session *s)
{
    if (!s->on_pocl || getenv("CLMODP_RELEASE") != NULL)
        clmodp_context_destroy(s->context);
    *s = (session){0};
}

/* ---- answers ---- */

/* r := r / divisor modulo n. */
static clmodp_status divide_modulo(clmodp_zx *r, mpz_srcptr divisor, uint64_t modulus)
{
    clmodp_status st = CLMODP_OK;
    mpz_t prime, factor, c;

    if (mpz_cmp_ui(divisor, 1) == 0)
        return CLMODP_OK;
    mpz_init_set_ui(prime, modulus);
    mpz_init(factor);
    mpz_init(c);
    (void)mpz_invert(factor, divisor, prime);
    for (long i = clmodp_zx_degree(r); i >= 0 && st == CLMODP_OK; i--) {
        mpz_mul(c, clmodp_zx_coeff(r, (size_t)i), factor);
        mpz_mod(c, c, prime);
        st = clmodp_zx_set_coeff(r, c, (size_t)i);
    }
    mpz_clears(prime, factor, c, NULL);
    return st;
}

static clmodp_status divide_quotient(quotient *a, mpz_srcptr divisor, uint64_t modulus)
{
    if (modulus != 0)
        return divide_modulo(a->numerator, divisor, modulus);
    mpz_set(a->denominator, divisor);
    return clmodp_zx_lowest_terms(a->numerator, a->denominator);
}

/* Extracts the parts of S_k, from the first of them on. */
static clmodp_status split_subresultant(quotient *part, const clmodp_zxy *s)
{
    clmodp_status st = CLMODP_OK;

    for (size_t n = 0; n < clmodp_zxy_terms(s) && st == CLMODP_OK; n++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(s, n, &i, &j);

        st = clmodp_zx_set_coeff(part[j].numerator, c, i);
    }
    return st;
}

static void clear_unpacked(quotient *a)
{
    if (a->unpacked != NULL)
        clmodp_mpoly_destroy(a->unpacked);
    a->unpacked = NULL;
}

/* Adds a part for the coefficient of y^j in S_k. */
static clmodp_status add_part(answer *out, unsigned k, unsigned j)
{
    quotient *part = &out->part[out->parts++];

    *part = (quotient){.k = k, .j = j};
    mpz_init_set_ui(part->denominator, 1);
    return clmodp_zx_create(&part->numerator);
}

/* Makes room for the results of a chain. */
static clmodp_status begin_chain(answer *out, size_t count, bool principal)
{
    clmodp_status st = CLMODP_OK;

    out->count = count;
    if (principal)
        out->principal = calloc(count, sizeof *out->principal);
    else
        out->chain = calloc(count, sizeof *out->chain);
    if (out->principal == NULL && out->chain == NULL)
        return CLMODP_HOST_MEMORY;
    for (size_t k = 0; k < count && st == CLMODP_OK; k++) {
        if (principal)
            out->principal[k] = out->part[k].numerator;
        else
            st = clmodp_zxy_create(&out->chain[k]);
    }
    return st;
}

/* Adds all parts of a problem to an empty answer. */
static clmodp_status add_parts(answer *out, const problem *p, size_t count)
{
    const size_t s = p->subresultant != 0 ? (size_t)p->subresultant + 1 : 0;
    const size_t parts = p->chain ? p->principal ? count : count * (count + 1) / 2 : 1 + s;
    clmodp_status st = CLMODP_OK;

    out->part = calloc(parts, sizeof *out->part);
    if (out->part == NULL)
        return CLMODP_HOST_MEMORY;
    if (!p->chain)
        st = add_part(out, 0, 0);
    for (unsigned j = 0; j < s && st == CLMODP_OK; j++)
        st = add_part(out, p->subresultant, j);
    for (unsigned k = 0; p->chain && k < count; k++)
        for (unsigned j = p->principal ? k : 0; j <= k && st == CLMODP_OK; j++)
            st = add_part(out, k, j);
    if (st == CLMODP_OK && p->chain)
        st = begin_chain(out, count, p->principal);
    return st;
}

clmodp_status cli_result_begin(answer *out, clmodp_problem *asked, const problem *p)
{
    const bool one = p->subresultant == 0 && !p->chain;
    clmodp_status st = CLMODP_OK;

    *asked = cli_problem_asked(p);
    if (out->parts != 1 || !one || out->chain != NULL || out->principal != NULL)
        cli_result_clear(out);
    if (out->parts == 1) {
        mpz_set_ui(out->part[0].denominator, 1);
        clear_unpacked(&out->part[0]);
    } else {
        st = add_parts(out, p, asked->count);
    }
    if (st == CLMODP_OK && p->subresultant != 0)
        st = clmodp_zxy_create(&out->s);
    if (st == CLMODP_OK)
        asked->r = out->part[0].numerator;
    asked->s = out->s;
    asked->chain = out->chain;
    asked->principal = out->principal;
    if (p->reported) {
        out->report = (clmodp_resultant_report){.size = sizeof out->report};
        asked->report = &out->report;
    }
    return st;
}

/* Splits all subresultants, and releases the second copies of their coefficients. */
static clmodp_status split_all(answer *out)
{
    clmodp_status st = CLMODP_OK;

    if (out->s != NULL)
        st = split_subresultant(&out->part[1], out->s);
    clmodp_zxy_destroy(out->s);
    out->s = NULL;
    for (size_t k = 0; k < out->count && out->chain != NULL; k++) {
        if (st == CLMODP_OK)
            st = split_subresultant(&out->part[k * (k + 1) / 2], out->chain[k]);
        clmodp_zxy_destroy(out->chain[k]);
        out->chain[k] = NULL;
    }
    return st;
}

/* Sets the divisor of a part; its size was checked for the resultant. */
static clmodp_status find_divisor(mpz_t divisor, const quotient *part, const problem *p)
{
    const uint64_t any = UINT64_MAX;
    clmodp_problem asked = cli_problem_asked(p);

    asked.operation = CLMODP_OPERATION_SUBRESULTANT;
    asked.k = part->k;
    return clmodp_problem_denominator(divisor, &asked, p->f_denominator, p->g_denominator, any);
}

clmodp_status cli_result_finish(answer *out, const problem *p)
{
    clmodp_status st = split_all(out);
    mpz_t divisor;

    mpz_init(divisor);
    for (size_t n = 0; n < out->parts && st == CLMODP_OK; n++) {
        quotient *part = &out->part[n];

        mpz_set(divisor, part->k > 0 ? p->subresultant_divisor : p->divisor);
        if (p->chain && part->k > 0)
            st = find_divisor(divisor, part, p);
        if (st == CLMODP_OK)
            st = divide_quotient(part, divisor, p->modulus);
        if (st == CLMODP_OK && p->packing != NULL)
            st = cli_several_unpack(part, p);
    }
    mpz_clear(divisor);
    return st;
}

int cli_result_compute(answer *out, const session *device, const problem *p, cli_compute *compute,
                       void *user, failure *why)
{
    clmodp_problem asked;
    clmodp_status st = cli_result_begin(out, &asked, p);

    if (st == CLMODP_OK) {
        st = compute(user, &asked);
        if (st != CLMODP_OK)
            return cli_session_fail(device, st, why);
        st = cli_result_finish(out, p);
        if (st == CLMODP_LIMIT && p->packing != NULL)
            return cli_fail_status(why, st, "an exponent of the result reaches 2^31");
    }
    return st == CLMODP_OK ? EXIT_OK : cli_fail_status(why, st, NULL);
}

clmodp_status cli_result_begin_one(answer *out, size_t variables)
{
    out->part = calloc(1, sizeof *out->part);
    if (out->part == NULL)
        return CLMODP_HOST_MEMORY;
    out->parts = 1;
    out->report.size = sizeof out->report;
    mpz_init_set_ui(out->part[0].denominator, 1);
    return clmodp_mpoly_create(&out->part[0].unpacked, variables);
}

void cli_result_clear(answer *a)
{
    for (size_t k = 0; k < a->parts; k++) {
        clmodp_zx_destroy(a->part[k].numerator);
        clear_unpacked(&a->part[k]);
        mpz_clear(a->part[k].denominator);
    }
    for (size_t k = 0; k < a->count && a->chain != NULL; k++)
        clmodp_zxy_destroy(a->chain[k]);
    free(a->chain);
    free(a->principal);
    free(a->part);
    clmodp_zxy_destroy(a->s);
    *a = (answer){0};
}

/* A single call of the library. */
typedef struct call {
    clmodp_context *context;
    clmodp_resultant_options options;
} call;

static clmodp_status call_library(void *user, clmodp_problem *asked)
{
    const call *c = user;

    return clmodp_compute(c->context, asked, &c->options);
}

/* ---- greatest common divisors ---- */

/* f := f c / d, c a multiple of d. */
static clmodp_status scale(clmodp_mpoly *f, mpz_srcptr c, mpz_srcptr d)
{
    static const size_t none[CLMODP_MOST_VARIABLES];
    clmodp_mpoly *factor = NULL;
    clmodp_status st = CLMODP_OK;
    mpz_t n;

    if (mpz_cmp(c, d) == 0)
        return CLMODP_OK;
    mpz_init(n);
    mpz_divexact(n, c, d);
    st = clmodp_mpoly_create(&factor, clmodp_mpoly_variables(f));
    if (st == CLMODP_OK)
        st = clmodp_mpoly_set_terms(factor, n, none, 1);
    if (st == CLMODP_OK)
        st = clmodp_mpoly_mul(f, f, factor);
    clmodp_mpoly_destroy(factor);
    mpz_clear(n);
    return st;
}

/* Adds parts for a gcd and, if requested, cofactors. */
static clmodp_status begin_gcd(answer *out, const problem *p)
{
    const size_t parts = p->cofactors ? 3 : 1;
    clmodp_status st = CLMODP_OK;

    out->part = calloc(parts, sizeof *out->part);
    if (out->part == NULL)
        return CLMODP_HOST_MEMORY;
    for (; out->parts < parts && st == CLMODP_OK; out->parts++) {
        mpz_init_set_ui(out->part[out->parts].denominator, 1);
        st = clmodp_mpoly_create(&out->part[out->parts].unpacked, p->variables);
    }
    return st;
}

/* Computes a gcd over Q from one over Z, for a common denominator. */
static clmodp_status find_gcd(answer *out, clmodp_context *context, const problem *p,
                              mpz_srcptr common)
{
    quotient *part = out->part;
    clmodp_status st = scale(p->whole[0], common, p->f_denominator);

    if (st == CLMODP_OK)
        st = scale(p->whole[1], common, p->g_denominator);
    if (st == CLMODP_OK)
        st = clmodp_mpoly_gcd(context, part[0].unpacked, p->cofactors ? part[1].unpacked : NULL,
                              p->cofactors ? part[2].unpacked : NULL, p->whole[0], p->whole[1]);
    mpz_set(part[0].denominator, common);
    return st == CLMODP_OK ? clmodp_mpoly_lowest_terms(part[0].unpacked, part[0].denominator) : st;
}

static int compute_gcd(answer *out, const session *device, const problem *p, failure *why)
{
    clmodp_status st = begin_gcd(out, p);
    mpz_t common;

    mpz_init(common);
    mpz_lcm(common, p->f_denominator, p->g_denominator);
    if (st == CLMODP_OK)
        st = find_gcd(out, device->context, p, common);
    mpz_clear(common);
    return st == CLMODP_OK ? EXIT_OK : cli_session_fail(device, st, why);
}

int cli_compute_and_print(const printer *to, session *device, const problem *p,
                          const settings *how, size_t line, failure *why)
{
    answer a = {0};
    watched w;
    call c;
    int code;

    CHECK(cli_session_open_tested(device, how, why));
    c.context = device->context;
    cli_settings_options(&c.options, how);
    cli_progress_begin(&w, device->context, line);
    code = p->gcd ? compute_gcd(&a, device, p, why)
                  : cli_result_compute(&a, device, p, call_library, &c, why);
    cli_progress_end(&w);
    if (code == EXIT_OK)
        code = cli_print_result(to, &a, p, device, how, line, why);
    cli_result_clear(&a);
    return code;
}

