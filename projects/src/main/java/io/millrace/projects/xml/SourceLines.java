package io.millrace.projects.xml;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;

import java.util.Arrays;

/** The starts of the lines of a source, so that many offsets can be converted to positions. */
final class SourceLines {

    private final Source source;
    private final int[] starts;

    SourceLines(Source source) {
        this.source = source;
        String text = source.text();
        int[] found = new int[16];
        int count = 1;
        for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
            if (count == found.length) {
                found = Arrays.copyOf(found, 2 * count);
            }
            found[count++] = i + 1;
        }
        starts = Arrays.copyOf(found, count);
    }

    String text() {
        return source.text();
    }

    /** Returns the position of characters, which are on one line up to its end. */
    Place place(int offset, int length) {
        int found = Arrays.binarySearch(starts, offset);
        int line = found >= 0 ? found : -found - 2;
        int end = source.text().indexOf('\n', offset);
        int most = (end < 0 ? source.text().length() : end) - offset;
        return new Place(
                source, line + 1, offset - starts[line] + 1, Math.max(1, Math.min(length, most)));
    }
}
