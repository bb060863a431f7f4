package io.millrace.flows.compile;

import io.millrace.engine.node.NodeRegistry;
import io.millrace.engine.parser.ParserRegistry;

/**
 * All node types and message formats on the class path. Immutable. Safe for use by several threads.
 */
public record Registries(NodeRegistry nodes, ParserRegistry parsers) {

    /**
     * Returns the registries of the thread's context class loader, or of the class loader of this
     * class if the thread has none.
     */
    public static Registries load() {
        ClassLoader loader = loader();
        return new Registries(NodeRegistry.load(loader), ParserRegistry.load(loader));
    }

    /**
     * Returns the class loader that finds the services: the context class loader of the thread, or
     * the class loader of this class if the thread has none.
     */
    public static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? Registries.class.getClassLoader() : context;
    }
}
