package io.millrace.flows.compile;

import io.millrace.engine.node.NodeRegistry;
import io.millrace.engine.parser.ParserRegistry;

/**
 * What flows can be made of: all node types and message formats on the class path. Immutable; safe
 * to share between threads.
 */
public record Registries(NodeRegistry nodes, ParserRegistry parsers) {

    /** What the thread's context class loader knows, or else the one of this class. */
    public static Registries load() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? Registries.class.getClassLoader() : context;
        return new Registries(NodeRegistry.load(loader), ParserRegistry.load(loader));
    }
}
