package io.millrace.benchmarks.scenario;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Messages that come out as they went in. */
record PlainMessages(Kind kind) implements Messages {

    /** What they are. */
    enum Kind {
        /** Bytes of no format. */
        BYTES,

        /** {@link OrderXml}. */
        ORDER,

        /** XML with two tags behind an MQRFH2. */
        TWO_TAGS
    }

    private static final String LETTERS = "the quick brown fox jumps over the lazy dog ";

    @Override
    public Request request(int bytes) {
        return switch (kind) {
            case BYTES -> new Request(Request.NONE, letters(bytes), 0);
            case ORDER -> new Request(Request.STRING, OrderXml.of(bytes), 0);
            case TWO_TAGS ->
                    Rfh2.before(twoTags(bytes), Request.STRING, "<mcd><Msd>XML</Msd></mcd>");
        };
    }

    static byte[] letters(int bytes) {
        return LETTERS.repeat(bytes / LETTERS.length() + 1)
                .substring(0, bytes)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] twoTags(int bytes) {
        String begin = "<message><choice>true</choice><data>";
        String end = "</data></message>";
        byte[] data = letters(bytes - begin.length() - end.length());
        return (begin + new String(data, StandardCharsets.US_ASCII) + end)
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void check(int bytes, byte[] reply) {
        if (!Arrays.equals(reply, request(bytes).bytes())) {
            throw new IllegalStateException(
                    "a message of "
                            + bytes
                            + " bytes ("
                            + kind
                            + ") did not come out as it went in");
        }
    }
}
