package io.millrace.parsers.mrm.tds.markup;

import static io.millrace.parsers.record.TextCode.Width.DOUBLE;
import static io.millrace.parsers.record.TextCode.Width.MIXED;

import static java.lang.Math.min;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.message.Bytes;
import io.millrace.parsers.mrm.tds.layout.DataPattern;
import io.millrace.parsers.mrm.tds.layout.DataPattern.Steps;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.TextCode;
import io.millrace.parsers.record.Wire;

import java.util.BitSet;

/**
 * The bytes of one message as characters of its code page. Positions are indexes into the array.
 */
public final class TextBody {

    final byte[] array;
    final int start;
    final int end;
    final Wire wire;
    final TextCode text;
    private final boolean synchronous;

    /**
     * Start positions of characters, relative to {@link #start}; null if each byte can begin a
     * character, or while unknown.
     */
    private BitSet starts;

    private DecodedCharacters characters;
    private Steps steps;

    public TextBody(Bytes bytes, Wire wire) {
        array = bytes.array();
        start = bytes.start();
        end = bytes.end();
        this.wire = wire;
        text = wire.text();
        synchronous = text.isSynchronous();
    }

    boolean isSynchronous() {
        return synchronous;
    }

    /** Whether a character can begin at a position. */
    public boolean isStart(int at) {
        if (synchronous) {
            return true;
        }
        if (text.width() == DOUBLE) {
            return (at - start) % 2 == 0;
        }
        if (starts == null) {
            starts = text.starts(array, start, end);
        }
        return starts.get(at - start);
    }

    /** Returns the position after the character that begins at a position. */
    public int skip(int at, int limit) {
        if (at >= limit) {
            return limit;
        }
        if (synchronous || text.width() == DOUBLE) {
            int end = text.skip(array, at, limit, 1);
            return end < 0 ? limit : end;
        }
        int next = at + 1;
        while (next < limit && !isStart(next)) {
            next++;
        }
        return next;
    }

    /** Returns the position after a number of units; a negative number if fewer units follow. */
    public int skip(int at, int limit, int count, int unit) {
        if (unit == 0 && text.width() == MIXED) {
            return text.skip(array, at, limit, count);
        }
        long size = unit == 1 ? 1 : text.unit();
        long found = at + count * size;
        return count < 0 || found > limit ? -1 : (int) found;
    }

    /** Returns a range as shown in error messages. */
    public String shown(int from, int to) {
        int most = min(to, from + 40);
        String shown;
        try {
            shown = text.decode(array, from, most);
        } catch (FieldException e) {
            shown = new String(array, from, most - from, ISO_8859_1);
        }
        StringBuilder out = new StringBuilder("'");
        shown.codePoints()
                .forEach(
                        c -> {
                            if (c < ' ') {
                                out.append("<0x%02X>".formatted(c));
                            } else {
                                out.appendCodePoint(c);
                            }
                        });
        return out.append(most < to ? "...'" : "'").toString();
    }

    // Patterns

    /**
     * Returns the position after the match of a pattern; a negative number if the pattern does not
     * match.
     */
    public int match(DataPattern pattern, int at, int limit) {
        if (characters == null) {
            characters = DecodedCharacters.of(this);
            steps = new Steps(end - start);
        }
        int found = pattern.match(characters.until(limit), characters.index(at), steps);
        return found < 0 ? -1 : characters.position(found);
    }

    public byte[] array() {
        return array;
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    public Wire wire() {
        return wire;
    }

    public TextCode text() {
        return text;
    }
}
