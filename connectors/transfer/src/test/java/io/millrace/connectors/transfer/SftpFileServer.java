package io.millrace.connectors.transfer;

import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.session.ServerSession;
import org.apache.sshd.sftp.server.FileHandle;
import org.apache.sshd.sftp.server.SftpEventListener;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** An SFTP server. Its key is in a file of known hosts. */
final class SftpFileServer implements FileServer {

    private static final KeyPair KEY = key();

    private final SshServer server = SshServer.setUpDefaultServer();
    private final Path knownHosts;
    private final AtomicBoolean isCutting = new AtomicBoolean();
    private volatile String fixed = "";

    SftpFileServer(Path folder, int port) {
        server.setHost("127.0.0.1");
        server.setPort(port);
        server.setKeyPairProvider(session -> List.of(KEY));
        server.setPasswordAuthenticator(
                (user, password, session) -> user.equals(USER) && password.equals(PASSWORD));
        server.setFileSystemFactory(new VirtualFileSystemFactory(folder));
        SftpSubsystemFactory sftp = new SftpSubsystemFactory();
        sftp.addSftpEventListener(new Cutting());
        server.setSubsystemFactories(List.of(sftp));
        knownHosts = folder.resolveSibling("known_hosts");
        try {
            server.start();
            writeKnownHosts(knownHosts, server.getPort(), KEY.getPublic());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Accepts logins with a key only. */
    void requireKey(PublicKey expected) {
        server.setPasswordAuthenticator(null);
        server.setPublickeyAuthenticator(
                (user, key, session) -> KeyUtils.compareKeys(key, expected));
    }

    /** Makes the key known for a proxy at a port. */
    void setKnownPort(int port) throws IOException {
        writeKnownHosts(knownHosts, port, KEY.getPublic());
    }

    static KeyPair key() {
        try {
            return KeyUtils.generateKeyPair("ssh-rsa", 2048);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static void writeKnownHosts(Path file, int port, PublicKey key) throws IOException {
        Files.writeString(
                file, "[127.0.0.1]:%d %s%n".formatted(port, PublicKeyEntry.toString(key)));
    }

    private final class Cutting implements SftpEventListener {
        @Override
        public void reading(
                ServerSession session,
                String remoteHandle,
                FileHandle localHandle,
                long offset,
                byte[] data,
                int dataOffset,
                int dataLen) {
            if (isCutting.getAndSet(false)) {
                ((Session) session).close(true);
            }
        }

        @Override
        public void moving(
                ServerSession session, Path from, Path to, Collection<CopyOption> options)
                throws IOException {
            if (from.getFileName().toString().equals(fixed)) {
                throw new AccessDeniedException(from.toString());
            }
        }
    }

    Path knownHosts() {
        return knownHosts;
    }

    @Override
    public int port() {
        return server.getPort();
    }

    @Override
    public String url(int clientPort) {
        return "sftp://127.0.0.1:" + clientPort;
    }

    @Override
    public String properties() {
        return ", knownHosts: \"" + knownHosts + "\"";
    }

    @Override
    public void cutNextDownload() {
        isCutting.set(true);
    }

    @Override
    public void rejectRenames(String name) {
        fixed = name;
    }

    @Override
    public void close() {
        try {
            server.stop(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
