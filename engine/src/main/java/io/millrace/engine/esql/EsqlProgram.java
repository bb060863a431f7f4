package io.millrace.engine.esql;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import java.util.Optional;
import java.util.Set;

/** All ESQL of an application, compiled together. Immutable; safe to use from several threads. */
public interface EsqlProgram {

    /**
     * The same program for a flow: SHARED variables of schemas, and the locks of ATOMIC blocks, are
     * the flow's own.
     *
     * @param flow its name, for people who look at memory
     */
    EsqlProgram forFlow(String flow);

    /**
     * A module by its name, with or without schema; without, the name must be unique. It is for one
     * node: each call gives a module with SHARED variables of its own, which all threads that run
     * it share.
     *
     * @param kind null for any
     */
    Optional<EsqlModule> module(String name, ModuleKind kind);

    /** The names of all modules of a kind (null for all), with their schemas. */
    Set<String> modules(ModuleKind kind);

    /** The names of the modules that have no Main, with their schemas: no node can run them. */
    default Set<String> modulesWithoutMain() {
        return Set.of();
    }

    /**
     * Compiles a single expression that may use the application's functions and constants.
     *
     * @param kind which correlation names it may use
     * @return null where problems of severity ERROR were added
     */
    EsqlModule expression(Source text, ModuleKind kind, Problems problems);

    /**
     * Compiles a Trace pattern: text with {@code ${expression}} in it; its value is the text with
     * the values put in, trees printed as WMQI's Trace node does.
     *
     * @return null where problems of severity ERROR were added
     */
    EsqlModule pattern(Source text, Problems problems);
}
