package io.millrace.models.cobol;

import io.millrace.parsers.model.Word;

import java.util.HashSet;
import java.util.Set;

/**
 * Options of the import of a copybook.
 *
 * @param dialect whose sizes binary numbers have
 * @param layout layout of its lines
 * @param names treatment of hyphens in names
 * @param choices optional parts of the import
 * @param ccsid code page of messages whose headers do not specify one
 * @param pointerBytes 4 or 8
 */
public record CopybookOptions(
        Dialect dialect,
        Layout layout,
        Names names,
        Set<Choice> choices,
        int ccsid,
        int pointerBytes) {

    /** IBM's sizes, layout found out, hyphens to underscores, VALUE to defaults, EBCDIC 37. */
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
    public CopybookOptions with(Choice choice, boolean wanted) {
        var more = new HashSet<Choice>(choices);
        more.remove(choice);
        more.addAll(wanted ? Set.of(choice) : Set.of());
        return new CopybookOptions(dialect, layout, names, more, ccsid, pointerBytes);
    }

    public CopybookOptions withCcsid(int newCcsid) {
        return new CopybookOptions(dialect, layout, names, choices, newCcsid, pointerBytes);
    }

    /** Optional part of the import of a copybook. */
    public enum Choice {
        /**
         * Unnamed items become elements; otherwise their bytes are skipped, and filled on output.
         */
        FILLERS,
        /** VALUE clauses become default values. */
        VALUES,
        /** The values of level 88 become the only valid ones. */
        CONDITIONS,
        /** Tables of OCCURS DEPENDING ON always have room for their maximum number of items. */
        LARGEST_TABLES,
        /** Signs within digits are those of EBCDIC in every code page: for converted records. */
        EBCDIC_SIGNS
    }

    /** How the lines of a copybook are laid out. */
    public enum Layout implements Word {
        /** Fixed, unless a line has text where fixed lines have sequence numbers. */
        AUTOMATIC,
        /** Sequence numbers in columns 1 to 6, an indicator in 7, text in 8 to 72. */
        FIXED,
        /** Text anywhere, comments after an asterisk and a greater sign. */
        FREE
    }

    /** What becomes of hyphens in names, which ESQL would take for subtractions. */
    public enum Names implements Word {
        UNDERSCORES,
        /** As they are: ESQL writes such names in double quotes. */
        AS_WRITTEN
    }
}
