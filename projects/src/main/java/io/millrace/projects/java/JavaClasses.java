package io.millrace.projects.java;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.Map;

/**
 * The Java classes of an application.
 *
 * @param jars jars by file name
 * @param classes class files by class name
 * @param missing reasons why classes whose sources exist are missing, by class name
 */
public record JavaClasses(
        Map<String, byte[]> jars, Map<String, byte[]> classes, Map<String, String> missing) {

    /** No classes. */
    public static final JavaClasses NONE = new JavaClasses(Map.of(), Map.of(), Map.of());

    /** Packages of the product's Java API. */
    static final String PRODUCT_PACKAGES = "com.ibm.broker.";

    /** Reason why a class that uses the product's Java API is missing. */
    public static final String USES_PRODUCT =
            "it uses the Java API of the product, which Millrace does not have";

    public JavaClasses {
        jars = Map.copyOf(jars);
        classes = Map.copyOf(classes);
        missing = Map.copyOf(missing);
    }

    /** Whether a class is available. A class that uses the product's API is not available. */
    public boolean contains(String name) {
        byte[] bytes = find(name);
        return bytes != null && !usesProduct(bytes);
    }

    /** Returns the reason why a class is missing; null if the class is available or unknown. */
    public @Nullable String reason(String name) {
        byte[] bytes = find(name);
        if (bytes != null) {
            return usesProduct(bytes) ? USES_PRODUCT : null;
        }
        return missing.get(name);
    }

    private byte @Nullable [] find(String name) {
        return classes.get(name);
    }

    private static boolean usesProduct(byte[] bytes) {
        String path = PRODUCT_PACKAGES.replace('.', '/');
        try {
            for (PoolEntry entry : ClassFile.of().parse(bytes).constantPool()) {
                if (entry instanceof Utf8Entry text && text.stringValue().contains(path)) {
                    return true;
                }
            }
            return false;
        } catch (IllegalArgumentException damaged) {
            return true;
        }
    }
}
