package io.millrace.parsers.mrm.tds.layout;

import static io.millrace.parsers.model.Separation.ALL_ELEMENTS_DELIMITED;
import static io.millrace.parsers.model.Separation.TAGGED_FIXED_LENGTH;
import static io.millrace.parsers.model.Separation.UNDEFINED;
import static io.millrace.parsers.model.Separation.USE_DATA_PATTERN;
import static io.millrace.parsers.model.Separation.VARIABLE_LENGTH_ELEMENTS_DELIMITED;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Separation;
import io.millrace.parsers.model.TdsField;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Marked;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;

import java.util.Map;
import java.util.regex.PatternSyntaxException;

/** A checker of the rules that make messages of a model parsable. */
record LayoutCheck(LayoutCompiler layouts) {

    private void report(Object part, Object fallback, String text, String hint) {
        layouts.problem(part, fallback, text, hint);
    }

    /** Returns the pattern of an element. If it is invalid, reports a problem and returns null. */
    DataPattern pattern(String text, TdsField field, ElementDeclaration element) {
        try {
            return DataPattern.compile(text);
        } catch (PatternSyntaxException e) {
            report(
                    field,
                    element,
                    element.name()
                            + ": dataPattern is not a valid regular expression: "
                            + e.getDescription(),
                    "");
            return null;
        }
    }

    // Slots

    /**
     * Reports a tag that an earlier slot of the same layout has.
     *
     * @param tagged earlier slots by their tags, to which the slot is added
     */
    void tag(Slot slot, Map<String, Slot> tagged, TdsField field, ElementDeclaration element) {
        Slot other = slot.tag == null ? null : tagged.putIfAbsent(slot.tag.text(), slot);
        if (other != null) {
            report(
                    field,
                    element,
                    slot.name + " and " + other.name + " have the same tag, " + slot.tag,
                    "specify another tag for " + slot.name);
        }
    }

    void slot(Slot slot, Layout layout, TdsField field, ElementDeclaration element) {
        Separation separation = layout.separation();
        if (separation.isTagged()) {
            if (slot instanceof ValueSlot && slot.tag == null && !slot.isAnyTag) {
                report(
                        field,
                        element,
                        element.name() + " has no tag, and its type distinguishes elements by tags",
                        "specify tag for it, or another dataElementSeparation for the type");
            }
        } else if (slot.tag != null || slot.isAnyTag) {
            report(
                    field,
                    element,
                    element.name() + " has a tag, which " + separation.word() + " ignores",
                    "specify dataElementSeparation: taggedDelimited for the type");
        }
        switch (separation) {
            case TAGGED_FIXED_LENGTH, FIXED_LENGTH, FIXED_LENGTH_AL3 ->
                    fixed(slot, layout, element);
            case USE_DATA_PATTERN -> {
                boolean fixed = slot instanceof ValueSlot v && !(v.extent instanceof Marked);
                boolean own =
                        slot instanceof FolderSlot f && f.layout.separation() == USE_DATA_PATTERN;
                if (slot.pattern == null && !fixed && !own) {
                    report(
                            field,
                            element,
                            element.name() + " has no dataPattern, which its type requires",
                            "specify a regular expression such as dataPattern: \"[0-9]+\"");
                }
            }
            case UNDEFINED -> {
                if (!layout.isChoice()) {
                    report(
                            field,
                            element,
                            element.name()
                                    + " is in a type whose dataElementSeparation is undefined",
                            "such types can contain only a choice or embedded messages");
                }
            }
            default -> {
                // The markup determines the end.
            }
        }
        boolean delimited =
                separation == ALL_ELEMENTS_DELIMITED
                        || separation == VARIABLE_LENGTH_ELEMENTS_DELIMITED;
        if (field.markup().repeatingElementDelimiter() != null && (!delimited || !slot.repeats())) {
            report(
                    field,
                    element,
                    element.name()
                            + (slot.repeats()
                                    ? " has a repeatingElementDelimiter, which "
                                            + separation.word()
                                            + " ignores"
                                    : " has a repeatingElementDelimiter, but occurs once"),
                    "");
        }
    }

    private void fixed(Slot slot, Layout layout, ElementDeclaration element) {
        boolean variable = slot instanceof FolderSlot f && !isFixed(f);
        if (variable && layout.separation() != TAGGED_FIXED_LENGTH) {
            report(
                    element,
                    null,
                    element.name()
                            + " has no fixed length, but is in a type that is "
                            + layout.separation().word(),
                    "specify fixedLength also for its type, or a length for it");
        }
    }

    private static boolean isFixed(FolderSlot folder) {
        return !(folder.extent instanceof Marked)
                || folder.layout.separation().isFixed()
                || folder.layout.separation() == UNDEFINED;
    }

    // Layouts

    void layout(Layout layout, Object part, Object fallback) {
        switch (layout.separation()) {
            case TAGGED_DELIMITED, TAGGED_FIXED_LENGTH -> tagged(layout, part, fallback);
            case TAGGED_ENCODED_LENGTH -> {
                tagged(layout, part, fallback);
                if (layout.markup.lengthOfEncodedLength() == 0) {
                    report(
                            part,
                            fallback,
                            "taggedEncodedLength needs a lengthOfEncodedLength",
                            "it specifies the number of characters of the length after each tag");
                }
            }
            case ALL_ELEMENTS_DELIMITED, VARIABLE_LENGTH_ELEMENTS_DELIMITED ->
                    delimited(layout, part, fallback);
            case FIXED_LENGTH, FIXED_LENGTH_AL3 -> {
                for (Slot slot : layout.slots) {
                    boolean last = slot.ordinal + 1 == layout.slots.size();
                    if (slot.occurs.isUnbounded() && slot.repeatReference == null && !last) {
                        reportEndless(slot, part, fallback, "a repeatReference");
                    }
                }
            }
            default -> {
                // The slot has no own markup.
            }
        }
    }

    private void reportEndless(Slot slot, Object part, Object fallback, String needed) {
        report(
                part,
                fallback,
                slot.name
                        + " has no maximum number of occurrences, and other elements follow: "
                        + "nothing marks its end",
                "specify " + needed + " for it, or its maximum number of occurrences");
    }

    private void tagged(Layout layout, Object part, Object fallback) {
        if (layout.markup.tagDataSeparator().isEmpty()
                && layout.markup.lengthOfTag() == 0
                && hasTags(layout)) {
            report(
                    part,
                    fallback,
                    "nothing marks the end of tags",
                    "specify a tagDataSeparator or a lengthOfTag for the type");
        }
        if (layout.slots.stream().filter(s -> s.isAnyTag).count() > 1) {
            report(part, fallback, "more than one element accepts any tag", "");
        }
    }

    private static boolean hasTags(Layout layout) {
        return layout.slots.stream().anyMatch(s -> s.tag != null || s.isAnyTag);
    }

    private void delimited(Layout layout, Object part, Object fallback) {
        boolean several =
                layout.slots.size() > 1
                        || layout.slots.stream().anyMatch(s -> s.repeats() && s.repeat == null);
        if (layout.markup.delimiter().isEmpty() && several && !layout.isChoice()) {
            for (Slot slot : layout.slots) {
                if (!endsItself(slot)) {
                    report(
                            part,
                            fallback,
                            layout.separation().word()
                                    + " needs a delimiter, because nothing marks the end of "
                                    + (slot.name.isEmpty() ? "a group" : slot.name),
                            missingDelimiter(layout));
                    return;
                }
            }
        }
        for (Slot slot : layout.slots) {
            boolean last = slot.ordinal + 1 == layout.slots.size();
            boolean reported =
                    slot.repeat != null
                            || slot.repeatReference != null
                            || endsItself(slot) && layout.markup.delimiter().isEmpty();
            if (slot.occurs.isUnbounded() && !last && !reported) {
                reportEndless(slot, part, fallback, "a repeatingElementDelimiter");
            }
        }
    }

    private String missingDelimiter(Layout layout) {
        boolean isLines =
                layouts.isCsv() && layout.slots.stream().anyMatch(s -> s instanceof FolderSlot);
        return isLines
                ? "a CSV type with a folder consists of lines: move its other elements into a"
                        + " folder, or specify delimiter"
                : "specify delimiter, for example delimiter: \";\"";
    }

    /** Whether the end of a slot's elements can be found without the layout's markup. */
    private static boolean endsItself(Slot slot) {
        // A recursive layout ends itself if all its other slots do.
        if (slot.isBounded() || slot instanceof FolderSlot f && f.isRecursive) {
            return true;
        }
        Layout inner = slot.inner();
        if (inner == null) {
            return false;
        }
        return !inner.markup.groupTerminator().isEmpty()
                || inner.separation().isFixed()
                || inner.separation().isTagged()
                || inner.separation() == USE_DATA_PATTERN
                || inner.separation() == UNDEFINED
                || inner.slots.stream().allMatch(LayoutCheck::endsItself);
    }

    // Choices

    /** Whether the bytes specify the branch of a choice. */
    boolean isIdentifiable(Layout choice) {
        if (choice.isTagged()) {
            return true;
        }
        long silent = choice.slots.stream().filter(s -> !s.isIdentifiable()).count();
        return silent <= 1 && !choice.slots.isEmpty();
    }
}
