package io.millrace.engine.error;

/**
 * Types of exceptions, with their folder names in an ExceptionList (WMQI: "ExceptionList tree
 * structure").
 */
public enum ExceptionType {
    RECOVERABLE("RecoverableException"),
    PARSER("ParserException"),
    CONVERSION("ConversionException"),
    USER("UserException"),
    DATABASE("DatabaseException"),
    SQL("SqlException"),
    MESSAGE("MessageException"),
    CAST("CastException"),
    CONFIGURATION("ConfigurationException"),
    SECURITY("SecurityException"),
    FATAL("FatalException");

    private final String folder;

    ExceptionType(String folder) {
        this.folder = folder;
    }

    /** Returns the name of the folder in an ExceptionList. */
    public String folder() {
        return folder;
    }
}
