package io.millrace.parsers.model;

import java.util.List;

/**
 * Layout of an element in a Custom Wire Format. Properties are named as in WMQI; a property that is
 * not specified (null) is derived from the element's type.
 *
 * @param physicalType physical type; null for the type's default
 * @param dateTimeFormat pattern of dates and times, for example {@code yyyyMMdd}; null for the
 *     type's default
 * @param choiceBranchKey values of the field {@code choiceDispatchKey} of the enclosing choice for
 *     which this element is the branch
 */
public record CwfField(
        PhysicalType physicalType,
        LengthRule length,
        NumberRule number,
        PaddingRule padding,
        NullRule nulls,
        Placement placement,
        String dateTimeFormat,
        List<String> choiceBranchKey)
        implements PhysicalProperties {

    public static final CwfField DEFAULTS =
            new CwfField(
                    null,
                    LengthRule.DEFAULTS,
                    NumberRule.DEFAULTS,
                    PaddingRule.DEFAULTS,
                    NullRule.NONE,
                    Placement.DEFAULTS,
                    null,
                    List.of());

    public CwfField {
        choiceBranchKey = List.copyOf(choiceBranchKey);
    }

    public static CwfField of(PhysicalType type, LengthRule length) {
        return DEFAULTS.with(type).with(length);
    }

    public CwfField with(PhysicalType type) {
        return new CwfField(
                type, length, number, padding, nulls, placement, dateTimeFormat, choiceBranchKey);
    }

    public CwfField with(LengthRule rule) {
        return new CwfField(
                physicalType,
                rule,
                number,
                padding,
                nulls,
                placement,
                dateTimeFormat,
                choiceBranchKey);
    }

    public CwfField with(NumberRule rule) {
        return new CwfField(
                physicalType,
                length,
                rule,
                padding,
                nulls,
                placement,
                dateTimeFormat,
                choiceBranchKey);
    }

    public CwfField with(PaddingRule rule) {
        return new CwfField(
                physicalType,
                length,
                number,
                rule,
                nulls,
                placement,
                dateTimeFormat,
                choiceBranchKey);
    }

    public CwfField with(NullRule rule) {
        return new CwfField(
                physicalType,
                length,
                number,
                padding,
                rule,
                placement,
                dateTimeFormat,
                choiceBranchKey);
    }

    public CwfField with(Placement rule) {
        return new CwfField(
                physicalType,
                length,
                number,
                padding,
                nulls,
                rule,
                dateTimeFormat,
                choiceBranchKey);
    }
}
