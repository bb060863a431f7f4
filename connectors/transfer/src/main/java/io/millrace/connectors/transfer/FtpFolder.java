package io.millrace.connectors.transfer;

import io.millrace.engine.error.MillraceException;
import io.millrace.nodes.common.transfer.RemoteFolder;
import io.millrace.nodes.common.transfer.TransferSettings;

import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.commons.net.ftp.FTPReply;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A folder of an FTP server. */
final class FtpFolder implements RemoteFolder {

    private final FTPClient client;
    private final TransferSettings settings;
    private final TransferFailures failures;

    FtpFolder(FTPClient client, TransferSettings settings, TransferFailures failures) {
        this.client = client;
        this.settings = settings;
        this.failures = failures;
    }

    /** An operation on the server. */
    private interface Exchange<T> {
        T run() throws IOException;
    }

    private <T> T run(Exchange<T> exchange) {
        try {
            return exchange.run();
        } catch (IOException e) {
            close();
            throw failures.down(e);
        }
    }

    private MillraceException rejected(String operation) {
        return failures.rejected(operation, client.getReplyString().strip(), null);
    }

    @Override
    public List<RemoteFile> list(String subfolder) {
        return run(
                () -> {
                    String path = subfolder.isEmpty() ? null : subfolder;
                    boolean hasFacts = client.hasFeature("MLST");
                    FTPFile[] found = hasFacts ? client.mlistDir(path) : client.listFiles(path);
                    int reply = client.getReplyCode();
                    if (!FTPReply.isPositiveCompletion(reply)) {
                        if (reply == FTPReply.FILE_UNAVAILABLE && path != null) {
                            return List.of();
                        }
                        throw rejected("a listing of the folder " + path);
                    }
                    List<RemoteFile> files = new ArrayList<>();
                    for (FTPFile file : found) {
                        if (file != null && file.isFile()) {
                            Instant time = file.getTimestampInstant();
                            files.add(
                                    new RemoteFile(
                                            file.getName(),
                                            file.getSize(),
                                            time == null ? Instant.EPOCH : time));
                        }
                    }
                    return files;
                });
    }

    @Override
    public void download(String path, long size, Path target) {
        run(
                () -> {
                    InputStream in = client.retrieveFileStream(path);
                    if (in == null) {
                        throw rejected("to send the file " + path);
                    }
                    try (in) {
                        // In ASCII mode, the conversion of line ends changes the length.
                        failures.receive(in, target, settings.ascii() ? -1 : size);
                    } catch (MillraceException e) {
                        close();
                        throw e;
                    }
                    if (!client.completePendingCommand()) {
                        throw rejected("to complete the file " + path);
                    }
                    return null;
                });
    }

    @Override
    public void upload(Path source, String path) {
        run(
                () -> {
                    boolean isStored;
                    try (InputStream in = failures.content(source)) {
                        isStored = client.storeFile(path, in);
                    } catch (MillraceException e) {
                        close();
                        throw e;
                    }
                    if (!isStored) {
                        throw rejected("the file " + path);
                    }
                    return null;
                });
    }

    @Override
    public boolean rename(String from, String to) {
        return run(
                () -> {
                    if (client.rename(from, to)) {
                        return true;
                    }
                    String reply = client.getReplyString().strip();
                    if (!exists(from)) {
                        return false;
                    }
                    if (exists(to) && replaces(from, to)) {
                        return true;
                    }
                    throw failures.rejected(
                            "to rename the file %s to %s".formatted(from, to), reply, null);
                });
    }

    /**
     * Replaces a file on a server on which a rename does not replace an existing file. The file is
     * kept if the server rejects the second rename as well.
     */
    private boolean replaces(String from, String to) throws IOException {
        String aside = TransferFailures.aside(from);
        client.deleteFile(aside);
        if (!client.rename(to, aside)) {
            return false;
        }
        if (client.rename(from, to)) {
            client.deleteFile(aside);
            return true;
        }
        client.rename(aside, to);
        return false;
    }

    private boolean exists(String path) {
        int slash = path.lastIndexOf('/');
        String name = path.substring(slash + 1);
        return list(slash < 0 ? "" : path.substring(0, slash)).stream()
                .anyMatch(file -> file.name().equals(name));
    }

    @Override
    public void delete(String path) {
        run(
                () -> {
                    if (!client.deleteFile(path)) {
                        String reply = client.getReplyString().strip();
                        if (exists(path)) {
                            throw failures.rejected("to delete the file " + path, reply, null);
                        }
                    }
                    return null;
                });
    }

    @Override
    public void createFolder(String path) {
        run(
                () -> {
                    for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
                        client.makeDirectory(path.substring(0, end));
                    }
                    // An error is ignored: if the folder does not exist, its first use fails.
                    client.makeDirectory(path);
                    return null;
                });
    }

    @Override
    public boolean isOpen() {
        try {
            return client.isConnected() && client.sendNoOp();
        } catch (IOException e) {
            disconnect(client);
            return false;
        }
    }

    @Override
    public void close() {
        if (client.isConnected()) {
            disconnect(client);
        }
    }

    /** Ends a connection, even if the server no longer answers. */
    static void disconnect(FTPClient client) {
        try {
            client.disconnect();
        } catch (IOException e) {
            // The connection has ended.
        }
    }
}
