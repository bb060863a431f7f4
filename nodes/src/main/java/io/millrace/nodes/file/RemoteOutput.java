package io.millrace.nodes.file;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.NodeContext;
import io.millrace.nodes.common.transfer.RemoteFolder;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The server to which an instance of a FileOutput node copies complete files. Belongs to one
 * thread.
 *
 * <p>A file is written to a transit folder of the server and then renamed. A copy that was
 * interrupted is repeated.
 */
final class RemoteOutput implements AutoCloseable {

    private final RemoteServer server;
    private final Path directory;

    /**
     * @param directory local folder that corresponds to the folder of the server
     */
    RemoteOutput(NodeContext context, RemoteSettings settings, Path directory) {
        server = new RemoteServer(context, settings);
        this.directory = directory;
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
            remote.upload(staged, transit);
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

    @Override
    public void close() {
        server.close();
    }
}
