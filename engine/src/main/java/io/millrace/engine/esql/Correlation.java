package io.millrace.engine.esql;

/**
 * The trees that a program can access by name. Filter and Database modules have the first four,
 * with the names Root, LocalEnvironment and so on.
 */
public enum Correlation {
    INPUT_ROOT,
    INPUT_LOCAL_ENVIRONMENT,
    INPUT_EXCEPTION_LIST,
    ENVIRONMENT,
    OUTPUT_ROOT,
    OUTPUT_LOCAL_ENVIRONMENT,
    OUTPUT_EXCEPTION_LIST
}
