package io.millrace.nodes.file;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The files of committed units that an instance of this process moves to their folders. A unit that
 * writes one of these files must wait, because the locks on the records of the file have already
 * been released.
 */
final class FinishingFiles {

    private static final Set<Path> FINISHING = new HashSet<>();

    private FinishingFiles() {}

    static void add(Collection<Path> files) {
        synchronized (FINISHING) {
            FINISHING.addAll(files);
        }
    }

    static void remove(Collection<Path> files) {
        synchronized (FINISHING) {
            FINISHING.removeAll(files);
            FINISHING.notifyAll();
        }
    }

    static boolean contains(Path file) {
        synchronized (FINISHING) {
            return FINISHING.contains(file);
        }
    }

    /** Waits until no instance moves a file. Moves do not wait for other units. */
    static void await(Path file) {
        synchronized (FINISHING) {
            try {
                while (FINISHING.contains(file)) {
                    FINISHING.wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
