package io.millrace.models.cobol;

import static io.millrace.models.cobol.CopybookOptions.Choice.CONDITIONS;
import static io.millrace.models.cobol.CopybookOptions.Choice.EBCDIC_SIGNS;
import static io.millrace.models.cobol.CopybookOptions.Choice.VALUES;
import static io.millrace.models.cobol.Picture.Kind.DOUBLE_BYTE;
import static io.millrace.models.cobol.Picture.Kind.NATIONAL;
import static io.millrace.models.cobol.Picture.Kind.NUMBER;
import static io.millrace.models.cobol.Picture.Kind.TEXT;
import static io.millrace.models.cobol.Usage.DISPLAY;
import static io.millrace.models.cobol.Usage.NATIVE_BINARY;
import static io.millrace.models.cobol.Word.Kind.LITERAL;
import static io.millrace.parsers.model.BaseType.DECIMAL;
import static io.millrace.parsers.model.BaseType.DOUBLE;
import static io.millrace.parsers.model.BaseType.HEX_BINARY;
import static io.millrace.parsers.model.BaseType.INT;
import static io.millrace.parsers.model.BaseType.LONG;
import static io.millrace.parsers.model.BaseType.SHORT;
import static io.millrace.parsers.model.BaseType.STRING;
import static io.millrace.parsers.model.PhysicalType.EXTERNAL;
import static io.millrace.parsers.model.PhysicalType.PACKED;

import static java.lang.Math.max;

import io.millrace.models.ConversionReport;
import io.millrace.models.cobol.Item.Sign;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.LengthUnits;
import io.millrace.parsers.model.NullRule;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.NumberRule.SignOrientation;
import io.millrace.parsers.model.PaddingRule;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.Preset;
import io.millrace.parsers.model.SimpleType;

import java.math.BigDecimal;
import java.util.List;

/** A converter of elementary items to fields. */
record FieldModel(CopybookOptions options, ConversionReport report) {

    private static final int SHORT_DIGITS = 4;
    private static final int INT_DIGITS = 9;
    private static final int LONG_DIGITS = 18;

    /** Returns the name of an item as a valid name in ESQL and XML. */
    String name(String cobol) {
        String name =
                options.names() == CopybookOptions.Names.UNDERSCORES
                        ? cobol.replace('-', '_')
                        : cobol;
        name = name.replaceAll("[^\\p{L}\\p{N}_.-]", "_").replace('.', '_');
        return name.isEmpty() || !Character.isLetter(name.codePointAt(0)) && name.charAt(0) != '_'
                ? "_" + name
                : name;
    }

    /** Returns the element without physical properties. */
    ElementDeclaration field(String name, Item item) {
        SimpleType type = type(item);
        ElementDeclaration made = ElementDeclaration.of(name, type);
        if (item.blankWhenZero && isNumber(item)) {
            report.changed(
                    item.place(),
                    "%s: blanks, which represent zero, are read as NULL",
                    item.label());
            made = made.with(true);
        }
        String preset = options.has(VALUES) ? preset(item) : null;
        if (preset != null && !isPermitted(preset, type.facets().enumeration(), isNumber(item))) {
            report.dropped(
                    item.values.getFirst().place(),
                    "%s: VALUE %s, which is not a value of its conditions (level 88)",
                    item.label(),
                    item.values.getFirst().text());
            return made;
        }
        return preset == null ? made : made.with(new Preset(preset, false));
    }

    private static boolean isPermitted(String value, List<String> permitted, boolean number) {
        return permitted.isEmpty()
                || permitted.stream()
                        .anyMatch(
                                other ->
                                        number
                                                ? value.equals(plainNumber(other))
                                                : value.equals(other));
    }

    private static boolean isNumber(Item item) {
        return item.picture != null && item.picture.kind() == NUMBER;
    }

    /** Whether an item is a binary number with an alphanumeric picture, as Micro Focus permits. */
    private static boolean isBinaryText(Item item) {
        Usage usage = item.effectiveUsage();
        return item.picture != null
                && item.picture.kind() == TEXT
                && (usage == Usage.BINARY || usage == NATIVE_BINARY);
    }

    private SimpleType type(Item item) {
        SimpleType type = plainType(item);
        boolean enumerated = options.has(CONDITIONS) && item.hasConditions && !item.conditionRanges;
        List<String> values =
                item.conditionValues.stream()
                        .filter(w -> w.kind() == LITERAL || w.text().matches("[+-]?[0-9.]+"))
                        .map(Word::text)
                        .toList();
        boolean complete = !values.isEmpty() && values.size() == item.conditionValues.size();
        return enumerated && complete
                ? new SimpleType(type.base(), type.facets().with(values))
                : type;
    }

    private static SimpleType plainType(Item item) {
        return switch (item.effectiveUsage()) {
            case FLOAT -> SimpleType.of(BaseType.FLOAT);
            case DOUBLE -> SimpleType.of(DOUBLE);
            case INDEX -> SimpleType.of(INT);
            case POINTER, PACKED_UNSIGNED -> SimpleType.of(HEX_BINARY);
            default -> {
                if (isNumber(item)) {
                    yield number(item, item.picture);
                }
                int characters = item.picture == null ? 0 : item.picture.characters();
                yield isBinaryText(item)
                        ? SimpleType.of(BaseType.ofBytes(item.bytes, false))
                        : new SimpleType(STRING, Facets.length(null, characters));
            }
        };
    }

    private static SimpleType number(Item item, Picture picture) {
        int scale = picture.scale();
        int total = picture.digits() + max(0, -scale);
        if (scale > 0) {
            return new SimpleType(DECIMAL, Facets.digits(max(total, scale), scale));
        }
        if (item.effectiveUsage() == NATIVE_BINARY && scale == 0) {
            return SimpleType.of(BaseType.ofBytes(item.bytes, picture.signed()));
        }
        BaseType base =
                total <= SHORT_DIGITS
                        ? SHORT
                        : total <= INT_DIGITS
                                ? INT
                                : total <= LONG_DIGITS ? LONG : BaseType.INTEGER;
        return new SimpleType(base, Facets.digits(total, null));
    }

    /** Returns the default value of a field from the VALUE clause; null if there is none. */
    private String preset(Item item) {
        if (item.values.isEmpty()) {
            return null;
        }
        Word first = item.values.getFirst();
        boolean number = isNumber(item);
        if (!number && first.isOneOf("SPACE", "SPACES")) {
            return null;
        }
        String text = null;
        if (number && first.isOneOf("ZERO", "ZEROS", "ZEROES")) {
            text = "0";
        } else if (number && first.kind() == Word.Kind.NAME) {
            text = plainNumber(first.text());
        } else if (!number && first.kind() == LITERAL && item.values.size() == 1) {
            text = first.text();
        }
        if (text == null) {
            report.dropped(first.place(), "%s: VALUE %s", item.label(), first.text());
        }
        return text;
    }

    private static String plainNumber(String written) {
        try {
            return new BigDecimal(written.replace(',', '.')).toPlainString();
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Returns the physical properties without the placement. */
    CwfField physical(Item item) {
        LengthRule bytes = LengthRule.of(item.bytes);
        return switch (item.effectiveUsage()) {
            case FLOAT, DOUBLE -> CwfField.of(PhysicalType.FLOAT, bytes);
            case INDEX -> CwfField.of(PhysicalType.INTEGER, bytes).with(NumberRule.signed(true));
            case POINTER -> CwfField.of(PhysicalType.BINARY, bytes);
            case PACKED_UNSIGNED -> {
                report.changed(
                        item.place(),
                        "%s: COMP-6, packed decimal without a sign, is imported as bytes",
                        item.label());
                yield CwfField.of(PhysicalType.BINARY, bytes);
            }
            default ->
                    isNumber(item)
                            ? number(item, bytes)
                            : isBinaryText(item)
                                    ? CwfField.of(PhysicalType.INTEGER, bytes)
                                            .with(NumberRule.signed(false))
                                    : text(item);
        };
    }

    private CwfField number(Item item, LengthRule bytes) {
        Picture picture = item.picture;
        NumberRule number = picture.signed() ? NumberRule.DEFAULTS : NumberRule.signed(false);
        Sign sign = item.effectiveSign();
        boolean signedText = item.effectiveUsage() == DISPLAY && picture.signed();
        if (signedText && (sign.leading() || sign.separate())) {
            number = NumberRule.signed(orientation(sign));
        }
        if (signedText && !sign.separate() && options.has(EBCDIC_SIGNS)) {
            number = number.withEbcdicCustom();
        }
        if (picture.scale() < 0) {
            // A positive scale is already specified by the fraction digits of the type.
            number = number.withVirtualDecimalPoint(picture.scale());
        }
        PhysicalType type =
                switch (item.effectiveUsage()) {
                    case BINARY, NATIVE_BINARY -> PhysicalType.INTEGER;
                    case PACKED -> PACKED;
                    default -> EXTERNAL;
                };
        CwfField field = CwfField.of(type, bytes).with(number);
        return item.blankWhenZero
                ? field.with(new NullRule(NullRule.EncodingNull.LITERAL_FILL, " "))
                : field;
    }

    private static SignOrientation orientation(Sign sign) {
        return SignOrientation.valueOf(
                (sign.leading() ? "LEADING" : "TRAILING") + (sign.separate() ? "_SEPARATE" : ""));
    }

    private CwfField text(Item item) {
        // The type's length is the field's, in bytes, unless characters have two bytes.
        CwfField field = CwfField.DEFAULTS;
        Picture.Kind kind = item.picture == null ? null : item.picture.kind();
        if (kind == DOUBLE_BYTE || kind == NATIONAL) {
            report.changed(
                    item.place(),
                    "%s: its characters are read in the code page of the message, which must "
                            + "be a double-byte code page",
                    item.label());
            field = field.with(LengthRule.of(item.picture.characters(), LengthUnits.CHARACTERS));
        }
        return item.justified
                ? field.with(new PaddingRule(PaddingRule.Justification.RIGHT, FillCharacter.SPACE))
                : field;
    }
}
