package io.millrace.connectors.http;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.node.FlowCalls;

import org.slf4j.Logger;

/**
 * A request, followed by a call of the flow that receives the response.
 *
 * @param label node that sends the request, in the form {@code flow.node}
 * @param settings settings of the client, which is opened again if the flow has been stopped
 * @param responses instances of the flow with the HTTPAsyncResponse node
 * @param message Root of the message that was sent, a full copy
 * @param userContext UserContext of the response, a full copy; null if there is none
 */
record AsyncRequest(
        String label,
        ClientCall call,
        HttpClients.Settings settings,
        FlowCalls responses,
        Element message,
        Element userContext)
        implements Runnable {

    private static final Logger LOG = EventLog.of(AsyncRequest.class);

    @Override
    public void run() {
        try {
            responses.call(outcome(), FlowCalls.NO_TIMEOUT);
        } catch (RuntimeException | Error e) {
            MillraceException lost = MillraceException.from(e);
            LOG.error(
                    "{} {}: the response to a request was not processed and is lost: {}: {}",
                    ErrorCode.MESSAGE_LOST.id(),
                    label,
                    lost.code().id(),
                    lost.getMessage());
        }
    }

    private AsyncOutcome outcome() {
        try {
            ServerClient client = HttpClients.acquire(settings);
            try {
                return AsyncOutcome.of(call.send(client), userContext);
            } finally {
                HttpClients.release(settings);
            }
        } catch (RuntimeException | Error e) {
            return AsyncOutcome.failed(MillraceException.from(e), message, userContext);
        }
    }
}
