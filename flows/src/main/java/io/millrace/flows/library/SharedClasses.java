package io.millrace.flows.library;

import io.millrace.engine.message.Element;

import java.util.Set;

/**
 * A class loader for the classes that the jars of applications share: the JDK, the interfaces of
 * Millrace for extensions, and the logging interface. Applications add their own jars. A jar can
 * therefore contain any version of a library that Millrace also uses.
 */
final class SharedClasses extends ClassLoader {

    static final SharedClasses INSTANCE = new SharedClasses();

    private static final String ENGINE = "io.millrace.engine.";
    private static final String DEFINITION = "io.millrace.flows.definition.";
    private static final String LOGGING = "org.slf4j.";

    /** Packages whose types extensions implement and use. */
    static final Set<String> PACKAGES =
            Set.of(
                    ENGINE + "error",
                    ENGINE + "setting",
                    ENGINE + "message",
                    ENGINE + "message.format",
                    ENGINE + "parser",
                    ENGINE + "work",
                    ENGINE + "resource",
                    ENGINE + "database",
                    ENGINE + "queue",
                    ENGINE + "state",
                    ENGINE + "pubsub",
                    ENGINE + "node");

    /** Types of other packages that extensions implement, or that their signatures contain. */
    static final Set<String> TYPES =
            Set.of(
                    ENGINE + "esql.EsqlFunction",
                    ENGINE + "esql.FunctionLibrary",
                    DEFINITION + "DefinitionSource",
                    DEFINITION + "Definitions",
                    DEFINITION + "FlowDefinition",
                    DEFINITION + "NodeEntry",
                    DEFINITION + "Connection",
                    DEFINITION + "Endpoint",
                    DEFINITION + "Promotion",
                    DEFINITION + "PropertyText");

    private final ClassLoader millrace = Element.class.getClassLoader();

    private SharedClasses() {
        super("millrace-api", ClassLoader.getPlatformClassLoader());
    }

    /** Whether extensions can use a class of Millrace or of the logging interface. */
    static boolean isVisible(String name) {
        int end = name.indexOf('$');
        String type = end < 0 ? name : name.substring(0, end);
        return name.startsWith(LOGGING)
                || TYPES.contains(type)
                || PACKAGES.contains(type.substring(0, Math.max(0, type.lastIndexOf('.'))));
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!isVisible(name)) {
            throw new ClassNotFoundException(name);
        }
        return millrace.loadClass(name);
    }
}
