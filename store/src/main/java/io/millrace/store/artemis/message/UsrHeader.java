package io.millrace.store.artemis.message;

import io.millrace.engine.message.Bytes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fixed part of an MQRFH2 header and its {@code usr} folder, in which IBM MQ stores the
 * application properties of JMS and AMQP messages. (Structure: WebSphere MQ Application Programming
 * Reference, MQRFH2.)
 */
final class UsrHeader {

    static final String FORMAT = "MQHRF2";
    private static final int FIXED = 36;
    private static final int UTF8 = 1208;
    private static final int FORMAT_LENGTH = 8;

    private UsrHeader() {}

    /**
     * The content of an MQRFH2 at the start of a body.
     *
     * @param length length of the header in bytes
     * @param format format of the data that follows, without padding
     * @param ccsid CCSID of the data that follows
     * @param user fields of {@code usr} that can be application properties
     */
    record Header(int length, String format, int ccsid, Map<String, Object> user) {}

    /** Returns a header with a {@code usr} folder for properties. */
    static byte[] write(Map<String, Object> user, String nextFormat) {
        byte[] folder = UsrFolder.write(user).getBytes(StandardCharsets.UTF_8);
        int padded = (folder.length + 3) / 4 * 4;
        ByteBuffer out = ByteBuffer.allocate(FIXED + 4 + padded);
        out.put(ascii("RFH ")).putInt(2).putInt(out.capacity()).putInt(273).putInt(UTF8);
        out.put(ascii(String.format("%-8s", nextFormat))).putInt(0).putInt(UTF8);
        out.putInt(padded).put(folder);
        while (out.hasRemaining()) {
            out.put((byte) ' ');
        }
        return out.array();
    }

    /** Parses a header; returns null if the body does not begin with a complete header. */
    static Header read(Bytes body, int encoding) {
        if (body.length() < FIXED) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(body.array(), body.start(), body.length()).slice();
        in.order((encoding & 0xF) == 2 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int length = in.getInt(8);
        if (in.get(0) != 'R'
                || in.get(1) != 'F'
                || in.get(2) != 'H'
                || length < FIXED
                || length > body.length()) {
            return null;
        }
        byte[] format = new byte[FORMAT_LENGTH];
        in.get(20, format);
        Map<String, Object> user = new LinkedHashMap<>();
        int at = FIXED;
        while (at + 4 <= length) {
            int folder = in.getInt(at);
            if (folder < 0 || folder > length - at - 4) {
                return null;
            }
            UsrFolder.read(body.slice(at + 4, at + 4 + folder).text(StandardCharsets.UTF_8), user);
            at += 4 + folder;
        }
        String text = new String(format, StandardCharsets.US_ASCII).strip();
        return new Header(length, text, in.getInt(16), user);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
