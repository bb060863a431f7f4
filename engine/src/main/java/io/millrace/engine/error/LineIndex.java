package io.millrace.engine.error;

import java.util.Arrays;

/** An index of the line starts of a source. It finds a place without counting lines. Immutable. */
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

    /**
     * Returns the place of the characters between two offsets. If the characters span several
     * lines, returns the part on the first line.
     */
    public Place place(int from, int to) {
        int line = line(from);
        int end = line < starts.length ? starts[line] - 1 : source.text().length();
        int length = Math.max(1, Math.min(to, end) - from);
        return new Place(source, line, from - starts[line - 1] + 1, length);
    }
}
