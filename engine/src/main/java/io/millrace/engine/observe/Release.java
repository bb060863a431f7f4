package io.millrace.engine.observe;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.jar.Attributes;

/**
 * The release of Millrace, read from the manifest of the jar.
 *
 * @param version version; empty if the classes are not from a jar
 * @param commit commit of the sources, with {@code +} if they were changed; empty if unknown
 * @param built time of the build; empty if unknown
 */
public record Release(String version, String commit, String built) {

    private static final Release CURRENT = load();

    /** Returns the release that runs. */
    public static Release current() {
        return CURRENT;
    }

    private static Release load() {
        URL own = Release.class.getResource("Release.class");
        try {
            if (own != null && own.openConnection() instanceof JarURLConnection jar) {
                return of(jar.getMainAttributes());
            }
        } catch (IOException unreadable) {
            // The release is unknown, as for classes that are not packaged.
        }
        return of(null);
    }

    static Release of(@Nullable Attributes manifest) {
        return new Release(
                value(manifest, "Implementation-Version"),
                value(manifest, "Millrace-Commit"),
                value(manifest, "Millrace-Built"));
    }

    private static String value(@Nullable Attributes manifest, String name) {
        String value = manifest == null ? null : manifest.getValue(name);
        return value == null ? "" : value;
    }

    /** Returns the version, with the commit and time of the build if they are known. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("Millrace ");
        out.append(version.isEmpty() ? "(not packaged)" : version);
        if (!commit.isEmpty()) {
            out.append(", commit ").append(commit);
        }
        if (!built.isEmpty()) {
            out.append(", built ").append(built);
        }
        return out.toString();
    }
}
