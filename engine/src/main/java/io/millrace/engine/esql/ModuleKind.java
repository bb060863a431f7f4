package io.millrace.engine.esql;

/**
 * The type of node that can run a module. It determines the correlation names and statements that
 * the module can use.
 */
public enum ModuleKind {
    COMPUTE,
    FILTER,
    DATABASE
}
