package io.millrace.flows.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * A repository in which several servers share archives of applications and libraries.
 *
 * <p>The server compares the content of archives and the names and versions in their manifests with
 * what the repository returns, so an implementation does not need to verify them. An {@link
 * IOException} is reported to the operator with its message; the operation then has no effect. Used
 * by several threads at the same time, and by several servers.
 */
public interface ArchiveRepository extends AutoCloseable {

    /** Returns the descriptions of all published archives in any order. */
    List<PublishedArchive> list() throws IOException;

    /**
     * Opens the content of an archive, which the caller closes.
     *
     * @param sha256 checksum in hexadecimal digits, of an archive in {@link #list}
     */
    InputStream open(String sha256) throws IOException;

    /**
     * Publishes an archive. When the method returns, other servers find it in {@link #list}, and it
     * survives a power loss. If the process ends before, {@link #list} contains either the complete
     * archive or nothing. An archive with the same checksum is replaced, because its content can be
     * damaged.
     *
     * @param file its content
     */
    void publish(PublishedArchive archive, Path file) throws IOException;

    @Override
    void close() throws IOException;
}
