package io.millrace.flows.compile;

import io.millrace.engine.node.NodeRegistry;
import io.millrace.engine.parser.ParserRegistry;

/**
 * All node types and message formats on the class path. Immutable; safe for use by several threads.
 */
public record Registries(NodeRegistry nodes, ParserRegistry parsers) {

    /**
     * Returns the registries of the thread's context class loader, otherwise of the class loader of
     * this class.
     */
    public static Registries load() {
        ClassLoader loader = loader();
        return new Registries(NodeRegistry.load(loader), ParserRegistry.load(loader));
    }

    /**
     * Returns the class loader that finds the services: that of the thread's context, otherwise
     * that of this class.
     */
    public static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? Registries.class.getClassLoader() : context;
    }
}
