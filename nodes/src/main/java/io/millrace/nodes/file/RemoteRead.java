package io.millrace.nodes.file;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.NodeContext;
import io.millrace.nodes.common.transfer.RemoteFolder;
import io.millrace.nodes.common.transfer.RemoteFolder.RemoteFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.UUID;

/** The server whose files an instance of a FileRead node reads. Belongs to one thread. */
final class RemoteRead implements AutoCloseable {

    private final RemoteServer server;

    RemoteRead(NodeContext context, RemoteSettings settings) {
        server = new RemoteServer(context, settings);
    }

    /** A file of the server and its local copy, which is deleted at the end. */
    record Copy(RemoteFile file, Path path) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            Files.deleteIfExists(path);
        }
    }

    /**
     * Copies a file from the server: the file with a name, or the oldest file that matches a
     * pattern.
     *
     * @param subfolder folder of the file, relative to the folder of the server; empty for that
     *     folder
     * @param name name of the file; empty for any that matches
     * @param folder folder of the copy
     * @return null if there is no such file
     */
    Copy copy(String subfolder, String name, FilePattern pattern, Path folder) throws IOException {
        try {
            RemoteFolder remote = server.checkedFolder();
            RemoteFile found =
                    remote.list(subfolder).stream()
                            .filter(
                                    file ->
                                            name.isEmpty()
                                                    ? pattern.match(file.name()).isPresent()
                                                    : file.name().equals(name))
                            .min(
                                    Comparator.comparing(RemoteFile::lastModified)
                                            .thenComparing(RemoteFile::name))
                            .orElse(null);
            if (found == null) {
                return null;
            }
            Files.createDirectories(folder);
            Path copy = folder.resolve(".read-" + UUID.randomUUID());
            String path = subfolder.isEmpty() ? found.name() : subfolder + "/" + found.name();
            try {
                remote.download(path, found.size(), copy);
            } catch (MillraceException e) {
                Files.deleteIfExists(copy);
                throw e;
            }
            return new Copy(found, copy);
        } catch (MillraceException e) {
            server.close();
            throw e;
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
