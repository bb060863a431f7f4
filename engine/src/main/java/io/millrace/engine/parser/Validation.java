package io.millrace.engine.parser;

import java.util.Objects;

/**
 * Whether messages are held against their models, and what becomes of failures (the properties
 * validate and failureAction of nodes; WMQI: "Validation properties").
 */
public record Validation(Level level, FailureAction action) {

    /** Nothing is validated. */
    public static final Validation NONE = new Validation(Level.NONE, FailureAction.EXCEPTION);

    /** As a tree's message was validated when it came in. */
    public static final Validation INHERIT = new Validation(Level.INHERIT, FailureAction.EXCEPTION);

    /** What is looked at. */
    public enum Level {
        NONE,
        /** Which elements are there, in which order, how often. */
        CONTENT,
        /** Their values too. */
        CONTENT_AND_VALUE,
        /** What the input node said; nothing where a program made the tree. */
        INHERIT
    }

    /** What becomes of failures. */
    public enum FailureAction {
        /** The first is thrown. */
        EXCEPTION,
        /** All are thrown, in one exception. */
        EXCEPTION_LIST,
        /** All are told the logger of user traces, and nothing is thrown. */
        USER_TRACE,
        /** All are told the log, and nothing is thrown. */
        LOCAL_ERROR;

        /** Whether the message goes on. */
        public boolean isLog() {
            return this == USER_TRACE || this == LOCAL_ERROR;
        }
    }

    public Validation {
        Objects.requireNonNull(level);
        Objects.requireNonNull(action);
    }

    /** Whether anything may have to be done. */
    public boolean isAsked() {
        return level != Level.NONE;
    }

    /** Whether values are looked at. */
    public boolean ofValues() {
        return level == Level.CONTENT_AND_VALUE;
    }
}
