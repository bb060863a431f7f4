package io.millrace.parsers.mrm.tds.markup;

import static io.millrace.parsers.bytes.Words.FOUR;
import static io.millrace.parsers.bytes.Words.broadcast;
import static io.millrace.parsers.bytes.Words.firstByte;

import static java.lang.Math.min;

import io.millrace.parsers.bytes.Words;

import java.util.List;

/** The markup that ends a value: searched byte by byte, or eight bytes at a time in long values. */
public final class StopBytes {

    /** Maximum number of first bytes that are searched eight bytes at a time. */
    private static final int MAX_NEEDLES = 8;

    private final Marker[] markers;
    private final Marker escape;

    /** The first bytes of all markers and of the escape character. */
    private final boolean[] first = new boolean[256];

    private final long[] needles;

    /**
     * Whether each first byte is a complete marker: all markers are single bytes, and there is no
     * escape character.
     */
    private final boolean isPlain;

    /**
     * @param escape release character; NONE if there is none
     */
    StopBytes(List<Marker> markers, Marker escape) {
        this.markers = markers.stream().filter(m -> !m.isNone()).toArray(Marker[]::new);
        this.escape = escape;
        for (Marker marker : this.markers) {
            marker.forms().forEach(f -> first[f[0] & 0xFF] = true);
        }
        escape.forms().forEach(f -> first[f[0] & 0xFF] = true);
        int count = 0;
        for (boolean is : first) {
            count += is ? 1 : 0;
        }
        needles = count <= MAX_NEEDLES ? new long[count] : null;
        for (int b = 0, n = 0; needles != null && b < 256; b++) {
            if (first[b]) {
                needles[n++] = broadcast(b);
            }
        }
        isPlain =
                escape.isNone()
                        && markers.stream()
                                .allMatch(m -> m.forms().stream().allMatch(f -> f.length == 1));
    }

    /** Returns the first bytes of stops, of the escape character and of other markers. */
    boolean[] beginnings(Marker other) {
        boolean[] all = first.clone();
        other.forms().forEach(f -> all[f[0] & 0xFF] = true);
        return all;
    }

    /** Returns the position of the next stop; the limit if no stop follows. */
    public int find(TextBody body, int from, int limit) {
        byte[] bytes = body.array;
        int at = from;
        while (true) {
            at = next(bytes, at, limit);
            if (at >= limit || isPlain && body.isSynchronous()) {
                return min(at, limit);
            }
            if (!body.isStart(at)) {
                at++;
                continue;
            }
            int escaped = escape.match(bytes, at, limit);
            if (escaped > 0) {
                at = min(limit, body.skip(at + escaped, limit));
            } else if (match(bytes, at, limit) > 0) {
                return at;
            } else {
                at++;
            }
        }
    }

    /**
     * Returns the index of the first stop in text whose bytes are characters; the limit if no stop
     * follows.
     */
    public int first(byte[] bytes, int from, int limit) {
        int at = next(bytes, from, limit);
        while (at < limit && match(bytes, at, limit) == 0) {
            at = next(bytes, at + 1, limit);
        }
        return min(at, limit);
    }

    /** Returns the position of the next byte that can begin a stop. */
    int next(byte[] bytes, int from, int limit) {
        int at = from;
        if (needles != null && needles.length == 1) {
            long needle = needles[0];
            while (at + FOUR <= limit && Words.isFree(bytes, at, needle)) {
                at += FOUR;
            }
            for (; at + 8 <= limit; at += 8) {
                long found = Words.zero(Words.at(bytes, at) ^ needle);
                if (found != 0) {
                    return at + firstByte(found);
                }
            }
        } else if (needles != null) {
            for (; at + 8 <= limit; at += 8) {
                long word = Words.at(bytes, at);
                long found = 0;
                for (long needle : needles) {
                    found |= Words.zero(word ^ needle);
                }
                if (found != 0) {
                    return at + firstByte(found);
                }
            }
        }
        while (at < limit && !first[bytes[at] & 0xFF]) {
            at++;
        }
        return at;
    }

    /** Returns the number of bytes of the stop at a position; 0 if there is none. */
    public int match(byte[] bytes, int at, int limit) {
        if (at >= limit || !first[bytes[at] & 0xFF]) {
            return 0;
        }
        for (Marker marker : markers) {
            int length = marker.match(bytes, at, limit);
            if (length > 0) {
                return length;
            }
        }
        return 0;
    }
}
