package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.model.BaseType.Kind.TEXT;
import static io.millrace.parsers.model.LengthUnits.END_OF_BITSTREAM;
import static io.millrace.parsers.model.PhysicalType.BINARY;
import static io.millrace.parsers.model.PhysicalType.EXTERNAL;
import static io.millrace.parsers.record.Lexical.preset;
import static io.millrace.parsers.record.TextCode.Width.DOUBLE;

import static java.lang.Math.max;
import static java.lang.Math.multiplyExact;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.parsers.model.BaseType.Kind;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.mrm.cwf.Slot.Reference;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength.Fixed;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength.Prefixed;
import io.millrace.parsers.mrm.cwf.Slot.ValueSlot;
import io.millrace.parsers.record.FieldCodecs;
import io.millrace.parsers.record.FieldCodecs.Made;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.TextCode.Width;
import io.millrace.parsers.record.Wire;

/** A compiler that creates the slots of single values. */
final class FieldCompiler {

    /** CCSID used to determine the lengths of numbers. */
    private static final int LATIN_1 = 819;

    private final CwfSettings settings;
    private final Width width;
    private final LayoutCompiler layouts;
    private final FieldCodecs codecs;

    FieldCompiler(CwfSettings settings, Width width, LayoutCompiler layouts) {
        this.settings = settings;
        this.width = width;
        this.layouts = layouts;
        codecs =
                new FieldCodecs(
                        settings.booleans(),
                        settings.dateTimes(),
                        settings.packedDecimalPositiveCode());
    }

    /**
     * Returns the slot of a value. If the specification is invalid, reports a problem and returns
     * null.
     */
    ValueSlot value(
            ElementDeclaration element,
            SimpleType type,
            CwfField field,
            int count,
            Reference repeat,
            Scope scope) {
        try {
            Made made =
                    codecs.make(
                            new FieldCodecs.Field(
                                    type,
                                    field.physicalType(),
                                    field.number(),
                                    field.padding(),
                                    field.nulls(),
                                    element.nillable(),
                                    field.dateTimeFormat(),
                                    null));
            ValueLength length = length(element, type, field, made, scope);
            Value preset = preset(type.base(), element.preset(), settings.dateTimes());
            boolean isSpecified = field.length().length() != null;
            if (preset != null && isSpecified && length instanceof Fixed(int bytes)) {
                checkLength(preset, made, bytes, max(1, unit(field.length(), type)));
            }
            return new ValueSlot(
                    element,
                    layouts.namespace(element),
                    field.placement(),
                    count,
                    repeat,
                    type.base(),
                    made.codec(),
                    length,
                    preset);
        } catch (FieldException e) {
            layouts.problem(field, element, e);
            return null;
        }
    }

    /**
     * Checks that a default or fixed value fits the field. Strings are compared by their minimum
     * length, because the code page of a message is not known yet.
     *
     * @param bytes length of the field
     * @param unit minimum number of bytes of a character
     */
    private void checkLength(Value preset, Made made, int bytes, int unit) {
        if (made.physical().isText()) {
            long length = (long) preset.text().length() * unit;
            if (preset instanceof CharacterValue && length > bytes) {
                throw new FieldException(
                        "the default or fixed value '%s' has %d bytes, expected at most %d"
                                .formatted(preset.text(), length, bytes));
            }
        } else if (width != DOUBLE) {
            try {
                Wire wire = Wire.of(LATIN_1, 0, settings.encoding());
                made.codec().write(preset, new ByteSink(), bytes, wire);
            } catch (FieldException e) {
                throw new FieldException(
                        "the default or fixed value '%s' does not fit: expected %s"
                                .formatted(preset.text(), e.getMessage()));
            }
        }
    }

    private ValueLength length(
            ElementDeclaration element, SimpleType type, CwfField field, Made made, Scope scope) {
        LengthRule rule = field.length();
        boolean lasting = rule.units() == END_OF_BITSTREAM;
        boolean text =
                made.physical().isText()
                        || made.physical() == BINARY && type.base().kind() == Kind.BINARY;
        if (!text && (rule.reference() != null || lasting)) {
            throw new FieldException(
                    "the length of "
                            + made.physical().word()
                            + " cannot be specified in another place");
        }
        switch (made.physical()) {
            case LENGTH_ENCODED_1 -> {
                return new Prefixed(1, unit(rule, type));
            }
            case LENGTH_ENCODED_2 -> {
                return new Prefixed(2, unit(rule, type));
            }
            case NULL_TERMINATED -> {
                return new ValueLength.Terminated();
            }
            default -> {
                // The length is specified by the model or another field.
            }
        }
        if (lasting) {
            return new ValueLength.ToEnd();
        }
        if (rule.reference() != null) {
            Reference found = layouts.reference(rule.reference(), element, field, scope);
            return found == null
                    ? new Fixed(0)
                    : new ValueLength.Referenced(found, rule.inclusive(), unit(rule, type));
        }
        return fixed(rule, type, made, field.dateTimeFormat());
    }

    /** Returns the number of bytes of a length unit; 0 for characters of one or more bytes. */
    private int unit(LengthRule rule, SimpleType type) {
        boolean binary = type.base().kind() == Kind.BINARY;
        return switch (rule.units()) {
            case CHARACTERS ->
                    binary
                            ? 1
                            : switch (width) {
                                case SINGLE -> 1;
                                case DOUBLE -> 2;
                                case MIXED -> 0;
                            };
            case CHARACTER_UNITS -> !binary && width == DOUBLE ? 2 : 1;
            default -> 1;
        };
    }

    private ValueLength fixed(LengthRule rule, SimpleType type, Made made, String dateTimeFormat) {
        Integer specified = rule.length() != null ? rule.length() : made.size();
        if (specified == null) {
            throw new FieldException(
                    "the model does not specify its length; specify a length"
                            + switch (type.base().kind()) {
                                case TEXT -> ", or its maximum number of characters ({string: 20})";
                                case NUMBER -> ", or its digits ({" + type.base().word() + ": 9})";
                                default ->
                                        " (%s: {length: %d})"
                                                .formatted(
                                                        layouts.format(),
                                                        dateTimeFormat == null
                                                                ? 8
                                                                : dateTimeFormat.length());
                            });
        }
        PhysicalType physical = made.physical();
        int length = specified;
        boolean byCharacters = physical.isText() || physical == EXTERNAL;
        int unit = unit(rule, type);
        if (byCharacters && rule.length() == null && width == DOUBLE) {
            unit = 2;
        }
        made.checkLength(type.base(), length);
        return byCharacters && unit == 0
                ? new ValueLength.Characters(length)
                : new Fixed(multiplyExact(length, max(1, unit)));
    }
}
