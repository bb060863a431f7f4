package io.millrace.nodes.file;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.NodeContext;
import io.millrace.nodes.common.transfer.RemoteFolder;
import io.millrace.nodes.common.transfer.RemoteFolder.RemoteFile;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The server to which an instance of a FileOutput node copies complete files. Belongs to one
 * thread.
 *
 * <p>A file is written to a transit folder of the server and then renamed. A copy that was
 * interrupted is repeated.
 */
final class RemoteOutput implements AutoCloseable {

    private static final String JOINED = "~joined";

    private final RemoteServer server;
    private final Path directory;
    private final boolean appends;

    /**
     * @param directory local folder that corresponds to the folder of the server
     * @param appends whether a file is added to the file of the server with its name. The server
     *     receives the whole file, so its readers never see a part of a record
     */
    RemoteOutput(NodeContext context, RemoteSettings settings, Path directory, boolean appends) {
        server = new RemoteServer(context, settings);
        this.directory = directory;
        this.appends = appends;
    }

    /**
     * Copies a staged file to the server.
     *
     * @param file path of the complete file, in or below the local folder
     */
    void upload(Path staged, Path file) throws IOException {
        String path = directory.relativize(file).toString().replace('\\', '/');
        String transit = OutputTarget.TRANSIT + "/" + staged.getFileName();
        try {
            RemoteFolder remote = server.checkedFolder();
            remote.createFolder(OutputTarget.TRANSIT);
            if (appends) {
                uploadJoined(remote, staged, transit, path);
            } else {
                remote.upload(staged, transit);
            }
            int slash = path.lastIndexOf('/');
            if (slash > 0) {
                remote.createFolder(path.substring(0, slash));
            }
            if (!remote.rename(transit, path)) {
                throw new IOException(
                        "the file %s is not on the file server after its transfer; it is kept as %s"
                                .formatted(transit, staged));
            }
        } catch (MillraceException e) {
            server.close();
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Appends the content of a staged file to a file on the server, by uploading the combined
     * content.
     */
    private static void uploadJoined(RemoteFolder remote, Path staged, String transit, String path)
            throws IOException {
        RemoteFile before = find(remote, path);
        if (before == null) {
            remote.upload(staged, transit);
            return;
        }
        // After the end of the process, the next start deletes it as an unused staged file.
        Path joined = staged.resolveSibling(staged.getFileName() + JOINED);
        OpenFiles.acquire(joined);
        try {
            remote.download(path, before.size(), joined);
            try (OutputStream out = Files.newOutputStream(joined, StandardOpenOption.APPEND)) {
                Files.copy(staged, out);
            }
            remote.upload(joined, transit);
        } finally {
            Files.deleteIfExists(joined);
            OpenFiles.release(joined);
        }
    }

    /** Returns a file of the server; null if it does not exist. */
    private static @Nullable RemoteFile find(RemoteFolder remote, String path) {
        int slash = path.lastIndexOf('/');
        String name = path.substring(slash + 1);
        return remote.list(slash < 0 ? "" : path.substring(0, slash)).stream()
                .filter(file -> file.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    @Override
    public void close() {
        server.close();
    }
}
