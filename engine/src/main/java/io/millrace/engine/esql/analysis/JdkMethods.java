package io.millrace.engine.esql.analysis;

import java.util.Set;

/**
 * The JDK methods that routines in LANGUAGE JAVA can call: methods that only compute a value from
 * the arguments. Access to the process, files, the network or classes requires a class in an
 * application jar, which the operator trusts by deploying it.
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

    /** Methods of value classes that read system properties. */
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
