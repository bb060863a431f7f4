package io.millrace.engine.esql;

/**
 * The node type that a module is for. It determines which correlation names and statements the
 * module may use.
 */
public enum ModuleKind {
    COMPUTE,
    FILTER,
    DATABASE
}
