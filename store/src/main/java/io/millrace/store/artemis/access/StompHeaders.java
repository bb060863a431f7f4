package io.millrace.store.artemis.access;

import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.core.protocol.stomp.Stomp;
import org.apache.activemq.artemis.core.protocol.stomp.StompFrame;
import org.apache.activemq.artemis.core.protocol.stomp.StompFrameInterceptor;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A filter that removes binary properties from MESSAGE frames to STOMP clients, such as the bytes
 * of an MQRFH2. Headers of STOMP are text, for which Artemis writes the Java name of the array.
 */
final class StompHeaders implements StompFrameInterceptor {

    private static final Pattern ARRAY = Pattern.compile("\\[B@[0-9a-f]+");
    private static final Pattern LINE = Pattern.compile("\n[^\n:]*:" + ARRAY.pattern() + "(?=\n)");
    private static final String END_OF_HEADERS = "\n\n";

    @Override
    public boolean intercept(StompFrame frame, RemotingConnection connection)
            throws ActiveMQException {
        if (frame.getCommand().equals(Stomp.Responses.MESSAGE)
                && frame.getHeadersMap().values().removeIf(v -> ARRAY.matcher(v).matches())) {
            removeFrom(encoded(frame));
        }
        return true;
    }

    /**
     * Returns the encoded frame. Artemis has already encoded it to calculate its size, so this does
     * not fail.
     */
    private static ActiveMQBuffer encoded(StompFrame frame) throws ActiveMQException {
        try {
            return frame.toActiveMQBuffer();
        } catch (ActiveMQException e) {
            throw e;
        } catch (Exception e) {
            throw new ActiveMQException(e.getMessage(), e, ActiveMQExceptionType.INTERNAL_ERROR);
        }
    }

    private static void removeFrom(ActiveMQBuffer frame) {
        byte[] bytes = new byte[frame.readableBytes()];
        frame.getBytes(frame.readerIndex(), bytes);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int body = text.indexOf(END_OF_HEADERS);
        String headers = LINE.matcher(text.substring(0, body + 1)).replaceAll("");
        frame.clear();
        frame.writeBytes(
                (headers + text.substring(body + 1)).getBytes(StandardCharsets.ISO_8859_1));
    }
}
