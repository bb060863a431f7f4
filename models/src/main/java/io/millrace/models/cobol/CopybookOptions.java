package io.millrace.models.cobol;

import io.millrace.parsers.model.Word;

import java.util.HashSet;
import java.util.Set;

/**
 * Options of the import of a copybook.
 *
 * @param dialect compiler, which determines the size of binary numbers
 * @param layout layout of the lines
 * @param names treatment of hyphens in names
 * @param choices optional parts of the import
 * @param ccsid code page of messages without a code page in the headers
 * @param pointerBytes size of pointers: 4 or 8
 */
public record CopybookOptions(
        Dialect dialect,
        Layout layout,
        Names names,
        Set<Choice> choices,
        int ccsid,
        int pointerBytes) {

    /**
     * Default options: sizes of IBM, automatic layout, underscores instead of hyphens, default
     * values from VALUE, code page 37.
     */
    public static final CopybookOptions DEFAULTS =
            new CopybookOptions(
                    Dialect.IBM, Layout.AUTOMATIC, Names.UNDERSCORES, Set.of(Choice.VALUES), 37, 4);

    public CopybookOptions {
        choices = Set.copyOf(choices);
        if (pointerBytes != 4 && pointerBytes != 8) {
            throw new IllegalArgumentException("pointers of " + pointerBytes + " bytes");
        }
    }

    boolean has(Choice choice) {
        return choices.contains(choice);
    }

    public CopybookOptions with(Dialect newDialect) {
        return new CopybookOptions(newDialect, layout, names, choices, ccsid, pointerBytes);
    }

    /** Returns options with one choice added or removed. */
    public CopybookOptions with(Choice choice, boolean requested) {
        var more = new HashSet<Choice>(choices);
        more.remove(choice);
        more.addAll(requested ? Set.of(choice) : Set.of());
        return new CopybookOptions(dialect, layout, names, more, ccsid, pointerBytes);
    }

    public CopybookOptions withCcsid(int newCcsid) {
        return new CopybookOptions(dialect, layout, names, choices, newCcsid, pointerBytes);
    }

    /** Optional part of the import of a copybook. */
    public enum Choice {
        /**
         * Unnamed items become elements; otherwise their bytes are skipped on input and padded on
         * output.
         */
        FILLERS,
        /** VALUE clauses become default values. */
        VALUES,
        /** The values of level 88 become the only permitted values. */
        CONDITIONS,
        /** Tables of OCCURS DEPENDING ON always have room for their maximum number of items. */
        LARGEST_TABLES,
        /**
         * Signs in digits are the EBCDIC characters in every code page, for records converted from
         * EBCDIC.
         */
        EBCDIC_SIGNS
    }

    /** The layout of the lines of a copybook. */
    public enum Layout implements Word {
        /** Fixed, unless a line contains text in columns reserved for sequence numbers. */
        AUTOMATIC,
        /** Sequence numbers in columns 1 to 6, an indicator in 7, text in 8 to 72. */
        FIXED,
        /** Text in any column; comments begin with {@code *>}. */
        FREE
    }

    /** The conversion of hyphens in names, which are subtractions in ESQL. */
    public enum Names implements Word {
        UNDERSCORES,
        /** Hyphens are kept. Such names are in double quotes in ESQL. */
        AS_WRITTEN
    }
}
