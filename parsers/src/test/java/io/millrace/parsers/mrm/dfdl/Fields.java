package io.millrace.parsers.mrm.dfdl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a message set says of fields.
 *
 * @param delimited whether the format is a TDS, else a CWF
 * @param writes whether values are written too, not only read
 */
record Fields(Whole whole, boolean delimited, boolean writes) {

    private static final Set<String> INTEGERS =
            Set.of(
                    "byte",
                    "unsignedByte",
                    "short",
                    "unsignedShort",
                    "int",
                    "unsignedInt",
                    "long",
                    "unsignedLong",
                    "integer",
                    "nonNegativeInteger",
                    "positiveInteger");
    private static final Set<String> FLOATS = Set.of("float", "double");
    private static final Set<String> CALENDARS = Set.of("date", "time", "dateTime");
    private static final Map<String, Integer> SIZES =
            Map.of(
                    "byte",
                    1,
                    "unsignedByte",
                    1,
                    "short",
                    2,
                    "unsignedShort",
                    2,
                    "int",
                    4,
                    "unsignedInt",
                    4,
                    "long",
                    8,
                    "unsignedLong",
                    8,
                    "float",
                    4,
                    "double",
                    8);

    private static final Pattern ZONED = Pattern.compile("(\\+?)[#0]+(V?)([0#]*)(\\+?)(;.*)?");
    private static final Pattern PLAIN = Pattern.compile("\\+?[#0,]*(V[#0]+|\\.[#0]*)?\\+?(;.*)?");

    /** How the end of a field is found. */
    enum End {
        LENGTH,
        MARKUP,
        PATTERN
    }

    static End end(Item.Field f) {
        return switch (f.props().get("lengthKind")) {
            case "explicit", "implicit" -> End.LENGTH;
            case "delimited" -> End.MARKUP;
            case "pattern" -> End.PATTERN;
            case "prefixed" -> throw new LeftOut("lengths before values");
            default -> throw new LeftOut("values up to the end of what is around them");
        };
    }

    static boolean isText(Item.Field f) {
        return !f.base().equals("hexBinary") && !f.props().isBinary() || f.base().equals("string");
    }

    /** The physical properties of a field; alone they are without markup around it. */
    Map<String, Object> properties(Item.Field f) {
        Map<String, Object> out = new LinkedHashMap<>();
        if (isText(f)) {
            whole.encoding(f.props());
            text(f, out);
        } else {
            binary(f, out);
        }
        if (f.props().nillable()) {
            nil(f, out);
        }
        return out;
    }

    // Texts

    private void text(Item.Field f, Map<String, Object> out) {
        Props p = f.props();
        switch (end(f)) {
            case LENGTH -> length(f, out);
            case PATTERN -> out.put("dataPattern", p.get("lengthPattern"));
            case MARKUP -> escapes(p);
        }
        if (INTEGERS.contains(f.base()) || FLOATS.contains(f.base()) || isDecimal(f)) {
            if (p.is("textNumberRep", "zoned")) {
                zoned(f, out);
            } else {
                number(f, out);
            }
        } else if (CALENDARS.contains(f.base())) {
            Calendars.settings(p, whole);
            out.put("dateTimeFormat", Calendars.pattern(p, f.base()));
            padding(f, "textCalendar", out);
        } else if (f.base().equals("boolean")) {
            truth(p);
            padding(f, "textBoolean", out);
        } else if (f.base().equals("string")) {
            padding(f, "textString", out);
        } else {
            throw new LeftOut("types that XML Schema does not have");
        }
    }

    private static boolean isDecimal(Item.Field f) {
        return f.base().equals("decimal");
    }

    private void truth(Props p) {
        if (!delimited) {
            throw new LeftOut("a CWF has no such texts");
        }
        whole.setting("booleanTrueValue", Literal.marker(p.get("textBooleanTrueRep")));
        whole.setting("booleanFalseValue", Literal.marker(p.get("textBooleanFalseRep")));
    }

    private void length(Item.Field f, Map<String, Object> out) {
        Props p = f.props();
        boolean bits = p.is("lengthUnits", "bits");
        String unit = p.is("lengthUnits", "characters") ? "characters" : "bytes";
        Integer length;
        if (p.is("lengthKind", "implicit")) {
            if (!f.base().equals("string") && !f.base().equals("hexBinary")) {
                throw new LeftOut("errors of DFDL schemas");
            }
            String most = f.facets().getOrDefault("maxLength", f.facets().get("length"));
            if (most == null) {
                throw new LeftOut("errors of DFDL schemas");
            }
            length = Integer.valueOf(most);
            unit = isText(f) ? "characters" : "bytes";
        } else {
            length = p.number("length");
        }
        if (length == null) {
            if (bits) {
                throw new LeftOut("bits");
            }
            out.put("lengthReference", p.sibling("length"));
        } else if (bits && length % 8 != 0) {
            throw new LeftOut("bits");
        } else {
            out.put("length", bits ? length / 8 : length);
        }
        out.put("lengthUnits", unit);
    }

    private void escapes(Props p) {
        Map<String, String> scheme = p.escapes();
        if (scheme == null) {
            whole.agree("escapeScheme", "none");
            return;
        }
        whole.agree("escapeScheme", p.get("escapeSchemeRef"));
        Props said = new Props(scheme, null, false);
        String second = said.marker("escapeEscapeCharacter");
        if (said.is("escapeKind", "escapeCharacter")) {
            String escape = said.marker("escapeCharacter");
            if (!second.equals(escape)) {
                throw new LeftOut("escape characters that another character escapes");
            }
            whole.setting("escapeCharacter", escape);
        } else {
            String quote = said.marker("escapeBlockStart");
            if (!quote.equals(said.marker("escapeBlockEnd")) || !quote.equals(second)) {
                throw new LeftOut("escape blocks that are not quotation marks");
            }
            if (writes && said.is("generateEscapeBlock", "always")) {
                throw new LeftOut("escape blocks that are always written");
            }
            whole.setting("quoteCharacter", quote);
        }
        String reserved = said.get("extraEscapedCharacters");
        if (!reserved.isBlank()) {
            whole.setting("reservedCharacters", Literal.marker(reserved.replaceAll("\\s+", "")));
        }
    }

    private void padding(Item.Field f, String kind, Map<String, Object> out) {
        Props p = f.props();
        boolean trims = p.is("textTrimKind", "padChar");
        boolean pads = p.is("textPadKind", "padChar");
        String justification = p.get(kind + "Justification");
        String pad = p.get(kind + "PadCharacter");
        if (end(f) == End.LENGTH) {
            if (justification.equals("center") && (trims || pads)) {
                throw new LeftOut("texts that are centered");
            }
            if (trims != pads && writes) {
                throw new LeftOut("texts that are filled but not trimmed, or the other way");
            }
            out.put("justification", trims ? justification : "notApplicable");
            if (trims) {
                out.put("paddingCharacter", fill(pad));
            }
            if (p.is("truncateSpecifiedLengthString", "yes")) {
                if (!delimited) {
                    throw new LeftOut("a CWF does not cut texts");
                }
                out.put("truncateOnOutput", true);
            }
            return;
        }
        boolean least = f.facets().containsKey("minLength") || f.facets().containsKey("length");
        if (writes && pads && (least || !p.get("textOutputMinLength").matches("0?"))) {
            throw new LeftOut("texts of a least length");
        }
        if (trims) {
            if (!Set.of("%SP;", " ").contains(pad)) {
                throw new LeftOut("texts between markup that are filled");
            }
            out.put(
                    "trimOnInput",
                    switch (justification) {
                        case "left" -> "trailing";
                        case "right" -> "leading";
                        default -> "both";
                    });
        }
    }

    static String fill(String pad) {
        if (pad.matches("%#r[0-9A-Fa-f]{2};")) {
            return "0x" + pad.substring(3, 5);
        }
        return "U+%04X".formatted(Literal.characters(pad).codePointAt(0));
    }

    // Numbers

    private void number(Item.Field f, Map<String, Object> out) {
        Props p = f.props();
        if (!delimited) {
            throw new LeftOut("a CWF has no such texts");
        }
        if (!p.is("textStandardBase", "10")) {
            throw new LeftOut("numbers that are not decimal");
        }
        String pattern = p.get("textNumberPattern");
        Matcher plain = PLAIN.matcher(pattern);
        if (!plain.matches() || pattern.isEmpty()) {
            throw new LeftOut("textNumberPattern with more than digits, sign and point");
        }
        if (pattern.contains("V")) {
            out.put("virtualDecimalPoint", plain.group(1).length() - 1);
        } else if (!INTEGERS.contains(f.base())) {
            String point = p.marker("textStandardDecimalSeparator");
            if (!point.equals(".")) {
                out.put("decimalPoint", point);
            }
        }
        boolean zeros = pattern.replaceAll("[+;].*$", "").replaceAll("[^0]", "").length() > 1;
        if (writes && (zeros && end(f) != End.LENGTH || pattern.contains("+"))) {
            throw new LeftOut("numbers that are written with zeros or a plus sign");
        }
        boolean strict = p.is("textNumberCheckPolicy", "strict") && INTEGERS.contains(f.base());
        out.put("strictNumericChecking", strict);
        if (end(f) == End.LENGTH && zeros && !p.is("textTrimKind", "padChar")) {
            // Written with as many digits as it is long.
            return;
        }
        padding(f, "textNumber", out);
    }

    private void zoned(Item.Field f, Map<String, Object> out) {
        Props p = f.props();
        Matcher m = ZONED.matcher(p.get("textNumberPattern"));
        if (!m.matches() || FLOATS.contains(f.base())) {
            throw new LeftOut("errors of DFDL schemas");
        }
        if (p.get("lengthKind").equals("delimited")) {
            throw new LeftOut("zoned numbers between markup");
        }
        boolean leading = !m.group(1).isEmpty();
        boolean trailing = !m.group(4).isEmpty();
        boolean unsigned = f.base().startsWith("unsigned") || f.base().startsWith("nonNeg");
        boolean lax = unsigned && p.is("textNumberCheckPolicy", "lax");
        if (leading && trailing || (leading || trailing) == unsigned || lax || m.group(5) != null) {
            throw new LeftOut("errors of DFDL schemas");
        }
        out.put("physicalType", "external");
        out.remove("lengthUnits");
        out.put("signed", leading || trailing);
        out.put("signOrientation", leading ? "leading" : "trailing");
        if (!m.group(2).isEmpty()) {
            out.put("virtualDecimalPoint", m.group(3).length());
        }
        switch (p.get("textZonedSignStyle")) {
            case "asciiStandard", "" -> {
                // As the message set has it.
            }
            case "asciiTranslatedEBCDIC" -> out.put("signEbcdicCustom", true);
            default -> throw new LeftOut("signs of zoned numbers of other machines");
        }
    }

    // Binary values

    private void binary(Item.Field f, Map<String, Object> out) {
        Props p = f.props();
        if (end(f) != End.LENGTH) {
            throw new LeftOut("binary values between markup");
        }
        if (f.base().equals("hexBinary")) {
            out.put("physicalType", "binary");
            length(f, out);
            return;
        }
        if (CALENDARS.contains(f.base())) {
            calendar(f, out);
            return;
        }
        boolean isFloat = FLOATS.contains(f.base());
        if (!isFloat && !INTEGERS.contains(f.base()) && !isDecimal(f)) {
            throw new LeftOut("truth values of bits");
        }
        whole.byteOrder(p);
        Integer size = SIZES.get(f.base());
        if (p.is("lengthKind", "explicit")) {
            length(f, out);
            out.remove("lengthUnits");
            if (!(out.remove("length") instanceof Integer said)) {
                throw new LeftOut("numbers whose length is in the message");
            }
            size = said;
        }
        if (size == null) {
            throw new LeftOut("errors of DFDL schemas");
        }
        if (!isFloat && !p.is("binaryDecimalVirtualPoint", "0") && isDecimal(f)) {
            out.put("virtualDecimalPoint", Integer.valueOf(p.get("binaryDecimalVirtualPoint")));
        }
        String rep = isFloat ? "binary" : p.get("binaryNumberRep");
        switch (rep) {
            case "packed" -> {
                out.put("physicalType", "packed");
                whole.encoding();
            }
            case "binary" -> {
                if (isFloat && !p.is("binaryFloatRep", "ieee")) {
                    throw new LeftOut("floating point of several machines");
                }
                if (!isFloat && !Set.of(1, 2, 4, 8).contains(size)) {
                    throw new LeftOut("binary integers that are not of 1, 2, 4 or 8 bytes");
                }
                if (isFloat && !size.equals(SIZES.get(f.base()))) {
                    throw new LeftOut("errors of DFDL schemas");
                }
                out.put("physicalType", isFloat ? "float" : "integer");
            }
            default -> throw new LeftOut("BCD and packed numbers of the IBM 4690");
        }
        out.put("length", size);
    }

    private void calendar(Item.Field f, Map<String, Object> out) {
        Props p = f.props();
        Calendars.settings(p, whole);
        whole.byteOrder(p);
        switch (p.get("binaryCalendarRep")) {
            case "packed" -> {
                out.put("physicalType", "packed");
                length(f, out);
                out.remove("lengthUnits");
                out.put("dateTimeFormat", Calendars.pattern(p, f.base()));
            }
            case "binarySeconds", "binaryMilliseconds" -> {
                boolean seconds = p.is("binaryCalendarRep", "binarySeconds");
                if (!p.is("lengthKind", "implicit")) {
                    length(f, out);
                    if (!out.get("length").equals(seconds ? 4 : 8)) {
                        throw new LeftOut("errors of DFDL schemas");
                    }
                    out.remove("lengthUnits");
                }
                out.put("physicalType", seconds ? "timeSeconds" : "timeMilliseconds");
                out.put("dateTimeFormat", Calendars.epoch(p));
            }
            default -> throw new LeftOut("BCD and packed numbers of the IBM 4690");
        }
    }

    // Nil

    private void nil(Item.Field f, Map<String, Object> out) {
        Props p = f.props();
        String said = p.get("nilValue");
        if (said.isBlank()) {
            throw new LeftOut("errors of DFDL schemas");
        }
        if (p.is("ignoreCase", "yes") && said.matches(".*[A-Za-z].*")) {
            throw new LeftOut("delimiters and NULL in small or capital letters");
        }
        switch (p.get("nilKind")) {
            case "literalValue" -> {
                Literal.marker(said);
                if (!isText(f)) {
                    throw new LeftOut("literal NULL of binary values");
                }
                out.put("encodingNull", "literalValue");
                out.put("encodingNullValue", Literal.characters(said));
            }
            case "literalCharacter" -> {
                if (!isText(f)) {
                    throw new LeftOut("literal NULL of binary values");
                }
                out.put("encodingNull", "literalFill");
                out.put("encodingNullValue", fill(said));
            }
            case "logicalValue" -> {
                out.put("encodingNull", "logicalValue");
                out.put("encodingNullValue", Literal.characters(said));
            }
            default -> throw new LeftOut("errors of DFDL schemas");
        }
    }
}
