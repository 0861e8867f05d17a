/* Sends and receives messages between ranks. */
#include "ranks/messages.h"

#include "core/error.h"
#include "core/memory.h"

clmodp_status clm_message_send(clm_error *error, const clmodp_transport *transport, uint32_t to,
                               clm_message_kind kind, const uint64_t *numbers, size_t count,
                               const void *bytes, size_t size)
{
    clmodp_status st = CLMODP_OK;
    const size_t head = 1 + 8 * count;
    clm_writer w = {0};
    unsigned char *out = NULL;

    if (size > SIZE_MAX - head) {
        st = clm_out_of_memory(error, size, 1);
        goto done;
    }
    NEW(error, out, head + size);
    w.out = out;
    clm_write_number(&w, (uint64_t)kind, 1);
    for (size_t k = 0; k < count; k++)
        clm_write_number(&w, numbers[k], 8);
    clm_write_bytes(&w, bytes, size);
    st = transport->send(transport->user, to, out, w.size);
    if (st != CLMODP_OK)
        FAIL(error, st, "a message to rank %u could not be sent", (unsigned)to);
done:
    free(out);
    return st;
}

clmodp_status clm_message_send_all(clm_error *error, const clmodp_transport *transport,
                                   clm_message_kind kind)
{
    clmodp_status st = CLMODP_OK;

    for (uint32_t k = 0; k < transport->ranks && st == CLMODP_OK; k++)
        if (k != transport->rank)
            st = clm_message_send(error, transport, k, kind, NULL, 0, NULL, 0);
    return st;
}

clmodp_status clm_message_receive(clm_error *error, const clmodp_transport *transport,
                                  clm_message *message)
{
    clmodp_status st;
    size_t size = 0;

    *message = (clm_message){0};
    st = transport->receive(transport->user, &message->from, &message->bytes, &size);
    if (st != CLMODP_OK)
        FAIL(error, st, "no message could be received from the other ranks");
    message->rest = (clm_reader){.in = message->bytes, .left = size};
    message->kind = (clm_message_kind)clm_read_number(&message->rest, 1, CLM_MESSAGE_KINDS - 1);
    if (message->rest.failed || message->from >= transport->ranks)
        FAIL(error, CLMODP_CORRUPT, "rank %u sent an invalid message of %zu bytes",
             (unsigned)message->from, size);
done:
    if (st != CLMODP_OK)
        clm_message_clear(message);
    return st;
}

void clm_message_clear(clm_message *message)
{
    free(message->bytes);
    *message = (clm_message){0};
}

bool clm_message_waits(const clmodp_transport *transport)
{
    int yes = 0;

    return transport->waits(transport->user, &yes) != CLMODP_OK || yes != 0;
}

clmodp_status clm_tasks_read(clm_error *error, clmodp_tasks *known, const clmodp_tasks *given)
{
    *known = (clmodp_tasks){.size = sizeof *known};
    return clm_options_read(error, "clmodp_tasks", known, sizeof *known, given);
}

clmodp_status clm_transport_read(clm_error *error, clmodp_transport *known,
                                 const clmodp_transport *given)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(error, given != NULL);
    *known = (clmodp_transport){.size = sizeof *known};
    TRY(clm_options_read(error, "clmodp_transport", known, sizeof *known, given));
    REQUIRE(error, known->send != NULL && known->waits != NULL);
    REQUIRE(error, known->receive != NULL && known->exchange != NULL);
    if (known->rank >= known->ranks)
        FAIL(error, CLMODP_INVALID, "there is no rank %u among %u", (unsigned)known->rank,
             (unsigned)known->ranks);
done:
    return st;
}
