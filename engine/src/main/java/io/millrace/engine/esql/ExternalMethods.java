package io.millrace.engine.esql;

import java.util.Collection;
import java.util.List;

/**
 * The Java classes that routines in LANGUAGE JAVA can call. The caller of the compiler provides an
 * implementation. Safe for use by several threads.
 */
public interface ExternalMethods {

    /**
     * An instance that accepts every class name, for checks of ESQL without the application. A call
     * of an unresolved routine fails.
     */
    ExternalMethods UNCHECKED =
            new ExternalMethods() {
                @Override
                public boolean isKnown() {
                    return false;
                }

                @Override
                public Class<?> find(String name) throws ClassNotFoundException {
                    throw new ClassNotFoundException(name);
                }

                @Override
                public Collection<String> names() {
                    return List.of();
                }

                @Override
                public String place() {
                    return "";
                }
            };

    /**
     * Whether all available classes are known. If true, an unknown class is an error. If false, a
     * call of a routine in an unknown class fails.
     */
    boolean isKnown();

    /**
     * Returns a class without initializing it.
     *
     * @param name class name with its package; {@code $} precedes the name of a nested class
     * @throws LinkageError if the class exists but cannot be read
     */
    Class<?> find(String name) throws ClassNotFoundException;

    /** Returns the names of the classes outside the JDK, for suggestions. */
    Collection<String> names();

    /** Returns the location in which classes are searched for, as shown in problems. */
    String place();
}
