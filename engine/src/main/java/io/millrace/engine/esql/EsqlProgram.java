package io.millrace.engine.esql;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The ESQL of an application, compiled as one program. Immutable. Safe for use by several threads.
 */
public interface EsqlProgram {

    /**
     * Returns this program for a flow. Each flow has separate SHARED schema variables and separate
     * locks for ATOMIC blocks.
     *
     * @param flow name of the flow, shown in memory reports
     */
    EsqlProgram forFlow(String flow);

    /**
     * Returns a module for one node by its name, with or without schema. A name without schema must
     * be unique. Each returned module has separate SHARED variables, which all threads that run the
     * module share.
     *
     * @param kind kind of the module; null for any kind
     */
    Optional<EsqlModule> module(String name, @Nullable ModuleKind kind);

    /** Returns the qualified names of all modules of a kind; null selects all kinds. */
    Set<String> modules(ModuleKind kind);

    /** Returns the qualified names of the modules without a Main, which no node can run. */
    default Set<String> modulesWithoutMain() {
        return Set.of();
    }

    /**
     * Returns the qualified names of the modules that no node can run because of reported errors.
     */
    default Set<String> modulesWithErrors() {
        return Set.of();
    }

    /** Whether all modules are known. False if errors can hide definitions of modules. */
    default boolean isComplete() {
        return true;
    }

    /** Returns all EXTERNAL variables. The application can set their values. */
    default List<ExternalVariable> externals() {
        return List.of();
    }

    /**
     * Returns the EXTERNAL variables with the given name that cannot be cast from the given value.
     */
    default List<ExternalVariable> rejecting(String name, String value) {
        return List.of();
    }

    /**
     * Returns this program for nodes with different values of EXTERNAL variables. These nodes share
     * the state of the flow with the nodes of this program.
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
