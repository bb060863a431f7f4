package io.millrace.engine.esql.analysis;

import java.util.Map;

/** Hints for calls of functions that exist only in other languages. */
final class OtherDialectHints {

    private static final String CAST = "use CAST(value AS type)";
    private static final String COALESCE = "did you mean COALESCE?";
    private static final String SUBSTRING = "did you mean SUBSTRING(s FROM n FOR m)?";
    private static final String POSITION = "did you mean POSITION(part IN s)?";
    private static final String NOW = "did you mean CURRENT_TIMESTAMP?";

    private static final String GENERATED =
            ", or define the procedure: the ACE Toolkit generates it in each module";

    private static final Map<String, String> FUNCTIONS =
            Map.ofEntries(
                    Map.entry("CONVERT", CAST),
                    Map.entry("TO_CHAR", CAST),
                    Map.entry("TO_DATE", CAST),
                    Map.entry("TO_NUMBER", CAST),
                    Map.entry("TOSTRING", CAST),
                    Map.entry("STRING", CAST),
                    Map.entry("STR", CAST),
                    Map.entry("INT", CAST),
                    Map.entry("INTEGER", CAST),
                    Map.entry("DECIMAL", CAST),
                    Map.entry("FLOAT", CAST),
                    Map.entry("CHAR", CAST),
                    Map.entry("CHARACTER", CAST),
                    Map.entry("BLOB", CAST),
                    Map.entry("DATE", CAST),
                    Map.entry("TIMESTAMP", CAST),
                    Map.entry("NVL", COALESCE),
                    Map.entry("IFNULL", COALESCE),
                    Map.entry("ISNULL", "write x IS NULL"),
                    Map.entry("LEN", "did you mean LENGTH?"),
                    Map.entry("STRLEN", "did you mean LENGTH?"),
                    Map.entry("SIZE", "did you mean LENGTH, or CARDINALITY for a list?"),
                    Map.entry("SUBSTR", SUBSTRING),
                    Map.entry("MID", SUBSTRING),
                    Map.entry("INSTR", POSITION),
                    Map.entry("INDEXOF", POSITION),
                    Map.entry("LOCATE", POSITION),
                    Map.entry("CHARINDEX", POSITION),
                    Map.entry("CONCAT", "use || to join strings"),
                    Map.entry("TOUPPER", "did you mean UPPER?"),
                    Map.entry("TOLOWER", "did you mean LOWER?"),
                    Map.entry("NOW", NOW),
                    Map.entry("SYSDATE", NOW),
                    Map.entry("GETDATE", NOW),
                    Map.entry("TODAY", "did you mean CURRENT_DATE?"),
                    Map.entry("COPYENTIREMESSAGE", "write SET OutputRoot = InputRoot" + GENERATED),
                    Map.entry(
                            "COPYMESSAGEHEADERS",
                            "write SET OutputRoot.Properties = InputRoot.Properties and SET"
                                    + " OutputRoot.MQMD = InputRoot.MQMD"
                                    + GENERATED),
                    Map.entry("LAST", "write the index [<] for the last field: item[<]"),
                    Map.entry("IIF", "write CASE WHEN condition THEN a ELSE b END"),
                    Map.entry("DECODE", "write CASE x WHEN a THEN b ELSE c END"),
                    Map.entry("UUID", "did you mean UUIDASCHAR or UUIDASBLOB?"),
                    Map.entry("REPLACEALL", "did you mean REPLACE?"));

    private OtherDialectHints() {}

    /** Returns advice for a name in upper case; empty if there is none. */
    static String function(String folded) {
        return FUNCTIONS.getOrDefault(folded, "");
    }
}
