package io.millrace.parsers.text;

import static java.lang.Math.max;
import static java.lang.Math.min;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;

import org.snakeyaml.engine.v2.exceptions.Mark;

import java.util.Arrays;

/** A converter of the YAML parser's marks, which count code points from 0, to source positions. */
final class SourcePositions {

    private final Source source;
    private final int[] lineStarts;

    SourcePositions(Source source) {
        this.source = source;
        String text = source.text();
        int[] starts = new int[64];
        int lines = 1;
        for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
            if (lines == starts.length) {
                starts = Arrays.copyOf(starts, lines * 2);
            }
            starts[lines++] = i + 1;
        }
        lineStarts = Arrays.copyOf(starts, lines);
    }

    Place at(Mark mark) {
        return new Place(source, mark.getLine() + 1, column(mark), 1);
    }

    /**
     * Returns the place from one mark to another mark or to the end of the first mark's line,
     * whichever is first.
     */
    Place between(Mark from, Mark to) {
        int column = column(from);
        int end =
                to.getLine() == from.getLine()
                        ? column(to)
                        : line(from.getLine()).stripTrailing().length() + 1;
        return new Place(source, from.getLine() + 1, column, max(1, end - column));
    }

    /** Returns the rest of the line of a mark. */
    String after(Mark mark) {
        return line(mark.getLine()).substring(column(mark) - 1);
    }

    private int column(Mark mark) {
        String line = line(mark.getLine());
        int points = min(mark.getColumn(), line.codePointCount(0, line.length()));
        return line.offsetByCodePoints(0, points) + 1;
    }

    private String line(int index) {
        if (index >= lineStarts.length) {
            return "";
        }
        String text = source.text();
        int end = index + 1 < lineStarts.length ? lineStarts[index + 1] - 1 : text.length();
        return text.substring(lineStarts[index], end);
    }
}
