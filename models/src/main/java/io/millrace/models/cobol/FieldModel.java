package io.millrace.models.cobol;

import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.LengthUnits;
import io.millrace.parsers.model.NullRule;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.PaddingRule;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.Preset;
import io.millrace.parsers.model.SimpleType;

import java.math.BigDecimal;
import java.util.List;

/** Creates fields from elementary items. */
final class FieldModel {

    private static final int SHORT_DIGITS = 4;
    private static final int INT_DIGITS = 9;
    private static final int LONG_DIGITS = 18;

    private final CopybookOptions options;
    private final ConversionReport report;

    FieldModel(CopybookOptions options, ConversionReport report) {
        this.options = options;
        this.report = report;
    }

    /** Returns the name of an item as a name that is valid in ESQL and XML. */
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

    /** Returns the logical part. */
    ElementDeclaration field(String name, Item item) {
        ElementDeclaration made = ElementDeclaration.of(name, type(item));
        if (item.blankWhenZero && kind(item) == Picture.Kind.NUMBER) {
            report.changed(
                    item.place(), item.label() + ": blanks, which mean zero, are read as NULL");
            made = made.with(true);
        }
        Preset preset = options.has(CopybookOptions.Choice.VALUES) ? preset(item) : null;
        return preset == null ? made : made.with(preset);
    }

    private static Picture.Kind kind(Item item) {
        return item.picture == null ? null : item.picture.kind();
    }

    private static boolean isBinary(Item item) {
        Usage usage = item.effectiveUsage();
        return usage == Usage.BINARY || usage == Usage.NATIVE_BINARY;
    }

    private SimpleType type(Item item) {
        SimpleType type = plainType(item);
        boolean enumerated =
                options.has(CopybookOptions.Choice.CONDITIONS)
                        && item.hasConditions
                        && !item.conditionRanges;
        if (!enumerated) {
            return type;
        }
        List<String> values =
                item.conditionValues.stream()
                        .filter(
                                w ->
                                        w.kind() == Word.Kind.LITERAL
                                                || w.text().matches("[+-]?[0-9.]+"))
                        .map(Word::text)
                        .toList();
        return values.size() < item.conditionValues.size() || values.isEmpty()
                ? type
                : new SimpleType(type.base(), type.facets().with(values));
    }

    private SimpleType plainType(Item item) {
        switch (item.effectiveUsage()) {
            case FLOAT:
                return SimpleType.of(BaseType.FLOAT);
            case DOUBLE:
                return SimpleType.of(BaseType.DOUBLE);
            case INDEX:
                return SimpleType.of(BaseType.INT);
            case POINTER, PACKED_UNSIGNED:
                return SimpleType.of(BaseType.HEX_BINARY);
            default:
                break;
        }
        Picture picture = item.picture;
        if (picture == null || picture.kind() != Picture.Kind.NUMBER) {
            return picture != null && picture.kind() == Picture.Kind.TEXT && isBinary(item)
                    ? integer(item.bytes)
                    : new SimpleType(
                            BaseType.STRING,
                            Facets.length(null, picture == null ? 0 : picture.characters()));
        }
        int total = picture.digits() + Math.max(0, -picture.scale());
        if (picture.scale() > 0) {
            return new SimpleType(
                    BaseType.DECIMAL,
                    Facets.digits(Math.max(total, picture.scale()), picture.scale()));
        }
        if (item.effectiveUsage() == Usage.NATIVE_BINARY && picture.scale() == 0) {
            return binary(item.bytes, picture.signed());
        }
        BaseType base =
                total <= SHORT_DIGITS
                        ? BaseType.SHORT
                        : total <= INT_DIGITS
                                ? BaseType.INT
                                : total <= LONG_DIGITS ? BaseType.LONG : BaseType.INTEGER;
        return new SimpleType(base, Facets.digits(total, null));
    }

    private static SimpleType integer(int bytes) {
        return binary(bytes, false);
    }

    /** Returns all values that fit into a number of bytes, regardless of the picture. */
    private static SimpleType binary(int bytes, boolean signed) {
        return SimpleType.of(
                switch (bytes) {
                    case 1 -> signed ? BaseType.BYTE : BaseType.UNSIGNED_BYTE;
                    case 2 -> signed ? BaseType.SHORT : BaseType.UNSIGNED_SHORT;
                    case 3, 4 -> signed ? BaseType.INT : BaseType.UNSIGNED_INT;
                    case 5, 6, 7, 8 -> signed ? BaseType.LONG : BaseType.UNSIGNED_LONG;
                    default -> BaseType.INTEGER;
                });
    }

    /** Returns the value of a missing field; null for none. */
    private Preset preset(Item item) {
        if (item.values.isEmpty()) {
            return null;
        }
        Word first = item.values.getFirst();
        boolean number = kind(item) == Picture.Kind.NUMBER;
        String text = null;
        if (first.isOneOf("ZERO", "ZEROS", "ZEROES") && number) {
            text = "0";
        } else if (number && first.kind() == Word.Kind.NAME) {
            text = plainNumber(first.text());
        } else if (first.kind() == Word.Kind.LITERAL && !number && item.values.size() == 1) {
            text = first.text();
        } else if (first.isOneOf("SPACE", "SPACES") && !number) {
            return null;
        }
        if (text == null) {
            report.dropped(first.place(), item.label() + ": VALUE " + first.text());
            return null;
        }
        return new Preset(text, false);
    }

    private static String plainNumber(String written) {
        try {
            return new BigDecimal(written.replace(',', '.')).toPlainString();
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Returns the physical part, without its placement. */
    CwfField physical(Item item) {
        Usage usage = item.effectiveUsage();
        LengthRule bytes = LengthRule.of(item.bytes);
        return switch (usage) {
            case FLOAT, DOUBLE -> CwfField.of(PhysicalType.FLOAT, bytes);
            case INDEX -> CwfField.of(PhysicalType.INTEGER, bytes).with(NumberRule.signed(true));
            case POINTER -> CwfField.of(PhysicalType.BINARY, bytes);
            case PACKED_UNSIGNED -> {
                report.changed(
                        item.place(),
                        item.label() + ": COMP-6, packed without a sign, is taken as bytes");
                yield CwfField.of(PhysicalType.BINARY, bytes);
            }
            default -> pictured(item, usage);
        };
    }

    private CwfField pictured(Item item, Usage usage) {
        Picture picture = item.picture;
        LengthRule bytes = LengthRule.of(item.bytes);
        if (picture == null || picture.kind() != Picture.Kind.NUMBER) {
            return picture != null && picture.kind() == Picture.Kind.TEXT && isBinary(item)
                    ? CwfField.of(PhysicalType.INTEGER, bytes).with(NumberRule.signed(false))
                    : text(item, picture);
        }
        NumberRule number = picture.signed() ? NumberRule.DEFAULTS : NumberRule.signed(false);
        boolean plainSign = item.effectiveSign().equals(new Item.Sign(false, false));
        if (usage == Usage.DISPLAY && picture.signed() && !plainSign) {
            number = NumberRule.signed(orientation(item.effectiveSign()));
        }
        boolean embedded =
                usage == Usage.DISPLAY && picture.signed() && !item.effectiveSign().separate();
        if (embedded && options.has(CopybookOptions.Choice.EBCDIC_SIGNS)) {
            number = number.withEbcdicCustom();
        }
        if (picture.scale() < 0) {
            // A positive scale is what the type's fraction digits specify.
            number = number.withVirtualDecimalPoint(picture.scale());
        }
        PhysicalType type =
                switch (usage) {
                    case BINARY, NATIVE_BINARY -> PhysicalType.INTEGER;
                    case PACKED -> PhysicalType.PACKED;
                    default -> PhysicalType.EXTERNAL;
                };
        CwfField field = CwfField.of(type, bytes).with(number);
        return item.blankWhenZero
                ? field.with(new NullRule(NullRule.EncodingNull.LITERAL_FILL, " "))
                : field;
    }

    private static NumberRule.SignOrientation orientation(Item.Sign sign) {
        if (sign.leading()) {
            return sign.separate()
                    ? NumberRule.SignOrientation.LEADING_SEPARATE
                    : NumberRule.SignOrientation.LEADING;
        }
        return sign.separate()
                ? NumberRule.SignOrientation.TRAILING_SEPARATE
                : NumberRule.SignOrientation.TRAILING;
    }

    private CwfField text(Item item, Picture picture) {
        boolean wide =
                picture != null
                        && (picture.kind() == Picture.Kind.DOUBLE_BYTE
                                || picture.kind() == Picture.Kind.NATIONAL);
        if (wide) {
            report.changed(
                    item.place(),
                    item.label()
                            + ": its characters are read in the code page of the whole message,"
                            + " which must be one of two bytes a character");
        }
        // Else the type's length is the field's, in bytes.
        CwfField field =
                wide
                        ? CwfField.DEFAULTS.with(
                                LengthRule.of(picture.characters(), LengthUnits.CHARACTERS))
                        : CwfField.DEFAULTS;
        return item.justified
                ? field.with(new PaddingRule(PaddingRule.Justification.RIGHT, FillCharacter.SPACE))
                : field;
    }
}
