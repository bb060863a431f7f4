package io.millrace.engine.esql;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
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

    /**
     * Returns the names of the modules that no node can run because of errors, which were reported,
     * with their schemas.
     */
    default Set<String> modulesWithErrors() {
        return Set.of();
    }

    /** Whether all modules are known. False if errors can hide definitions of modules. */
    default boolean isComplete() {
        return true;
    }

    /** Returns all EXTERNAL variables, whose values the application can set. */
    default List<ExternalVariable> externals() {
        return List.of();
    }

    /** Returns the EXTERNAL variables with a name whose type does not accept a value. */
    default List<ExternalVariable> rejecting(String name, String value) {
        return List.of();
    }

    /**
     * Returns this program for nodes that have their own values of EXTERNAL variables. The nodes
     * share the state of the flow with the nodes of this program.
     *
     * @param values values by name, which {@link EsqlSettings#instanceExternals} lists; variables
     *     without a value have their initial value
     * @throws MillraceException with ESQL_CAST for a value that {@link #rejecting} reports
     */
    EsqlProgram withExternals(Map<String, String> values);

    /**
     * Compiles a single expression that can use the application's functions and constants.
     *
     * @param kind module kind that determines the correlation names of the expression
     * @return null if problems of severity ERROR were added
     */
    @Nullable EsqlModule expression(Source text, ModuleKind kind, Problems problems);

    /**
     * Compiles a single expression of any type, with the correlation names of a FILTER module.
     *
     * @return null if problems of severity ERROR were added
     */
    @Nullable EsqlModule value(Source text, Problems problems);

    /**
     * Compiles a Trace pattern: text that contains {@code ${expression}}. The value of the pattern
     * is the text with the values inserted. Trees are printed in the format of WMQI's Trace node.
     *
     * @return null if problems of severity ERROR were added
     */
    @Nullable EsqlModule pattern(Source text, Problems problems);
}
