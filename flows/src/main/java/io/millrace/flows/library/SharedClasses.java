package io.millrace.flows.library;

import io.millrace.engine.message.Element;

import java.util.List;

/**
 * A class loader for the classes that the Java code of applications shares: the JDK, Millrace's
 * message tree and errors, and the logging interface. Applications add their own jars. A jar can
 * therefore contain any version of a library that Millrace also uses.
 */
final class SharedClasses extends ClassLoader {

    static final SharedClasses INSTANCE = new SharedClasses();

    private static final List<String> PACKAGES =
            List.of("io.millrace.engine.message.", "io.millrace.engine.error.", "org.slf4j.");

    private final ClassLoader millrace = Element.class.getClassLoader();

    private SharedClasses() {
        super("millrace-api", ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (PACKAGES.stream().noneMatch(name::startsWith)) {
            throw new ClassNotFoundException(name);
        }
        return millrace.loadClass(name);
    }
}
