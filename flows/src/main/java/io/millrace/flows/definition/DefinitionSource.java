package io.millrace.flows.definition;

import io.millrace.engine.error.Problems;

import java.nio.file.Path;

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
     * @param application folder, or a file if no other reader accepts it
     */
    boolean reads(Path application);

    /**
     * Reads the definitions of an application. Called only if {@link #reads} returned true.
     *
     * @param problems receiver of all problems in the files, with their positions
     * @return definitions without problems; names are checked later
     */
    Definitions read(Path application, Problems problems);
}
