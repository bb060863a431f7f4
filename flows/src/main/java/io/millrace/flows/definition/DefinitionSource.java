package io.millrace.flows.definition;

import io.millrace.engine.error.Problems;

import java.nio.file.Path;
import java.util.List;

/**
 * A reader of flows, ESQL and message sets in files that are not Millrace's own, for example of
 * another product or generated from tables. Found by {@link java.util.ServiceLoader}.
 *
 * <p>After reading, nothing depends on the origin: the definitions are checked, compiled and run
 * like those of Millrace's files, together with these. Positions refer to the original files, so
 * that problems point at them. Safe for use by several threads. Must not keep open files.
 */
public interface DefinitionSource {

    /** Returns the name of the source in messages, for example {@code routing tables}. */
    String name();

    /**
     * Whether this source reads definitions of an application. Called for each application, so it
     * must decide by names of files, without reading them.
     *
     * @param application folder, a file if no other reader accepts it, or a path that does not
     *     exist, for example of an application in an archive
     */
    boolean reads(Path application);

    /**
     * Whether this source reads all definitions of an application. If so, Millrace's own readers
     * read only {@code application.yaml}, {@code overrides.yaml} and the folder {@code lib} in its
     * folder, and {@link Definitions#contents} are all files that nodes can use. Called only if
     * {@link #reads} returned true.
     */
    default boolean isComplete(Path application) {
        return false;
    }

    /**
     * Returns the applications in a folder or file, each of which {@link #read} accepts. Called
     * only if {@link #reads} returned true.
     */
    default List<Path> applications(Path path) {
        return List.of(path);
    }

    /**
     * Reads the definitions of an application. Called only if {@link #reads} returned true.
     *
     * @param problems receiver of all problems in the files, with their positions
     * @return definitions without problems; names are checked later
     */
    Definitions read(Path application, Problems problems);
}
