/* User events that hold back calls on a caller's device memory, to test that calls wait for events
 * but do not block. */
#ifndef TESTS_SUPPORT_GATE_H
#define TESTS_SUPPORT_GATE_H

#include "opencl/context.h"
#include "support/assertions.h"

static inline cl_event gate_create(const clmodp_context *owner)
{
    cl_int code;
    cl_event gate = clCreateUserEvent(owner->cl, &code);

    assert_int_equal(code, CL_SUCCESS);
    return gate;
}

/* Checks that `done` is not complete before the gate, and is after it; releases both. */
static inline void gate_open(cl_event gate, cl_event done)
{
    cl_int status = CL_COMPLETE;

    assert_non_null(done);
    assert_int_equal(
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL),
        CL_SUCCESS);
    assert_true(status > CL_COMPLETE);
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
    clReleaseEvent(done);
    clReleaseEvent(gate);
}

#endif
