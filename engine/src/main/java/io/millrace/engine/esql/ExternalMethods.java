package io.millrace.engine.esql;

import java.util.Collection;
import java.util.List;

/**
 * The Java classes that routines in LANGUAGE JAVA may name: who compiles ESQL says where they come
 * from. Safe to use from several threads.
 */
public interface ExternalMethods {

    /**
     * Knows nothing, and so takes every name for good: for texts that are checked without the
     * application that they belong to. A routine that was not looked up fails when it is called.
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

    /** Whether it is known which classes there are, so that others are an error. */
    boolean isKnown();

    /**
     * A class, without running any of its code.
     *
     * @param name with its package; {@code $} stands before the name of a nested class
     * @throws LinkageError where the class is there and cannot be read
     */
    Class<?> find(String name) throws ClassNotFoundException;

    /** The names of the classes that are not the JDK's, to find what a mistyped name meant. */
    Collection<String> names();

    /** Where classes are looked for, as problems say it. */
    String place();
}
