package io.millrace.parsers.model.yaml;

import io.millrace.parsers.model.BaseType;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Advice about types of COBOL, SQL and other languages: the type of the model with this meaning.
 */
final class ForeignTypes {

    private static final Map<String, String> NAMES =
            Map.ofEntries(
                    Map.entry("char", "string"),
                    Map.entry("character", "string"),
                    Map.entry("varchar", "string"),
                    Map.entry("varchar2", "string"),
                    Map.entry("text", "string"),
                    Map.entry("str", "string"),
                    Map.entry("number", "decimal"),
                    Map.entry("numeric", "decimal"),
                    Map.entry("money", "decimal"),
                    Map.entry("real", "double"),
                    Map.entry("bigint", "long"),
                    Map.entry("smallint", "short"),
                    Map.entry("bool", "boolean"),
                    Map.entry("bit", "boolean"),
                    Map.entry("timestamp", "dateTime"),
                    Map.entry("datetime", "dateTime"),
                    Map.entry("binary", "hexBinary"),
                    Map.entry("blob", "hexBinary"),
                    Map.entry("bytes", "hexBinary"));

    /** A name with a size in parentheses, such as VARCHAR(10) or DECIMAL(9,2). */
    private static final Pattern SIZED =
            Pattern.compile("(\\w+)\\s*\\(\\s*(\\d{1,5})\\s*(?:,\\s*(\\d{1,5})\\s*)?\\)");

    private static final Pattern PICTURE =
            Pattern.compile(
                    "(?:PIC(?:TURE)?\\s+(?:IS\\s+)?)?(S?[XA9(\\d)]+)(?:V([9(\\d)]+))?(?:\\s.*)?");

    /** A symbol of a picture with an optional number of repetitions. */
    private static final Pattern SYMBOL = Pattern.compile("[XA9](?:\\((\\d{1,5})\\))?");

    private static final int MAX_INT_DIGITS = 9;

    private ForeignTypes() {}

    /** Returns advice about a type; empty if the type is unknown in other languages. */
    static String advice(String type) {
        String name = NAMES.get(type.toLowerCase(Locale.ROOT));
        if (name != null) {
            return "did you mean " + name + "?";
        }
        String upper = type.strip().toUpperCase(Locale.ROOT);
        String usage = ForeignWords.physicalType(upper);
        if (!usage.isEmpty()) {
            return "%s is a usage of COBOL: write for example {decimal: 9.2, cwf: %s}"
                    .formatted(upper, usage);
        }
        Matcher picture = PICTURE.matcher(upper);
        boolean isPicture =
                upper.startsWith("PIC") || upper.matches("S?[XA9](\\(.*|[XA9V].*|\\b.*)");
        if (isPicture && picture.matches()) {
            return "a picture belongs to a copybook, which import-model reads; write "
                    + ofPicture(picture);
        }
        return sized(type);
    }

    private static String sized(String type) {
        Matcher sized = SIZED.matcher(type.strip());
        if (!sized.matches()) {
            return "";
        }
        String word = sized.group(1).toLowerCase(Locale.ROOT);
        String name = NAMES.getOrDefault(word, word);
        return BaseType.of(name) == null
                ? ""
                : "write {%s: %s%s}"
                        .formatted(
                                name,
                                sized.group(2),
                                sized.group(3) == null ? "" : "." + sized.group(3));
    }

    private static String ofPicture(Matcher picture) {
        String whole = picture.group(1).replaceFirst("^S", "");
        String fraction = picture.group(2) == null ? "" : picture.group(2);
        int digits = length(whole) + length(fraction);
        if (whole.indexOf('X') >= 0 || whole.indexOf('A') >= 0) {
            return "{string: " + digits + "}";
        }
        return fraction.isEmpty()
                ? "{%s: %d}".formatted(digits <= MAX_INT_DIGITS ? "int" : "decimal", digits)
                : "{decimal: %d.%d}".formatted(digits, length(fraction));
    }

    private static int length(String symbols) {
        Matcher symbol = SYMBOL.matcher(symbols);
        int length = 0;
        while (symbol.find()) {
            length += symbol.group(1) == null ? 1 : Integer.parseInt(symbol.group(1));
        }
        return length;
    }
}
