/* Conversion of Python dictionaries from and to polynomials, in C because Python takes longer than
 * most resultants. cffi releases the interpreter lock before calls and cannot pass objects, so
 * dictionaries are passed by address, and their callers keep them alive. */
#include <Python.h>

#include <limits.h>
#include <stdlib.h>

#include "glue.h"

#define FEW 64 /* most terms stored without allocation */

/* Arguments of clmodp_zxy_set_terms_si. */
typedef struct terms {
    long c[FEW], *coefficients;
    size_t i[FEW], j[FEW], *exponents[2];
    size_t count;
} terms;

static int prepare(terms *t, size_t count)
{
    t->count = count;
    t->coefficients = count <= FEW ? t->c : malloc(count * sizeof(long));
    t->exponents[0] = count <= FEW ? t->i : malloc(count * sizeof(size_t));
    t->exponents[1] = count <= FEW ? t->j : malloc(count * sizeof(size_t));
    return t->coefficients != NULL && t->exponents[0] != NULL && t->exponents[1] != NULL;
}

static void release(terms *t)
{
    if (t->coefficients != t->c)
        free(t->coefficients);
    if (t->exponents[0] != t->i)
        free(t->exponents[0]);
    if (t->exponents[1] != t->j)
        free(t->exponents[1]);
}

/* Reads an int that fits a long; returns 0 for other objects, bools included. */
static int read_long(long *c, PyObject *object)
{
    int overflow = 0;

    if (!PyLong_CheckExact(object))
        return 0;
    *c = PyLong_AsLongAndOverflow(object, &overflow);
    return !overflow;
}

static int read_key(terms *t, size_t k, PyObject *key)
{
    if (!PyTuple_Check(key) || PyTuple_Size(key) != 2)
        return 0;
    for (int which = 0; which < 2; which++) {
        long e;

        if (!read_long(&e, PyTuple_GetItem(key, which)) || e < 0)
            return 0;
        t->exponents[which][k] = (size_t)e;
    }
    return 1;
}

static int read_dictionary(terms *t, PyObject *dictionary)
{
    PyObject *key, *value;
    Py_ssize_t place = 0;

    if (!prepare(t, (size_t)PyDict_Size(dictionary)))
        return 0;
    for (size_t k = 0; k < t->count; k++)
        if (!PyDict_Next(dictionary, &place, &key, &value) || !read_key(t, k, key) ||
            !read_long(t->coefficients + k, value))
            return 0;
    return 1;
}

int clm_python_zxy_from_dictionary(clmodp_zxy *f, void *dictionary, int swapped)
{
    const PyGILState_STATE lock = PyGILState_Ensure();
    terms t;
    int fine = read_dictionary(&t, dictionary);

    PyGILState_Release(lock);
    fine = fine && clmodp_zxy_set_terms_si(f, t.coefficients, t.exponents[swapped],
                                           t.exponents[!swapped], t.count) == CLMODP_OK;
    release(&t);
    return fine;
}

/* Sets dictionary[i, 0] to c, or dictionary[0, i] if swapped; returns 0 on failure. */
static int put(PyObject *dictionary, long i, long c, int swapped)
{
    PyObject *key = PyTuple_New(2), *value = PyLong_FromLong(c);
    PyObject *e = PyLong_FromLong(i), *none = PyLong_FromLong(0);
    int fine = 0;

    if (key != NULL && value != NULL && e != NULL && none != NULL) {
        (void)PyTuple_SetItem(key, swapped, e); /* takes the reference */
        (void)PyTuple_SetItem(key, !swapped, none);
        e = none = NULL;
        fine = PyDict_SetItem(dictionary, key, value) == 0;
    }
    Py_XDECREF(none);
    Py_XDECREF(e);
    Py_XDECREF(value);
    Py_XDECREF(key);
    if (!fine)
        PyErr_Clear();
    return fine;
}

int clm_python_zx_to_dictionary(void *dictionary, const clmodp_zx *f, int swapped)
{
    const long degree = clmodp_zx_degree(f);
    PyGILState_STATE lock;
    int fine = 1;

    for (long i = 0; i <= degree; i++)
        if (!mpz_fits_slong_p(clmodp_zx_coeff(f, (size_t)i)))
            return 0;
    lock = PyGILState_Ensure();
    for (long i = 0; fine && i <= degree; i++) {
        mpz_srcptr c = clmodp_zx_coeff(f, (size_t)i);

        if (mpz_sgn(c) != 0)
            fine = put(dictionary, i, mpz_get_si(c), swapped);
    }
    PyGILState_Release(lock);
    return fine;
}
