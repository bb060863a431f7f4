package io.millrace.parsers.model.cobol;

import java.util.Objects;

/**
 * How a copybook is understood.
 *
 * @param dialect whose sizes binary numbers have
 * @param layout how its lines are laid out
 * @param names what becomes of hyphens in names
 * @param fillers whether unnamed items become elements; else their bytes are skipped, and filled
 *     anew on output
 * @param values whether VALUE clauses become default values
 * @param conditions whether the values of level 88 become the only ones that are valid
 * @param ccsid the code page that messages have where no header says one
 * @param pointerBytes 4 or 8
 */
public record CopybookOptions(
        Dialect dialect,
        Layout layout,
        Names names,
        boolean fillers,
        boolean values,
        boolean conditions,
        int ccsid,
        int pointerBytes) {

    /** IBM's sizes, layout found out, hyphens to underscores, fillers skipped, EBCDIC 37. */
    public static final CopybookOptions DEFAULTS =
            new CopybookOptions(
                    Dialect.IBM, Layout.AUTOMATIC, Names.UNDERSCORES, false, true, false, 37, 4);

    public CopybookOptions {
        Objects.requireNonNull(dialect);
        Objects.requireNonNull(layout);
        Objects.requireNonNull(names);
        if (pointerBytes != 4 && pointerBytes != 8) {
            throw new IllegalArgumentException("pointers of " + pointerBytes + " bytes");
        }
    }

    public CopybookOptions with(Dialect newDialect) {
        return new CopybookOptions(
                newDialect, layout, names, fillers, values, conditions, ccsid, pointerBytes);
    }

    public CopybookOptions withCcsid(int newCcsid) {
        return new CopybookOptions(
                dialect, layout, names, fillers, values, conditions, newCcsid, pointerBytes);
    }

    /** How the lines of a copybook are laid out. */
    public enum Layout {
        /** Fixed, unless a line has text where fixed lines have sequence numbers. */
        AUTOMATIC("automatic"),
        /** Sequence numbers in columns 1 to 6, an indicator in 7, text in 8 to 72. */
        FIXED("fixed"),
        /** Text anywhere, comments behind an asterisk and a greater sign. */
        FREE("free");

        private final String word;

        Layout(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** What becomes of hyphens in names, which ESQL would take for subtractions. */
    public enum Names {
        UNDERSCORES("underscores"),
        /** As they are: ESQL writes such names in double quotes. */
        AS_WRITTEN("asWritten");

        private final String word;

        Names(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
