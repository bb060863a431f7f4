package io.millrace.parsers.mrm.tds.layout;

import static io.millrace.parsers.model.BaseType.STRING;
import static io.millrace.parsers.model.LengthUnits.CHARACTER_UNITS;
import static io.millrace.parsers.model.LengthUnits.END_OF_BITSTREAM;
import static io.millrace.parsers.model.PhysicalType.EXTERNAL;
import static io.millrace.parsers.model.PhysicalType.FIXED_LENGTH;
import static io.millrace.parsers.model.PhysicalType.TEXT;
import static io.millrace.parsers.model.Separation.FIXED_LENGTH_AL3;
import static io.millrace.parsers.model.Separation.TAGGED_ENCODED_LENGTH;
import static io.millrace.parsers.model.ServiceString.EDIFACT;
import static io.millrace.parsers.model.ServiceString.HL7;
import static io.millrace.parsers.model.ServiceString.X12;
import static io.millrace.parsers.mrm.tds.layout.Slot.Extent.MARKED;
import static io.millrace.parsers.record.Lexical.preset;

import io.millrace.parsers.model.BaseType.Kind;
import io.millrace.parsers.model.BooleanBytes;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.LengthUnits;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.NullRule;
import io.millrace.parsers.model.NullRule.EncodingNull;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.ServiceString;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.TdsField;
import io.millrace.parsers.model.TdsSettings;
import io.millrace.parsers.model.TextRule;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.EncodingCharacters;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Fixed;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Prefixed;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Referenced;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.ToEnd;
import io.millrace.parsers.mrm.tds.layout.Slot.Reference;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.standards.StandardMarkup;
import io.millrace.parsers.record.FieldCodec;
import io.millrace.parsers.record.FieldCodecs;
import io.millrace.parsers.record.FieldCodecs.Made;
import io.millrace.parsers.record.FieldCodecs.TextForm;
import io.millrace.parsers.record.FieldException;

/** A compiler that creates the slots of single values. */
final class FieldCompiler {

    /** Number of characters of a service string after the tag. */
    private static final int UNA_LENGTH = 6;

    private static final int ISA_LENGTH = 103;

    private static final int MAX_LENGTH = Integer.MAX_VALUE / 2;

    private static final int BYTES = 1;
    private static final int CHARACTERS = 0;

    /** A length unit of one code unit of the code page: one or two bytes. */
    static final int UNITS = -1;

    private static final NullRule QUESTION_MARKS = new NullRule(EncodingNull.LITERAL_FILL, "?");

    private final TdsSettings settings;
    private final TextRule texts;
    private final LayoutCompiler layouts;
    private final FieldCodecs codecs;

    FieldCompiler(TdsSettings settings, LayoutCompiler layouts) {
        this.settings = settings;
        texts = settings.texts().or(StandardMarkup.texts(settings.standard()));
        this.layouts = layouts;
        codecs =
                new FieldCodecs(
                        BooleanBytes.DEFAULTS,
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
            TdsField field,
            Layout layout,
            Scope scope) {
        try {
            ValueSlot slot =
                    new ValueSlot(
                            element.name(),
                            layouts.namespace(element),
                            element.occurs(),
                            layouts.nextSlot(),
                            type);
            Made made = make(element, type, field, layout, true, '.');
            slot.extent = extent(element, type, field, made, layout, scope);
            boolean bounded = isFilled(slot, layout);
            slot.decimalPoint = field.text().or(texts).decimalPoint();
            slot.codecs = point -> make(element, type, field, layout, bounded, point).codec();
            // An error with one decimal point occurs with every decimal point, so it is reported
            // now.
            make(element, type, field, layout, bounded, '.');
            boolean text = made.physical() == TEXT;
            slot.isEscaped =
                    text
                            && slot.extent instanceof Extent.Marked
                            && layout.separation() != TAGGED_ENCODED_LENGTH
                            && field.markup().dataPattern() == null;
            NullRule nulls = field.nulls();
            boolean emptyIsNull = element.nillable() && "".equals(nulls.value());
            slot.keepsEmpty =
                    type.base().kind() == Kind.TEXT && element.occurs().min() > 0
                            || emptyIsNull && nulls.encoding() != null;
            slot.nillable = element.nillable();
            slot.service = field.markup().service();
            slot.isServiceString =
                    slot.extent instanceof EncodingCharacters
                            || field.markup().service() != null && field.tag() != null;
            slot.preset = preset(type.base(), element.preset(), settings.dateTimes());
            return slot;
        } catch (FieldException e) {
            layouts.problem(field, element, e);
            return null;
        }
    }

    /** Returns a slot for elements that the model does not declare; their values are strings. */
    ValueSlot undeclared(Layout layout) {
        SimpleType type = SimpleType.of(STRING);
        ElementDeclaration any = ElementDeclaration.of("*", type);
        ValueSlot slot =
                new ValueSlot("", "", new Occurs(0, Occurs.UNBOUNDED), layouts.nextSlot(), type);
        FieldCodec codec = make(any, type, TdsField.DEFAULTS, layout, false, '.').codec();
        slot.codecs = point -> codec;
        slot.decimalPoint = MarkerText.literal(".");
        slot.isEscaped = layout.separation() != TAGGED_ENCODED_LENGTH;
        slot.isAnyTag = true;
        return slot;
    }

    /** Whether a value is padded to a length. */
    private static boolean isFilled(ValueSlot slot, Layout layout) {
        return slot.extent instanceof Fixed
                || slot.extent instanceof Referenced
                || layout.separation().isFixed();
    }

    private Made make(
            ElementDeclaration element,
            SimpleType type,
            TdsField field,
            Layout layout,
            boolean bounded,
            int point) {
        TextRule text = field.text().or(texts);
        boolean marks =
                layout.separation() == FIXED_LENGTH_AL3
                        && field.nulls().encoding() == null
                        && bounded
                        && type.base().kind() != Kind.BINARY;
        NumberRule number = field.number();
        if (number.signed() == null && !settings.derivation().sign()) {
            number =
                    new NumberRule(
                            false,
                            number.orientation(),
                            number.ebcdicCustom(),
                            number.virtualDecimalPoint());
        }
        return codecs.make(
                new FieldCodecs.Field(
                        type,
                        field.physicalType(),
                        number,
                        field.padding(),
                        marks ? QUESTION_MARKS : field.nulls(),
                        element.nillable() || marks,
                        field.dateTimeFormat(),
                        new TextForm(
                                point,
                                text.strictNumbers(),
                                text.trim(),
                                text.truncate(),
                                settings.booleans(),
                                bounded)));
    }

    private Extent extent(
            ElementDeclaration element,
            SimpleType type,
            TdsField field,
            Made made,
            Layout layout,
            Scope scope) {
        LengthRule rule = field.length();
        ServiceString service = field.markup().service();
        if (service == HL7) {
            return new EncodingCharacters();
        }
        if (service == EDIFACT) {
            return new Fixed(UNA_LENGTH, CHARACTERS);
        }
        if (service == X12 && field.tag() != null) {
            return new Fixed(ISA_LENGTH, CHARACTERS);
        }
        switch (made.physical()) {
            case LENGTH_ENCODED_1 -> {
                return new Prefixed(1);
            }
            case LENGTH_ENCODED_2 -> {
                return new Prefixed(2);
            }
            case NULL_TERMINATED -> {
                return new Extent.Terminated();
            }
            default -> {
                // Other fields, the model or markup specify how long it is.
            }
        }
        if (rule.units() == END_OF_BITSTREAM) {
            return new ToEnd();
        }
        return rule.reference() != null
                ? referenced(element, field, scope)
                : length(type, field, made, layout);
    }

    private Extent length(SimpleType type, TdsField field, Made made, Layout layout) {
        LengthRule rule = field.length();
        PhysicalType physical = made.physical();
        boolean text = physical == TEXT || physical == FIXED_LENGTH;
        Integer derived = settings.derivation().length() || !text ? made.size() : null;
        Integer length = rule.length() == null ? derived : rule.length();
        boolean counts =
                !text
                        || switch (layout.separation()) {
                            case FIXED_LENGTH, FIXED_LENGTH_AL3, TAGGED_FIXED_LENGTH -> true;
                            case VARIABLE_LENGTH_ELEMENTS_DELIMITED -> rule.length() != null;
                            case ALL_ELEMENTS_DELIMITED, TAGGED_DELIMITED ->
                                    layout.markup.observeElementLength() && length != null;
                            default -> false;
                        };
        if (!counts || field.markup().dataPattern() != null) {
            return MARKED;
        }
        if (length == null) {
            throw new FieldException(
                    """
                    the model does not specify its length; specify a length, or a \
                    dataElementSeparation that needs none\
                    """);
        }
        made.checkLength(type.base(), length);
        boolean external = physical == EXTERNAL;
        if (!text && !external && rule.units() == CHARACTER_UNITS) {
            throw new FieldException(
                    "lengthUnits is characterUnits, but the length of "
                            + physical.word()
                            + " is in bytes");
        }
        boolean units = external && rule.units() != LengthUnits.BYTES;
        return new Fixed(length, text ? unit(rule) : units ? UNITS : BYTES);
    }

    private static int unit(LengthRule rule) {
        return switch (rule.units()) {
            case CHARACTERS -> CHARACTERS;
            case CHARACTER_UNITS -> UNITS;
            default -> BYTES;
        };
    }

    private Extent referenced(ElementDeclaration element, TdsField field, Scope scope) {
        LengthRule rule = field.length();
        Reference found = layouts.reference(rule.reference(), element, field, scope);
        return found == null ? MARKED : new Referenced(found, rule.inclusive(), unit(rule));
    }

    /** Returns the rule for the end of a folder. */
    Extent folder(ElementDeclaration element, TdsField field, Scope scope) {
        LengthRule rule = field.length();
        if (rule.reference() != null) {
            return referenced(element, field, scope);
        }
        if (rule.units() == END_OF_BITSTREAM) {
            return new ToEnd();
        }
        if (rule.length() == null) {
            return layouts.isUnreadable(field) ? new Fixed(0, unit(rule)) : MARKED;
        }
        if (rule.length() > MAX_LENGTH) {
            layouts.problem(
                    field,
                    element,
                    element.name()
                            + ": the length is "
                            + rule.length()
                            + "; expected 0 to "
                            + MAX_LENGTH,
                    "");
            return MARKED;
        }
        return new Fixed(rule.length(), unit(rule));
    }
}
