package io.millrace.models.export;

import static io.millrace.parsers.model.BaseType.DECIMAL;
import static io.millrace.parsers.model.PhysicalType.FIXED_LENGTH;
import static io.millrace.parsers.model.PhysicalType.FLOAT;
import static io.millrace.parsers.model.PhysicalType.INTEGER;
import static io.millrace.parsers.model.PhysicalType.PACKED;

import static java.lang.Math.max;

import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.NumberRule.SignOrientation;
import io.millrace.parsers.model.PaddingRule;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.SimpleType;

import java.util.ArrayList;
import java.util.List;

/** The clauses that describe single values in COBOL. */
record PictureClauses(CwfFormat format, ModelPlaces places, ConversionReport report) {

    private static final int MAX_DIGITS = 31;

    /** Returns what the model specifies of an element's place in the record. */
    CwfField field(ElementDeclaration e) {
        return e.physical().get(format.name()) instanceof CwfField f ? f : CwfField.DEFAULTS;
    }

    /**
     * Returns picture, usage and sign.
     *
     * @param type null for a folder without fields
     */
    List<String> clauses(ElementDeclaration e, SimpleType type, int bytes) {
        if (type == null) {
            return text(bytes);
        }
        CwfField field = field(e);
        return switch (type.base().kind()) {
            case TEXT -> {
                boolean fixed =
                        field.physicalType() == null || field.physicalType() == FIXED_LENGTH;
                var clauses = new ArrayList<String>(fixed ? text(bytes) : asBytes(e, bytes));
                if (field.padding().justification() == PaddingRule.Justification.RIGHT) {
                    clauses.add("JUSTIFIED RIGHT");
                }
                yield clauses;
            }
            case NUMBER -> number(e, type, field, bytes);
            case FLOATING ->
                    field.physicalType() == null || field.physicalType() == FLOAT
                            ? List.of(bytes == 4 ? "COMP-1" : "COMP-2")
                            : number(e, type, field, bytes);
            default -> asBytes(e, bytes);
        };
    }

    private static List<String> text(int bytes) {
        return List.of("PIC X(" + bytes + ")");
    }

    private List<String> asBytes(ElementDeclaration e, int bytes) {
        report.changed(
                places.of(e), "%s has no like in COBOL and is %d characters", e.name(), bytes);
        return text(bytes);
    }

    private List<String> number(ElementDeclaration e, SimpleType type, CwfField field, int bytes) {
        NumberRule rule = field.number();
        boolean signed = rule.signed() == null ? !type.base().isUnsigned() : rule.signed();
        Integer fraction = type.facets().fractionDigits();
        int point =
                rule.virtualDecimalPoint() != null
                        ? rule.virtualDecimalPoint()
                        : fraction == null ? 0 : fraction;
        PhysicalType usual = type.base() == DECIMAL ? PACKED : INTEGER;
        return switch (field.physicalType() == null ? usual : field.physicalType()) {
            case INTEGER -> {
                int digits = bytes == 2 ? 4 : bytes == 4 ? 9 : bytes == 8 ? 18 : 0;
                boolean plain = type.facets().totalDigits() == null;
                yield digits == 0
                        ? asBytes(e, bytes)
                        : picture(e, bytes, digits, point, signed, plain ? "COMP-5" : "COMP");
            }
            case PACKED -> picture(e, bytes, 2 * bytes - 1, point, signed, "COMP-3");
            case EXTERNAL -> {
                SignOrientation sign = rule.orientation();
                boolean separate = signed && sign.isSeparate();
                var clauses =
                        new ArrayList<String>(
                                picture(e, bytes, bytes - (separate ? 1 : 0), point, signed, ""));
                boolean isPicture = !clauses.getFirst().startsWith("PIC X");
                if (isPicture && signed && sign != SignOrientation.TRAILING) {
                    clauses.add(
                            "SIGN "
                                    + (sign.isLeading() ? "LEADING" : "TRAILING")
                                    + (separate ? " SEPARATE" : ""));
                }
                yield clauses;
            }
            default -> asBytes(e, bytes);
        };
    }

    private List<String> picture(
            ElementDeclaration e, int bytes, int digits, int point, boolean signed, String usage) {
        if (digits < 1 || digits > MAX_DIGITS || point > digits || digits - point > MAX_DIGITS) {
            return asBytes(e, bytes);
        }
        int whole = digits - max(0, point);
        String picture =
                "PIC "
                        + (signed ? "S" : "")
                        + (whole > 0 ? "9(" + whole + ")" : "")
                        + (point > 0 ? "V9(" + point + ")" : "")
                        + (point < 0 ? "P(" + -point + ")" : "");
        return usage.isEmpty() ? List.of(picture) : List.of(picture, usage);
    }
}
