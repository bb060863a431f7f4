package io.millrace.engine.parser;

import java.util.Objects;

/**
 * Validation of messages against their models, and the way in which failures are reported
 * (properties validate and failureAction of nodes; WMQI: "Validation properties").
 *
 * @param isMasked whether failures are logged without the values of the message
 */
public record Validation(Level level, FailureAction action, boolean isMasked) {

    /** No validation. */
    public static final Validation NONE = new Validation(Level.NONE, FailureAction.EXCEPTION);

    /** The validation that applied to the input message of a tree. */
    public static final Validation INHERIT = new Validation(Level.INHERIT, FailureAction.EXCEPTION);

    /** Extent of the validation. */
    public enum Level {
        NONE,
        /** The structure: elements, their order and their number. */
        CONTENT,
        /** The structure and the values. */
        CONTENT_AND_VALUE,
        /** The extent set on the input node. Trees that a program created are not validated. */
        INHERIT
    }

    /** The way in which failures are reported. */
    public enum FailureAction {
        /** Throws an exception for the first failure. */
        EXCEPTION,
        /** Throws all failures in one exception. */
        EXCEPTION_LIST,
        /** Writes all failures to the logger of user traces and continues. */
        USER_TRACE,
        /** Writes all failures to the log and continues. */
        LOCAL_ERROR;

        /** Whether processing of the message continues after failures. */
        public boolean isLog() {
            return this == USER_TRACE || this == LOCAL_ERROR;
        }
    }

    public Validation {
        Objects.requireNonNull(level);
        Objects.requireNonNull(action);
    }

    /** Creates a validation whose failures are logged with the values of the message. */
    public Validation(Level level, FailureAction action) {
        this(level, action, false);
    }

    /** Returns this validation, with failures that are logged without values. */
    public Validation masked() {
        return new Validation(level, action, true);
    }

    /** Whether validation can be required. */
    public boolean isAsked() {
        return level != Level.NONE;
    }

    /** Whether values are validated. */
    public boolean ofValues() {
        return level == Level.CONTENT_AND_VALUE;
    }
}
