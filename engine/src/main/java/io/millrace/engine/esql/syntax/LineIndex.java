package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;

import java.util.Arrays;

/**
 * The offsets of the line starts of a source, which make it possible to find a place without
 * counting lines. Immutable.
 */
public final class LineIndex {

    private final Source source;
    private final int[] starts;

    public LineIndex(Source source) {
        this.source = source;
        String text = source.text();
        int[] found = new int[16];
        int count = 1;
        for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
            if (count == found.length) {
                found = Arrays.copyOf(found, count * 2);
            }
            found[count++] = i + 1;
        }
        starts = Arrays.copyOf(found, count);
    }

    public Source source() {
        return source;
    }

    /** Returns the line of an offset, counted from 1. */
    public int line(int offset) {
        int found = Arrays.binarySearch(starts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** Returns the place of a span; for a span over several lines, the part on its first line. */
    public Place place(Span span) {
        int line = line(span.from());
        int end = line < starts.length ? starts[line] - 1 : source.text().length();
        int length = Math.max(1, Math.min(span.to(), end) - span.from());
        return new Place(source, line, span.from() - starts[line - 1] + 1, length);
    }
}
