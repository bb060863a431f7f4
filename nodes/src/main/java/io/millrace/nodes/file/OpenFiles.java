package io.millrace.nodes.file;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The claimed files that instances of this process read. All flows and execution groups share them,
 * because a new version of a flow continues with the files of the old one. Safe for use by several
 * threads.
 */
final class OpenFiles {

    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private OpenFiles() {}

    /** Acquires a file for an instance. Returns false if another instance has acquired the file. */
    static boolean acquire(Path file) {
        return OPEN.add(file);
    }

    static void release(Path file) {
        OPEN.remove(file);
    }

    static boolean isOpen(Path file) {
        return OPEN.contains(file);
    }
}
