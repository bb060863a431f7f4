package io.millrace.models.export;

import static java.lang.Math.min;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Unique names of the items in one record, with at most 30 characters. No name is a reserved word
 * of COBOL.
 */
final class CobolNameMap {

    private static final int MAX_LENGTH = 30;

    /** Reserved words of COBOL that are frequent field names. */
    private static final Set<String> RESERVED =
            Set.of(
                    """
                    ACCEPT ADDRESS ALL AREA ASSIGN AT BINARY BLANK BLOCK BY CALL CANCEL CLASS
                    CLOSE CODE COLUMN COMMA COMMON CONTENT CONTINUE CONTROL COPY COUNT CURRENCY
                    DATA DATE DAY DELETE DELIMITER DETAIL DISPLAY DIVISION END ENTRY ERROR
                    EVERY EXIT EXTERNAL FALSE FILE FILLER FINAL FIRST FROM FUNCTION GLOBAL
                    GROUP HEADING HIGH-VALUE IN INDEX INDICATE INITIAL INPUT INVALID IS KEY
                    LABEL LAST LEADING LEFT LENGTH LIMIT LINE LINES LOCK MERGE MESSAGE METHOD
                    MODE MOVE NATIONAL NATIVE NEXT NO NUMBER OBJECT OF OFF ON OPEN OPTIONAL
                    ORDER OTHER OUTPUT OVERFLOW PAGE PICTURE POINTER POSITION PROGRAM QUEUE
                    QUOTE RANDOM READ RECORD REFERENCE RELATIVE REPORT RESERVE RETURN RIGHT
                    SEARCH SECTION SECURITY SELECT SEND SEQUENCE SET SIGN SIZE SORT SOURCE
                    SPACE STANDARD START STATUS STOP STRING SUM TABLE TERMINAL TEST TEXT TIME
                    TIMES TITLE TO TRUE TYPE UNIT UP USAGE USE USING VALUE VALUES WITH WORDS
                    WRITE ZERO
                    """
                            .split("\\s"));

    private final Set<String> taken = new HashSet<>();
    private final Map<String, String> last = new HashMap<>();

    /** Assigns and returns a unique name for a name in the model. */
    String of(String requested) {
        String plain =
                requested
                        .toUpperCase(Locale.ROOT)
                        .replaceAll("[^A-Z0-9]+", "-")
                        .replaceAll("^-+|-+$", "");
        if (!plain.matches(".*[A-Z].*")) {
            plain = "F-" + plain;
        }
        if (RESERVED.contains(plain)) {
            plain = plain + "-X";
        }
        String name = truncate(plain, "");
        for (int i = 2; !taken.add(name); i++) {
            name = truncate(plain, "-" + i);
        }
        last.put(requested, name);
        return name;
    }

    private static String truncate(String name, String after) {
        int most = MAX_LENGTH - after.length();
        return name.substring(0, min(most, name.length())).replaceAll("-+$", "") + after;
    }

    /** Returns the last name that was assigned for a name in the model; null if there is none. */
    String given(String requested) {
        return last.get(requested);
    }
}
