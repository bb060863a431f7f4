package io.millrace.benchmarks.scenario;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An MQRFH2 as a program writes it before its message. */
public final class Rfh2 {

    private static final int FIXED_BYTES = 36;
    private static final int VERSION = 2;
    private static final int ALIGNMENT = 4;

    private Rfh2() {}

    /**
     * Returns a message with the header before the body.
     *
     * @param format the body's Format
     * @param folders texts of folders: {@code <mcd>...</mcd>} ...
     */
    public static Request before(byte[] body, String format, String... folders) {
        int length = FIXED_BYTES;
        byte[][] texts = new byte[folders.length][];
        for (int i = 0; i < folders.length; i++) {
            texts[i] = padded(folders[i]);
            length += Integer.BYTES + texts[i].length;
        }
        ByteBuffer out = ByteBuffer.allocate(length + body.length);
        out.put(ascii("RFH ")).putInt(VERSION).putInt(length);
        out.putInt(Request.ENCODING).putInt(Request.CCSID);
        out.put(ascii("%-8s".formatted(format))).putInt(0).putInt(Request.CCSID);
        for (byte[] text : texts) {
            out.putInt(text.length).put(text);
        }
        out.put(body);
        return new Request(Request.RFH2, out.array(), length);
    }

    private static byte[] padded(String folder) {
        int length = folder.getBytes(StandardCharsets.UTF_8).length;
        int rest = Math.floorMod(-length, ALIGNMENT);
        return (folder + " ".repeat(rest)).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
