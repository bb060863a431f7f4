package io.millrace.engine.esql.analysis;

import java.util.Set;

/**
 * The methods of the JDK that routines in LANGUAGE JAVA can call: those that compute a value from
 * their arguments. Access to the process, its files, its network or its classes requires a class in
 * a jar of the application. The operator trusts a jar by deploying it.
 */
final class JdkMethods {

    private static final Set<String> PACKAGES =
            Set.of("java.math", "java.text", "java.time", "java.time.format", "java.util.regex");

    private static final Set<String> CLASSES =
            Set.of(
                    """
                    java.lang.Boolean
                    java.lang.Byte
                    java.lang.Character
                    java.lang.Double
                    java.lang.Float
                    java.lang.Integer
                    java.lang.Long
                    java.lang.Math
                    java.lang.Short
                    java.lang.StrictMath
                    java.lang.String
                    java.net.IDN
                    java.net.URLDecoder
                    java.net.URLEncoder
                    java.util.Arrays
                    java.util.BitSet
                    java.util.HexFormat
                    java.util.Objects
                    java.util.UUID
                    """
                            .split("\n"));

    /** Methods that read system properties, although their classes are value classes. */
    private static final Set<String> PROPERTY_READERS =
            Set.of("getBoolean", "getInteger", "getLong");

    private JdkMethods() {}

    /** Whether ESQL can call a method of this class; true for classes outside the JDK. */
    static boolean isCallable(Class<?> owner, String method) {
        boolean isJdk = owner.getModule().isNamed();
        return !isJdk
                || PACKAGES.contains(owner.getPackageName())
                || CLASSES.contains(owner.getName()) && !PROPERTY_READERS.contains(method);
    }
}
