package io.millrace.parsers.model;

/**
 * Layout of an element in a Custom Wire Format. Properties are named as in WMQI; a property that is
 * not specified (null) is derived from the element's type.
 *
 * @param physicalType null for the type's own
 * @param dateTimeFormat a pattern of letters such as {@code yyyyMMdd}; null for the type's own
 */
public record CwfField(
        PhysicalType physicalType,
        LengthRule length,
        NumberRule number,
        PaddingRule padding,
        NullRule nulls,
        Placement placement,
        String dateTimeFormat)
        implements PhysicalProperties {

    public static final CwfField DEFAULTS =
            new CwfField(
                    null,
                    LengthRule.DEFAULTS,
                    NumberRule.DEFAULTS,
                    PaddingRule.DEFAULTS,
                    NullRule.NONE,
                    Placement.DEFAULTS,
                    null);

    public static CwfField of(PhysicalType type, LengthRule length) {
        return DEFAULTS.with(type).with(length);
    }

    public CwfField with(PhysicalType type) {
        return new CwfField(type, length, number, padding, nulls, placement, dateTimeFormat);
    }

    public CwfField with(LengthRule rule) {
        return new CwfField(physicalType, rule, number, padding, nulls, placement, dateTimeFormat);
    }

    public CwfField with(NumberRule rule) {
        return new CwfField(physicalType, length, rule, padding, nulls, placement, dateTimeFormat);
    }

    public CwfField with(PaddingRule rule) {
        return new CwfField(physicalType, length, number, rule, nulls, placement, dateTimeFormat);
    }

    public CwfField with(NullRule rule) {
        return new CwfField(physicalType, length, number, padding, rule, placement, dateTimeFormat);
    }

    public CwfField with(Placement rule) {
        return new CwfField(physicalType, length, number, padding, nulls, rule, dateTimeFormat);
    }
}
