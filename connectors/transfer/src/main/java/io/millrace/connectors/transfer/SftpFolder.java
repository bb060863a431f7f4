package io.millrace.connectors.transfer;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.ChannelSftp.LsEntry;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SftpException;

import io.millrace.engine.error.MillraceException;
import io.millrace.nodes.common.transfer.RemoteFolder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A folder of an SFTP server. */
final class SftpFolder implements RemoteFolder {

    private final Session session;
    private final ChannelSftp channel;
    private final TransferFailures failures;

    SftpFolder(Session session, ChannelSftp channel, TransferFailures failures) {
        this.session = session;
        this.channel = channel;
        this.failures = failures;
    }

    /** An operation on the server. */
    private interface Exchange {
        void run() throws SftpException, IOException;
    }

    /**
     * Runs an exchange.
     *
     * @return false if the server replied that the file does not exist
     */
    private boolean run(String operation, Exchange exchange) {
        try {
            exchange.run();
            return true;
        } catch (SftpException e) {
            if (e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                return false;
            }
            boolean isAnswer =
                    e.id == ChannelSftp.SSH_FX_PERMISSION_DENIED
                            || e.id == ChannelSftp.SSH_FX_OP_UNSUPPORTED
                            || e.id == ChannelSftp.SSH_FX_FAILURE && e.getCause() == null;
            if (isAnswer && session.isConnected()) {
                throw failures.rejected(operation, TransferFailures.text(e), e);
            }
            close();
            throw e.getCause() instanceof MillraceException own ? own : failures.down(e);
        } catch (IOException e) {
            close();
            throw failures.down(e);
        } catch (MillraceException e) {
            close();
            throw e;
        }
    }

    private static MillraceException missing(TransferFailures failures, String operation) {
        return failures.rejected(operation, "the file or folder does not exist", null);
    }

    /** Returns a path in which no character has the meaning of a pattern. */
    static String quoted(String path) {
        return path.replaceAll("([\\\\*?\\[])", "\\\\$1");
    }

    @Override
    public List<RemoteFile> list(String subfolder) {
        String path = subfolder.isEmpty() ? "." : subfolder;
        List<RemoteFile> files = new ArrayList<>();
        boolean isFound =
                run(
                        "a listing of the folder " + path,
                        () -> {
                            for (LsEntry entry : channel.ls(quoted(path))) {
                                if (entry.getAttrs().isReg()) {
                                    files.add(
                                            new RemoteFile(
                                                    entry.getFilename(),
                                                    entry.getAttrs().getSize(),
                                                    time(entry)));
                                }
                            }
                        });
        if (!isFound && subfolder.isEmpty()) {
            throw missing(failures, "a listing of the folder");
        }
        return files;
    }

    private static Instant time(LsEntry entry) {
        return Instant.ofEpochSecond(Integer.toUnsignedLong(entry.getAttrs().getMTime()));
    }

    @Override
    public void download(String path, long size, Path target) {
        String operation = "to send the file " + path;
        boolean isFound =
                run(
                        operation,
                        () -> {
                            try (InputStream in = channel.get(quoted(path))) {
                                failures.receive(in, target, size);
                            }
                        });
        if (!isFound) {
            throw missing(failures, operation);
        }
    }

    @Override
    public void upload(Path source, String path) {
        String operation = "the file " + path;
        boolean isFound =
                run(
                        operation,
                        () -> {
                            try (InputStream in = failures.content(source)) {
                                channel.put(in, quoted(path));
                            }
                        });
        if (!isFound) {
            throw missing(failures, operation);
        }
    }

    @Override
    public boolean rename(String from, String to) {
        if (!exists(from)) {
            return false;
        }
        String operation = "to rename the file %s to %s".formatted(from, to);
        try {
            return run(operation, () -> channel.rename(quoted(from), quoted(to)));
        } catch (MillraceException e) {
            if (!session.isConnected() || !exists(to)) {
                throw e;
            }
            return replaces(operation, from, to);
        }
    }

    /**
     * Replaces a file on a server without the extension posix-rename, on which a rename does not
     * replace an existing file. The file is kept if the server rejects the second rename as well.
     */
    private boolean replaces(String operation, String from, String to) {
        String aside = TransferFailures.aside(from);
        delete(aside);
        run(operation, () -> channel.rename(quoted(to), quoted(aside)));
        boolean isReplaced = false;
        try {
            isReplaced = run(operation, () -> channel.rename(quoted(from), quoted(to)));
        } finally {
            if (!isReplaced && session.isConnected()) {
                run(operation, () -> channel.rename(quoted(aside), quoted(to)));
            }
        }
        delete(aside);
        return isReplaced;
    }

    private boolean exists(String path) {
        return run("to look for the file " + path, () -> channel.lstat(quoted(path)));
    }

    @Override
    public void delete(String path) {
        run("to delete the file " + path, () -> channel.rm(quoted(path)));
    }

    @Override
    public void createFolder(String path) {
        for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
            create(path.substring(0, end));
        }
        create(path);
    }

    private void create(String path) {
        if (!path.isEmpty() && !exists(path)) {
            try {
                run("the new folder " + path, () -> channel.mkdir(quoted(path)));
            } catch (MillraceException e) {
                // Another client can have created it.
                if (!session.isConnected() || !exists(path)) {
                    throw e;
                }
            }
        }
    }

    @Override
    public boolean isOpen() {
        try {
            if (!session.isConnected() || !channel.isConnected()) {
                return false;
            }
            channel.stat(".");
            return true;
        } catch (SftpException e) {
            return false;
        }
    }

    @Override
    public void close() {
        session.disconnect();
    }
}
