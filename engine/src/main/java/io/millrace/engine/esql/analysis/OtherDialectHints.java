package io.millrace.engine.esql.analysis;

import java.util.Map;

/** Hints for calls of functions that exist only in other languages. */
final class OtherDialectHints {

    private static final String CAST = "use CAST(value AS type)";
    private static final String COALESCE = "did you mean COALESCE?";
    private static final String SUBSTRING = "did you mean SUBSTRING(s FROM n FOR m)?";
    private static final String POSITION = "did you mean POSITION(part IN s)?";
    private static final String NOW = "did you mean CURRENT_TIMESTAMP?";

    private static final String CASE = "write CASE WHEN condition THEN a ELSE b END";
    private static final String INTERVAL = "write date + INTERVAL '1' DAY";
    private static final String EXTRACT = "did you mean EXTRACT(YEAR FROM date)?";
    private static final String FORMAT = "use CAST(value AS CHARACTER FORMAT '...')";
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
                    Map.entry("CURDATE", "did you mean CURRENT_DATE?"),
                    Map.entry("CURTIME", "did you mean CURRENT_TIME?"),
                    Map.entry("IF", CASE),
                    Map.entry("IIF", CASE),
                    Map.entry("DECODE", CASE),
                    Map.entry("SWITCH", CASE),
                    Map.entry("LAST", "write item[<] for the last item"),
                    Map.entry("FIRST", "write item[1] for the first item"),
                    Map.entry("NORMALIZE-SPACE", "did you mean TRIM?"),
                    Map.entry("STRIP", "did you mean TRIM?"),
                    Map.entry("UUID", "did you mean UUIDASCHAR or UUIDASBLOB?"),
                    Map.entry("NEWID", "did you mean UUIDASCHAR or UUIDASBLOB?"),
                    Map.entry("RANDOM", "did you mean RAND()?"),
                    Map.entry("POW", "did you mean POWER?"),
                    Map.entry("CEIL", "did you mean CEILING?"),
                    Map.entry("SUBSTRING_BEFORE", SUBSTRING),
                    Map.entry("DATEADD", INTERVAL),
                    Map.entry("DATE_ADD", INTERVAL),
                    Map.entry("ADD_MONTHS", INTERVAL),
                    Map.entry("DATEDIFF", "write the difference as (a - b) DAY"),
                    Map.entry("TIMESTAMPDIFF", "write the difference as (a - b) SECOND"),
                    Map.entry("YEAR", EXTRACT),
                    Map.entry("MONTH", EXTRACT),
                    Map.entry("DAY", EXTRACT),
                    Map.entry("HOUR", EXTRACT),
                    Map.entry("MINUTE", EXTRACT),
                    Map.entry("SECOND", EXTRACT),
                    Map.entry("DATEPART", EXTRACT),
                    Map.entry("FORMAT", FORMAT),
                    Map.entry("FORMAT_DATE", FORMAT),
                    Map.entry("DATE_FORMAT", FORMAT),
                    Map.entry("TO_TIMESTAMP", FORMAT),
                    Map.entry("PARSEINT", CAST),
                    Map.entry("PARSEFLOAT", CAST),
                    Map.entry("NUMBER", CAST),
                    Map.entry("REGEXP_LIKE", "use LIKE with the wildcards % and _"),
                    Map.entry("MATCHES", "use LIKE with the wildcards % and _"),
                    Map.entry("TYPEOF", "did you mean FIELDTYPE?"),
                    Map.entry("LAST_INSERT_ID", "use PASSTHRU to send SQL to a database"),
                    Map.entry("NEXTVAL", "use PASSTHRU to send SQL to a database"),
                    Map.entry("COPYENTIREMESSAGE", "write SET OutputRoot = InputRoot" + GENERATED),
                    Map.entry(
                            "COPYMESSAGEHEADERS",
                            "write SET OutputRoot.Properties = InputRoot.Properties and SET"
                                    + " OutputRoot.MQMD = InputRoot.MQMD"
                                    + GENERATED),
                    Map.entry("REPLACEALL", "did you mean REPLACE?"));

    private OtherDialectHints() {}

    /** Returns advice for a name in upper case; empty if there is none. */
    static String function(String folded) {
        return FUNCTIONS.getOrDefault(folded, "");
    }
}
