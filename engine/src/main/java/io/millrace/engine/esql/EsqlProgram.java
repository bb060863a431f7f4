package io.millrace.engine.esql;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.Set;

/** All ESQL of an application, compiled together. Immutable. Safe for use by several threads. */
public interface EsqlProgram {

    /**
     * Returns the same program for a flow. The flow has its own SHARED variables of schemas and its
     * own locks of ATOMIC blocks.
     *
     * @param flow name of the flow, shown in memory reports
     */
    EsqlProgram forFlow(String flow);

    /**
     * Returns a module by its name, with or without schema. A name without schema must be unique.
     * The module is for one node: each call returns a module with its own SHARED variables, which
     * all threads that run the module share.
     *
     * @param kind kind of the module; null for any kind
     */
    Optional<EsqlModule> module(String name, @Nullable ModuleKind kind);

    /**
     * Returns the names of all modules of a kind, with their schemas. A null kind means all kinds.
     */
    Set<String> modules(ModuleKind kind);

    /**
     * Returns the names of the modules without a Main, with their schemas. No node can run them.
     */
    default Set<String> modulesWithoutMain() {
        return Set.of();
    }

    /** Returns the names of all EXTERNAL variables, whose values the application can set. */
    default Set<String> externals() {
        return Set.of();
    }

    /**
     * Compiles a single expression that can use the application's functions and constants.
     *
     * @param kind module kind that determines the correlation names of the expression
     * @return null if problems of severity ERROR were added
     */
    @Nullable EsqlModule expression(Source text, ModuleKind kind, Problems problems);

    /**
     * Compiles a Trace pattern: text that contains {@code ${expression}}. The value of the pattern
     * is the text with the values inserted. Trees are printed in the format of WMQI's Trace node.
     *
     * @return null if problems of severity ERROR were added
     */
    @Nullable EsqlModule pattern(Source text, Problems problems);
}
