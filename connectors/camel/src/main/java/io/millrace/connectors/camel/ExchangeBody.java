package io.millrace.connectors.camel;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.util.json.Jsoner;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Collection;
import java.util.Map;

/**
 * The body of a received exchange.
 *
 * @param domain JSON if the bytes were written from an object; otherwise empty
 */
record ExchangeBody(Bytes bytes, String domain) {

    private static final int PART = 8_192;

    /**
     * Reads the body of a message.
     *
     * @param limit maximum size in bytes
     * @throws MillraceException with MESSAGE_TOO_LARGE, or COMPONENT_FAILED if the body has no
     *     bytes
     */
    static ExchangeBody of(Message message, int limit) {
        Object body = message.getBody();
        return switch (body) {
            case null -> new ExchangeBody(Bytes.EMPTY, "");
            case byte[] bytes -> new ExchangeBody(bounded(bytes, limit), "");
            case String text -> new ExchangeBody(text(text, limit), "");
            case Number number -> new ExchangeBody(text(number.toString(), limit), "");
            case Boolean truth -> new ExchangeBody(text(truth.toString(), limit), "");
            case Map<?, ?> map -> new ExchangeBody(json(map, limit), "JSON");
            case Collection<?> list -> new ExchangeBody(json(list, limit), "JSON");
            default -> new ExchangeBody(stream(message, body, limit), "");
        };
    }

    private static Bytes text(String text, int limit) {
        // A character has up to four bytes, so the length is compared first.
        if (text.length() > limit) {
            throw tooLarge(limit);
        }
        Bytes bytes = Bytes.utf8(text);
        return bytes.length() > limit ? fail(limit) : bytes;
    }

    /**
     * Returns the bytes without copying them. Components do not change the array afterwards,
     * because Camel can pass it to other threads, for example with seda.
     */
    private static Bytes bounded(byte[] bytes, int limit) {
        return bytes.length > limit ? fail(limit) : Bytes.of(bytes);
    }

    private static Bytes fail(int limit) {
        throw tooLarge(limit);
    }

    private static Bytes json(Object value, int limit) {
        StringWriter text = new StringWriter();
        try {
            Jsoner.serializeCarelessly(value, new BoundedWriter(text, limit));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text(text.toString(), limit);
    }

    private static Bytes stream(Message message, Object body, int limit) {
        Exchange exchange = message.getExchange();
        InputStream in =
                exchange.getContext()
                        .getTypeConverter()
                        .tryConvertTo(InputStream.class, exchange, body);
        if (in == null) {
            throw new MillraceException(
                    ErrorCode.COMPONENT_FAILED,
                    "the component returned a body of the type "
                            + body.getClass().getName()
                            + ", which cannot be converted to bytes");
        }
        try (in) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] part = new byte[PART];
            for (int n = in.read(part); n >= 0; n = in.read(part)) {
                if (out.size() + n > limit) {
                    throw tooLarge(limit);
                }
                out.write(part, 0, n);
            }
            return Bytes.of(out.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MillraceException tooLarge(int limit) {
        return new MillraceException(
                ErrorCode.MESSAGE_TOO_LARGE,
                "the body of a message of the component exceeds the limit messageBytes ("
                        + limit
                        + ")");
    }

    /** A writer that fails at a limit. */
    private static final class BoundedWriter extends Writer {
        private final StringWriter text;
        private final int limit;

        BoundedWriter(StringWriter text, int limit) {
            this.text = text;
            this.limit = limit;
        }

        @Override
        public void write(char[] characters, int from, int length) {
            if (text.getBuffer().length() + length > limit) {
                throw tooLarge(limit);
            }
            text.write(characters, from, length);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
