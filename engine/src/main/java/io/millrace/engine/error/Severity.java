package io.millrace.engine.error;

/** How grave a problem is. Errors keep a flow from being deployed, warnings do not. */
public enum Severity {
    WARNING,
    ERROR
}
