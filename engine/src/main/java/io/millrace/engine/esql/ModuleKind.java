package io.millrace.engine.esql;

/**
 * The node type that a module is for; decides which correlation names and statements it may use.
 */
public enum ModuleKind {
    COMPUTE,
    FILTER,
    DATABASE
}
