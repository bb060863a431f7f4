package io.millrace.server.deploy;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The Java code in the files of an application. */
final class JavaContent {

    /**
     * Endings of files with code, and of archives that can contain such files. The projects of
     * other products can contain Java sources, which are compiled at deployment.
     */
    private static final List<String> SUFFIXES =
            List.of(
                    ".jar",
                    ".class",
                    ".java",
                    ".bar",
                    ".zip",
                    ".appzip",
                    ".libzip",
                    ".shlibzip",
                    ".war",
                    ".ear");

    private JavaContent() {}

    /** Returns the path of a file with code; empty if there is none. */
    static Optional<String> file(Manifest manifest) {
        return manifest.files().keySet().stream()
                .filter(path -> SUFFIXES.stream().anyMatch(path.toLowerCase(Locale.ROOT)::endsWith))
                .findFirst();
    }
}
