package io.millrace.engine.error;

/** Severity of a problem. Errors prevent deployment; warnings do not prevent it. */
public enum Severity {
    WARNING,
    ERROR
}
