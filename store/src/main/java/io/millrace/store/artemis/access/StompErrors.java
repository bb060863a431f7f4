package io.millrace.store.artemis.access;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.PutRules;

import org.apache.activemq.artemis.core.protocol.stomp.Stomp;
import org.apache.activemq.artemis.core.protocol.stomp.StompConnection;
import org.apache.activemq.artemis.core.protocol.stomp.StompFrame;
import org.apache.activemq.artemis.core.protocol.stomp.StompFrameInterceptor;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A filter that replaces Artemis's messages in ERROR frames to STOMP clients. Safe for use by
 * several threads.
 */
final class StompErrors implements StompFrameInterceptor {

    private static final List<String> COMMANDS =
            List.of(
                    Stomp.Commands.CONNECT,
                    Stomp.Commands.STOMP,
                    Stomp.Commands.SEND,
                    Stomp.Commands.SUBSCRIBE,
                    Stomp.Commands.UNSUBSCRIBE,
                    Stomp.Commands.ACK,
                    Stomp.Commands.NACK,
                    Stomp.Commands.BEGIN,
                    Stomp.Commands.COMMIT,
                    Stomp.Commands.ABORT,
                    Stomp.Commands.DISCONNECT);

    /** Commands of other protocols, with the STOMP command that has the same purpose. */
    private static final List<String> SENDING = List.of("PUBLISH", "PUT", "MESSAGE");

    /** A message that was not put, with the queue in its properties. */
    private static final Pattern NOT_PUT =
            Pattern.compile("Error sending message .*\\baddress=([^,\\]]+).*");

    private static final String NO_SUBSCRIPTION =
            "Cannot unsubscribe as no subscription exists for id:";

    private static final Pattern CODE = Pattern.compile("^AMQ\\d+:? *");

    /** Bytes of an unknown frame, separated by commas. */
    private static final Pattern FRAME = Pattern.compile("(?:.*frame:? )((?:[A-Za-z],)+).*");

    private final ToLongFunction<String> full;

    /**
     * @param full function that returns the maximum depth of a full queue; 0 for other queues
     */
    StompErrors(ToLongFunction<String> full) {
        this.full = full;
    }

    @Override
    public boolean intercept(StompFrame frame, RemotingConnection connection) {
        if (frame.getCommand().equals(Stomp.Responses.ERROR)) {
            String message = frame.getHeader(Stomp.Headers.Error.MESSAGE);
            if (message != null && !message.startsWith("MR")) {
                StompConnection client = (StompConnection) connection;
                client.getManager().send(client, replaced(frame, message, client));
                return false;
            }
        }
        return true;
    }

    private StompFrame replaced(StompFrame frame, String message, StompConnection client) {
        String text = text(message, frame.getBody());
        StompFrame error = client.getFrameHandler().createStompFrame(Stomp.Responses.ERROR);
        error.addHeader(Stomp.Headers.Error.MESSAGE, text);
        error.addHeader(Stomp.Headers.CONTENT_TYPE, "text/plain");
        String receipt = frame.getHeader(Stomp.Headers.Response.RECEIPT_ID);
        if (receipt != null) {
            error.addHeader(Stomp.Headers.Response.RECEIPT_ID, receipt);
        }
        error.setBody(text);
        error.setNeedsDisconnect(frame.needsDisconnect());
        return error;
    }

    /**
     * Returns the text for an error.
     *
     * @param message text of Artemis
     * @param body text of the cause; null or empty if there is none
     */
    String text(String message, String body) {
        String cause = body == null ? "" : body;
        if (message.startsWith(NO_SUBSCRIPTION)) {
            return ErrorCode.USAGE.id()
                    + ": unknown subscription "
                    + message.substring(NO_SUBSCRIPTION.length()).strip()
                    + " in UNSUBSCRIBE; it must be the id of a SUBSCRIBE on this connection";
        }
        String plain = CODE.matcher(message).replaceFirst("");
        Matcher notPut = NOT_PUT.matcher(plain);
        if (notPut.matches()) {
            String queue = notPut.group(1);
            long maxDepth = full.applyAsLong(queue);
            return maxDepth > 0
                    ? ErrorCode.QUEUE_FULL.id()
                            + ": "
                            + PutRules.queueFull(queue, maxDepth).getMessage()
                    : ErrorCode.QUEUE_STORE_DOWN.id()
                            + ": queue "
                            + queue
                            + " did not accept the message; see the log of the broker";
        }
        Matcher frame = FRAME.matcher(plain);
        if (frame.matches()) {
            String command = frame.group(1).replace(",", "");
            String hint =
                    SENDING.contains(command)
                            ? "did you mean SEND?"
                            : Problems.didYouMean(command, COMMANDS);
            return ErrorCode.USAGE.id()
                    + ": unknown frame "
                    + command
                    + "; "
                    + (hint.isEmpty() ? "expected one of " + String.join(", ", COMMANDS) : hint);
        }
        String reason = CODE.matcher(cause.lines().findFirst().orElse("")).replaceFirst("");
        boolean repeated = reason.isBlank() || plain.contains(reason);
        return ErrorCode.USAGE.id() + ": " + plain + (repeated ? "" : ": " + reason);
    }
}
