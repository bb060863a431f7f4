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

    /** A file of a folder. */
    record RemoteFile(String name, long size, Instant lastModified) {}

    /**
     * Returns the regular files of a subfolder; empty if it does not exist.
     *
     * @param subfolder path of the subfolder; empty for the folder
     */
    List<RemoteFile> list(String subfolder);

    /**
     * Copies a file of the server to a local file, which is replaced.
     *
     * @param size length of the file on the server; a copy with another length is an error
     */
    void download(String path, long size, Path target);

    /** Copies a local file to the server. A file with the path is replaced. */
    void upload(Path source, String path);

    /**
     * Renames a file. A file with the new name is replaced.
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

    /** Closes the connection. Does not fail. */
    @Override
    void close();
}
