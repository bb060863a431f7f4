package io.millrace.parsers;

import static java.lang.Math.min;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Damages messages: bits are turned, parts cut, put in, doubled, or taken from other messages. */
record Mutator(RandomGenerator random) {

    private static final int MAX_CHANGES = 4;
    private static final int MAX_LENGTH = 1 << 16;

    /** What numbers, lengths and the marks of many formats look like. */
    private static final List<byte[]> PIECES =
            List.of(
                    new byte[] {0, 0, 0, 0},
                    new byte[] {-1, -1, -1, -1},
                    new byte[] {127, -1, -1, -1},
                    new byte[] {-128, 0, 0, 0},
                    new byte[] {-1, -1, -1, 127},
                    new byte[] {0, 0, 1, 0},
                    new byte[] {0x0C},
                    new byte[] {(byte) 0xF9, (byte) 0xF9, (byte) 0xF9, (byte) 0xF9},
                    text("9999999999"),
                    text("-1"),
                    text("1e999999999"),
                    text("<a>"),
                    text("</"),
                    text("<![CDATA["),
                    text("]]>"),
                    text("<!--"),
                    text("<!DOCTYPE a [<!ENTITY b '&b;&b;'>]>"),
                    text("&#x110000;"),
                    text("&amp;"),
                    text(" xmlns:p=''"),
                    text("\"\\u"),
                    text("\\ud800"),
                    text("[[[[[["),
                    text("{\"\":{"),
                    text("}}]]"),
                    text("\r\n--"),
                    text("\r\n\r\n"),
                    new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF},
                    new byte[] {(byte) 0xC0, (byte) 0x80},
                    new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80});

    private static byte[] text(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    /**
     * A damaged message.
     *
     * @param other another message, of which parts may be taken
     */
    byte[] mutate(byte[] message, byte[] other) {
        byte[] changed = message.clone();
        int changes = 1 + random.nextInt(MAX_CHANGES);
        for (int i = 0; i < changes; i++) {
            changed = once(changed, other);
        }
        return changed.length > MAX_LENGTH ? Arrays.copyOf(changed, MAX_LENGTH) : changed;
    }

    private byte[] once(byte[] bytes, byte[] other) {
        int at = random.nextInt(bytes.length + 1);
        int length = min(bytes.length - at, 1 + random.nextInt(1 + random.nextInt(64)));
        return switch (random.nextInt(9)) {
            case 0, 1 -> turned(bytes, at);
            case 2 -> replaced(bytes, at, 0, PIECES.get(random.nextInt(PIECES.size())));
            case 3 -> {
                byte[] piece = PIECES.get(random.nextInt(PIECES.size()));
                yield replaced(bytes, at, min(piece.length, bytes.length - at), piece);
            }
            case 4 -> replaced(bytes, at, length, new byte[0]);
            case 5 -> Arrays.copyOf(bytes, at);
            case 6 -> {
                byte[] part = Arrays.copyOfRange(bytes, at, at + length);
                byte[] all = bytes;
                int times = 1 + random.nextInt(random.nextInt(20) == 0 ? 500 : 3);
                for (int i = 0; i < times && all.length < MAX_LENGTH; i++) {
                    all = replaced(all, at, 0, part);
                }
                yield all;
            }
            case 7 -> {
                int from = random.nextInt(other.length + 1);
                int to = min(other.length, from + random.nextInt(200));
                yield replaced(bytes, at, length, Arrays.copyOfRange(other, from, to));
            }
            default -> {
                byte[] drawn = new byte[1 + random.nextInt(8)];
                random.nextBytes(drawn);
                yield replaced(bytes, at, min(drawn.length, bytes.length - at), drawn);
            }
        };
    }

    private byte[] turned(byte[] bytes, int at) {
        if (at < bytes.length) {
            bytes[at] = (byte) (bytes[at] ^ 1 << random.nextInt(8));
        }
        return bytes;
    }

    private static byte[] replaced(byte[] bytes, int at, int length, byte[] by) {
        byte[] made = new byte[bytes.length - length + by.length];
        System.arraycopy(bytes, 0, made, 0, at);
        System.arraycopy(by, 0, made, at, by.length);
        System.arraycopy(bytes, at + length, made, at + by.length, bytes.length - at - length);
        return made;
    }
}
