package io.millrace.benchmarks.drive;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A message that a client puts, in UTF-8 and with big-endian numbers.
 *
 * @param format Format of the MQMD
 * @param bytes headers and body; must not be modified
 * @param headerBytes number of bytes that are headers
 */
@SuppressWarnings("ArrayRecordComponent")
public record Request(String format, byte[] bytes, int headerBytes) {

    static final String STRING = "MQSTR";

    private static final String RFH2 = "MQHRF2";
    private static final int CCSID = 1208;
    private static final int ENCODING = 273;

    /**
     * Returns a body after an MQRFH2.
     *
     * @param format the body's Format
     * @param folder {@code <mcd>...</mcd>}
     */
    public static Request afterRfh2(byte[] body, String format, String folder) {
        byte[] text =
                (folder + " ".repeat(Math.floorMod(-folder.length(), 4)))
                        .getBytes(StandardCharsets.UTF_8);
        int length = 36 + Integer.BYTES + text.length;
        ByteBuffer out = ByteBuffer.allocate(length + body.length);
        out.put("RFH ".getBytes(StandardCharsets.US_ASCII)).putInt(2).putInt(length);
        out.putInt(ENCODING).putInt(CCSID);
        out.put("%-8s".formatted(format).getBytes(StandardCharsets.US_ASCII))
                .putInt(0)
                .putInt(CCSID);
        out.putInt(text.length).put(text).put(body);
        return new Request(RFH2, out.array(), length);
    }

    /** Returns this request as a queue message. */
    public QueueMessage message(boolean persistent) {
        return new QueueMessage(
                new Mqmd()
                        .format(format)
                        .encoding(ENCODING)
                        .codedCharSetId(CCSID)
                        .persistence(persistent ? Mqmd.PERSISTENCE_YES : Mqmd.PERSISTENCE_NO),
                Bytes.of(bytes));
    }
}
