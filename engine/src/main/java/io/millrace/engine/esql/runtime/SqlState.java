package io.millrace.engine.esql.runtime;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Value;

import java.util.List;

/**
 * The values of SQLCODE, SQLSTATE, SQLNATIVEERROR and SQLERRORTEXT, which also select a handler
 * (WMQI ESQL reference, "DECLARE HANDLER statement", "Database state functions").
 */
record SqlState(Value code, String state, Value nativeError, String text) {

    static final SqlState NONE = new SqlState(Value.of(0), "00000", Value.of(0), "");

    /** SQLSTATE of a statement that found no row. */
    static final String NO_DATA = "02000";

    private static final int SUCCESS_WITH_INFO = 1;
    private static final int NOT_FOUND = 100;

    /** Returns the state after a statement with a database warning, with ODBC codes. */
    static SqlState of(DatabaseSession.Warning warning) {
        int code = warning.state().equals(NO_DATA) ? NOT_FOUND : SUCCESS_WITH_INFO;
        return new SqlState(
                Value.of(code),
                "D" + warning.state(),
                Value.of(warning.nativeError()),
                warning.text());
    }

    /**
     * Returns the state of an exception. The state begins with D for a database error, U for a
     * thrown exception, and S for an error in ESQL itself.
     */
    static SqlState of(MillraceException thrown) {
        MillraceException root = thrown.root();
        List<Insert> inserts = root.inserts();
        if (root.code() == ErrorCode.ESQL_USER) {
            return of(
                    inserts,
                    inserts.size() > 1 ? inserts.get(1).text() : "U" + root.number(),
                    root.getMessage());
        }
        if (root.type() == ExceptionType.DATABASE) {
            String state = inserts.size() > 1 ? inserts.get(1).text() : "00000";
            return of(inserts, "D" + state, root.getMessage());
        }
        return new SqlState(
                Value.of(-root.number()), language(root.code()), Value.of(0), root.getMessage());
    }

    private static SqlState of(List<Insert> inserts, String state, String message) {
        return new SqlState(
                number(inserts, 0),
                state,
                number(inserts, 2),
                inserts.size() > 3 ? inserts.get(3).text() : message);
    }

    private static Value number(List<Insert> inserts, int index) {
        if (index >= inserts.size()) {
            return Value.of(0);
        }
        String text = inserts.get(index).text();
        return text.matches("-?\\d{1,18}") ? Value.of(Long.parseLong(text)) : Value.of(text);
    }

    private static String language(ErrorCode code) {
        return switch (code) {
            case ESQL_OVERFLOW -> "S22003";
            case ESQL_ARGUMENT_VALUE -> "S22011";
            case ESQL_DIVIDE_BY_ZERO -> "S22012";
            case ESQL_CAST -> "S22018";
            default -> "SHY000";
        };
    }

    /**
     * Returns a value by its index in the order SQLCODE, SQLSTATE, SQLNATIVEERROR, SQLERRORTEXT.
     */
    Value value(int what) {
        return switch (what) {
            case 0 -> code;
            case 1 -> Value.of(state);
            case 2 -> nativeError;
            default -> Value.of(text);
        };
    }
}
