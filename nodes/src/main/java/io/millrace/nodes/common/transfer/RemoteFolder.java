package io.millrace.nodes.common.transfer;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A connection to a folder of a server. Paths are relative to the folder, with {@code /}. Belongs
 * to one thread.
 *
 * <p>Methods throw {@link io.millrace.engine.error.MillraceException} with SERVER_DOWN or
 * NO_RESPONSE if the connection fails, TRANSFER_REJECTED if the server rejects an operation, and
 * FLOW_STOPPED. The connection cannot be used after SERVER_DOWN, NO_RESPONSE and FLOW_STOPPED.
 */
public interface RemoteFolder extends AutoCloseable {

    /** A file in a folder of a server. */
    record RemoteFile(String name, long size, Instant lastModified) {}

    /**
     * Returns the regular files in a subfolder; empty if the subfolder does not exist.
     *
     * @param subfolder path of the subfolder; empty for the folder
     */
    List<RemoteFile> list(String subfolder);

    /**
     * Copies a file from the server to a local file. Replaces an existing local file.
     *
     * @param size length of the file on the server; a copy with another length is an error
     */
    void download(String path, long size, Path target);

    /** Copies a local file to the server. Replaces an existing file with the same path. */
    void upload(Path source, String path);

    /**
     * Renames a file. Replaces an existing file with the new name.
     *
     * @return false if the file does not exist
     */
    boolean rename(String from, String to);

    /** Deletes a file if it exists. */
    void delete(String path);

    /** Creates a subfolder and its parents if they do not exist. */
    void createFolder(String path);

    /** Whether the connection can still be used. This method sends a request to the server. */
    boolean isOpen();

    /** Closes the connection. Ignores errors. */
    @Override
    void close();
}
