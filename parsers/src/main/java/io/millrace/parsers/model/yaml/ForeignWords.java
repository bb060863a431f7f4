package io.millrace.parsers.model.yaml;

import java.util.Locale;
import java.util.Map;

/** Terms of COBOL, XML Schema and DFDL, and the corresponding words of model files. */
final class ForeignWords {

    private static final String PACKED = "packed";
    private static final String INTEGER = "integer";
    private static final String EXTERNAL = "external";
    private static final String FLOAT = "float";
    private static final String DELIMITER = "delimiter";

    /** Usages of COBOL. */
    private static final Map<String, String> PHYSICAL_TYPES =
            Map.ofEntries(
                    Map.entry("comp3", PACKED),
                    Map.entry("computational3", PACKED),
                    Map.entry("packeddecimal", PACKED),
                    Map.entry("bcd", PACKED),
                    Map.entry("comp", INTEGER),
                    Map.entry("comp4", INTEGER),
                    Map.entry("comp5", INTEGER),
                    Map.entry("computational", INTEGER),
                    Map.entry("display", EXTERNAL),
                    Map.entry("zoned", EXTERNAL),
                    Map.entry("zoneddecimal", EXTERNAL),
                    Map.entry("comp1", FLOAT),
                    Map.entry("comp2", FLOAT));

    /** Properties of DFDL and of other tools. */
    private static final Map<String, String> KEYS =
            Map.of(
                    "separator", DELIMITER,
                    "fieldseparator", DELIMITER,
                    "fielddelimiter", DELIMITER,
                    "initiator", "groupIndicator",
                    "terminator", "groupTerminator");

    private ForeignWords() {}

    /** Returns the physical type for a word of another language; empty if the word is unknown. */
    static String physicalType(String word) {
        return PHYSICAL_TYPES.getOrDefault(
                word.toLowerCase(Locale.ROOT).replaceAll("[-_]", ""), "");
    }

    /** Returns the key for a key of another language; the key itself if it is unknown. */
    static String key(String key) {
        return KEYS.getOrDefault(key.toLowerCase(Locale.ROOT), key);
    }
}
