package io.millrace.engine.error;

/** Severity of a problem. Errors prevent deployment; warnings do not. */
public enum Severity {
    WARNING,
    ERROR
}
