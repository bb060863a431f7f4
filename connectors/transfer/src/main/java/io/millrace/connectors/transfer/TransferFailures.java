package io.millrace.connectors.transfer;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.ConnectFailures;
import io.millrace.engine.resource.TlsFailures;
import io.millrace.nodes.common.transfer.TransferSettings;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import javax.net.ssl.SSLException;

/**
 * The exceptions of connections to a file server, and copying of data that ends when the flow is
 * stopped.
 */
record TransferFailures(TransferSettings settings) {

    private static final int BUFFER_BYTES = 64 << 10;

    /** Returns the exception for a server that cannot be reached, or an ended connection. */
    MillraceException down(Exception cause) {
        Throwable root = root(cause);
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof SSLException tls) {
                return tls(tls, cause);
            }
        }
        boolean isTimeout =
                root instanceof SocketTimeoutException
                        || String.valueOf(cause.getMessage()).contains("timeout")
                        || String.valueOf(cause.getMessage()).contains("timed out");
        return isTimeout
                ? new MillraceException(
                        ErrorCode.NO_RESPONSE,
                        "the file server %s did not answer in time (%d ms, timeout of the endpoint %s)"
                                .formatted(
                                        server(),
                                        settings.endpoint().timeoutMillis(),
                                        settings.name()),
                        cause)
                : new MillraceException(
                        ErrorCode.SERVER_DOWN,
                        "the file server %s cannot be reached: %s"
                                .formatted(server(), reason(cause)),
                        cause);
    }

    private String reason(Exception cause) {
        String host = URI.create(settings.endpoint().url()).getHost();
        return ConnectFailures.reason(cause, host).orElseGet(() -> text(root(cause)));
    }

    private MillraceException tls(SSLException failure, Exception cause) {
        Certificates own = settings.endpoint().tls();
        String setting =
                own == null || own == Certificates.NONE
                        ? "tls of the endpoint, whose trust is a"
                        : "as trust of the certificates " + own.name() + " a";
        String reason =
                TlsFailures.isPlainText(failure)
                        ? "the server answers without TLS; write ftp:// or use its port for ftps,"
                                + " for example 990"
                        : TlsFailures.reason(
                                failure,
                                URI.create(settings.endpoint().url()),
                                own == null ? null : own.trust(),
                                setting);
        return new MillraceException(
                ErrorCode.SERVER_DOWN,
                "TLS with the file server %s failed: %s".formatted(server(), reason),
                cause);
    }

    /** Returns the exception for an operation that the server has rejected. */
    MillraceException rejected(String operation, String reply, Exception cause) {
        return new MillraceException(
                ErrorCode.TRANSFER_REJECTED,
                "the file server %s rejected %s: %s".formatted(server(), operation, reply),
                cause);
    }

    /** Returns the URL of the server without a password. */
    String server() {
        return settings.endpoint().toString();
    }

    private static Throwable root(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Returns the temporary path of a file while another file replaces it. */
    static String aside(String replacement) {
        int name = replacement.lastIndexOf('/') + 1;
        return replacement.substring(0, name) + ".replaced-" + replacement.substring(name);
    }

    static String text(Throwable cause) {
        String text = cause.getMessage();
        return text == null ? cause.getClass().getSimpleName() : text.strip();
    }

    /**
     * Copies received data to a local file, which is forced to the disk.
     *
     * @param size expected number of bytes; -1 if the number is unknown
     */
    void receive(InputStream in, Path target, long size) throws IOException {
        long length;
        try (FileChannel channel = open(target);
                OutputStream out = Channels.newOutputStream(channel)) {
            length = copy(in, out, target);
            channel.force(true);
        }
        if (size >= 0 && length != size) {
            throw new MillraceException(
                    ErrorCode.SERVER_DOWN,
                    "the file server %s sent %d of %d bytes of the file %s"
                            .formatted(server(), length, size, target.getFileName()));
        }
    }

    private static FileChannel open(Path target) {
        try {
            return FileChannel.open(
                    target,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw local(target, e);
        }
    }

    /** Copies data, and returns the number of bytes. */
    private long copy(InputStream in, OutputStream out, Path target) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long length = 0;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            checkStopped();
            try {
                out.write(buffer, 0, n);
            } catch (IOException e) {
                throw local(target, e);
            }
            length += n;
        }
        return length;
    }

    /** Returns a stream of a local file. Reads end when the flow is stopped. */
    InputStream content(Path source) {
        try {
            return new FilterInputStream(Files.newInputStream(source)) {
                @Override
                public int read(byte[] buffer, int from, int length) {
                    checkStopped();
                    try {
                        return super.read(buffer, from, length);
                    } catch (IOException e) {
                        throw local(source, e);
                    }
                }
            };
        } catch (IOException e) {
            throw local(source, e);
        }
    }

    private void checkStopped() {
        if (settings.isStopped().getAsBoolean()) {
            throw new MillraceException(
                    ErrorCode.FLOW_STOPPED,
                    "the flow was stopped while it transferred a file of " + server());
        }
    }

    /** Returns the exception for a local file. */
    private static MillraceException local(Path file, IOException cause) {
        return new MillraceException(
                ErrorCode.FILE_NODE,
                "the file %s cannot be used: %s".formatted(file, FileErrors.reason(cause)),
                cause);
    }
}
