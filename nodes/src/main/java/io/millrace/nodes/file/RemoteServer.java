package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.nodes.common.transfer.FileTransferProtocol;
import io.millrace.nodes.common.transfer.RemoteFolder;
import io.millrace.nodes.common.transfer.TransferSettings;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The connection of one instance to a folder of a file server. Belongs to one thread. */
final class RemoteServer implements AutoCloseable {

    /** Time without use after which a connection is checked. */
    private static final long MAX_UNCHECKED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final FileTransferProtocol protocol;
    private final TransferSettings settings;

    /** The open connection; null for none. */
    private RemoteFolder folder;

    private long lastUse;

    /**
     * @throws MillraceException with UNKNOWN_RESOURCE or BAD_VALUE
     */
    RemoteServer(NodeContext context, RemoteSettings remote) {
        Endpoint endpoint =
                found(context.resources().endpoints(), context, "endpoint", remote.endpoint());
        if (!remote.credentials().isEmpty()) {
            Map<String, Credentials> all = context.resources().credentials();
            endpoint =
                    endpoint.withCredentials(
                            found(all, context, "credentials", remote.credentials()));
        }
        String scheme = String.valueOf(URI.create(endpoint.url()).getScheme());
        protocol =
                RemoteSettings.protocols().stream()
                        .filter(p -> p.schemes().contains(scheme))
                        .findFirst()
                        .orElse(null);
        if (protocol == null) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE,
                    "the endpoint %s must have a URL that begins with ftp:, ftps: or sftp: (found %s)"
                            .formatted(remote.endpoint(), endpoint));
        }
        settings =
                new TransferSettings(
                        remote.endpoint(),
                        endpoint,
                        remote.directory(),
                        remote.ascii(),
                        remote.knownHosts(),
                        remote.privateKey(),
                        context::isStopped);
    }

    private static <T> T found(
            Map<String, T> declared, NodeContext context, String kind, String name) {
        T found = declared.get(name);
        if (found == null) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_RESOURCE,
                    "%s: %s %s is not declared".formatted(context.label(), kind, name));
        }
        return found;
    }

    /** Returns the connection for a new message, like {@link #folder()}, after a check. */
    RemoteFolder checkedFolder() {
        if (folder != null && !folder.isOpen()) {
            close();
        }
        return folder();
    }

    /**
     * Returns the connection. Opens the connection if necessary.
     *
     * @throws MillraceException with SERVER_DOWN, NO_RESPONSE or TRANSFER_REJECTED
     */
    RemoteFolder folder() {
        long now = System.nanoTime();
        if (folder != null && now - lastUse > MAX_UNCHECKED_NANOS && !folder.isOpen()) {
            close();
        }
        if (folder == null) {
            folder = connect();
        }
        lastUse = now;
        return folder;
    }

    private RemoteFolder connect() {
        for (int failures = 1; ; failures++) {
            try {
                return protocol.connect(settings);
            } catch (MillraceException e) {
                boolean isDown = e.code() == ErrorCode.SERVER_DOWN;
                if (!isDown || !settings.endpoint().retry().pause(failures)) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() {
        if (folder != null) {
            folder.close();
            folder = null;
        }
    }
}
