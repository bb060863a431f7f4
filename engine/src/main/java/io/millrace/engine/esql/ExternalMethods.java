package io.millrace.engine.esql;

import java.util.Collection;
import java.util.List;

/**
 * The Java classes that routines in LANGUAGE JAVA can call. The caller of the compiler supplies
 * them. Safe for use by several threads.
 */
public interface ExternalMethods {

    /**
     * An instance that accepts every name. It is used to check ESQL without its application. A
     * routine that was not resolved fails when it is called.
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
     * Whether all available classes are known. If so, any other name is an error. If not, a routine
     * whose class is not found fails when it is called.
     */
    boolean isKnown();

    /**
     * Returns a class without running any of its code.
     *
     * @param name class name with its package; {@code $} precedes the name of a nested class
     * @throws LinkageError if the class exists but cannot be read
     */
    Class<?> find(String name) throws ClassNotFoundException;

    /** Returns the names of the classes outside the JDK, to suggest a name for a mistyped name. */
    Collection<String> names();

    /** Returns the location in which classes are searched for, as shown in problems. */
    String place();
}
