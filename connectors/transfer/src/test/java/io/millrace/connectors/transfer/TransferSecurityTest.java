package io.millrace.connectors.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Secret;
import io.millrace.nodes.common.transfer.FileTransferProtocol;
import io.millrace.nodes.common.transfer.RemoteFolder;
import io.millrace.nodes.common.transfer.TransferSettings;
import io.millrace.testing.TestCertificates;

import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;

/** The checks of servers and users before a transfer. */
class TransferSecurityTest {

    @TempDir Path folder;
    private Path remote;

    @BeforeEach
    void prepare() throws IOException {
        remote = Files.createDirectories(folder.resolve("server"));
    }

    private TransferSettings settings(FileServer server, String password, Path privateKey) {
        Endpoint endpoint =
                new Endpoint(
                        server.url(server.port()),
                        new Credentials(FileServer.USER, Secret.of(password)));
        return new TransferSettings(
                "partner",
                endpoint,
                "",
                false,
                folder.resolve("known_hosts"),
                privateKey,
                () -> false);
    }

    private static RemoteFolder connect(TransferSettings settings) {
        FileTransferProtocol protocol =
                settings.endpoint().url().startsWith("sftp:") ? new Sftp() : new Ftp();
        return protocol.connect(settings);
    }

    private static void assertRejected(TransferSettings settings, String text) {
        assertThatThrownBy(() -> connect(settings))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSFER_REJECTED))
                .hasMessageContaining(text)
                .hasMessageNotContaining(FileServer.PASSWORD);
    }

    @ParameterizedTest
    @EnumSource
    void aWrongPasswordIsRejected(FileServer.Kind kind) {
        try (FileServer server = kind.start(remote, 0)) {
            assertRejected(
                    settings(server, "wrong", null), "rejected the login of the user partner");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMissingFolderIsRejected(FileServer.Kind kind) {
        try (FileServer server = kind.start(remote, 0)) {
            TransferSettings own = settings(server, FileServer.PASSWORD, null);
            assertRejected(
                    new TransferSettings(
                            own.name(),
                            own.endpoint(),
                            "missing",
                            false,
                            own.knownHosts(),
                            null,
                            own.isStopped()),
                    "rejected the folder missing");
        }
    }

    @Test
    void anUnknownServerIsRejected() throws IOException {
        try (SftpFileServer server = new SftpFileServer(remote, 0)) {
            Files.writeString(server.knownHosts(), "");
            assertRejected(
                    settings(server, FileServer.PASSWORD, null),
                    "the key of the file server sftp://127.0.0.1:" + server.port());
        }
    }

    @Test
    void aServerWithAnotherKeyIsRejected() throws IOException {
        try (SftpFileServer server = new SftpFileServer(remote, 0)) {
            SftpFileServer.writeKnownHosts(
                    server.knownHosts(), server.port(), SftpFileServer.key().getPublic());
            assertRejected(
                    settings(server, FileServer.PASSWORD, null), "check whether it is the right");
        }
    }

    @Test
    void aMissingFileOfKnownHostsIsReported() throws IOException {
        try (SftpFileServer server = new SftpFileServer(remote, 0)) {
            Files.delete(server.knownHosts());
            assertRejected(
                    settings(server, FileServer.PASSWORD, null), "(knownHosts) does not exist");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "pass phrase"})
    void aPrivateKeyReplacesThePassword(String passphrase) throws Exception {
        KeyPair key = SftpFileServer.key();
        Path file = folder.resolve("id");
        OpenSSHKeyEncryptionContext encryption = null;
        if (!passphrase.isEmpty()) {
            encryption = new OpenSSHKeyEncryptionContext();
            encryption.setPassword(passphrase);
            encryption.setCipherName("AES");
            encryption.setCipherType("256");
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "", encryption, out);
        }
        try (SftpFileServer server = new SftpFileServer(remote, 0)) {
            server.requireKey(key.getPublic());
            Files.writeString(remote.resolve("a"), "1");
            try (RemoteFolder found = connect(settings(server, passphrase, file))) {
                assertThat(found.list("")).extracting(f -> f.name()).containsExactly("a");
            }
            assertRejected(
                    settings(server, FileServer.PASSWORD, null),
                    "rejected the login of the user partner");
        }
    }

    @Test
    void filesAndPasswordsOfFtpAreEncryptedWithTls() throws Exception {
        TestCertificates.make(folder, "server");
        TestCertificates.make(folder, "stranger");
        Path source = Files.writeString(folder.resolve("source"), "1");
        Path store = folder.resolve("server.p12");
        try (FtpFileServer server = new FtpFileServer(remote, 0, store, store)) {
            try (RemoteFolder found = connect(tls(server, "server"))) {
                found.upload(source, "a");
                found.download("a", 1, folder.resolve("target"));
                assertThat(folder.resolve("target")).hasContent("1");
            }
            assertThatThrownBy(() -> connect(tls(server, "stranger")))
                    .hasMessageStartingWith("TLS with the file server ftp://")
                    .hasMessageContaining("its certificate is not issued by an authority in ");
        }
    }

    @Test
    void aDataConnectionWithAnotherCertificateIsRejected() throws Exception {
        TestCertificates.make(folder, "server");
        TestCertificates.make(folder, "stranger");
        Files.writeString(
                folder.resolve("both.pem"),
                Files.readString(folder.resolve("server.pem"))
                        + Files.readString(folder.resolve("stranger.pem")));
        Path source = Files.writeString(folder.resolve("source"), "1");
        try (FtpFileServer server =
                        new FtpFileServer(
                                remote,
                                0,
                                folder.resolve("server.p12"),
                                folder.resolve("stranger.p12"));
                RemoteFolder found = connect(tls(server, "both"))) {
            assertThatThrownBy(() -> found.upload(source, "a"))
                    .hasMessageContaining("certificate of the control connection");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFileIsKeptIfItCannotBeReplaced(FileServer.Kind kind) throws IOException {
        try (FileServer server = kind.start(remote, 0);
                RemoteFolder found = connect(settings(server, FileServer.PASSWORD, null))) {
            Files.writeString(remote.resolve("old"), "old");
            Files.writeString(remote.resolve("new"), "new");
            server.rejectRenames("new");
            assertThatThrownBy(() -> found.rename("new", "old"))
                    .hasMessageContaining("rejected to rename the file new to old");
            assertThat(remote.resolve("old")).hasContent("old");
            assertThat(remote.resolve("new")).hasContent("new");
            assertThat(remote.resolve(".replaced-new")).doesNotExist();
        }
    }

    private TransferSettings tls(FileServer server, String trusted) {
        TransferSettings plain = settings(server, FileServer.PASSWORD, null);
        return new TransferSettings(
                plain.name(),
                plain.endpoint()
                        .withTls(Certificates.trust(trusted, folder.resolve(trusted + ".pem"))),
                "",
                false,
                plain.knownHosts(),
                null,
                plain.isStopped());
    }

    @ParameterizedTest
    @EnumSource
    void namesWithSpecialCharactersAreTransferred(FileServer.Kind kind) throws IOException {
        try (FileServer server = kind.start(remote, 0);
                RemoteFolder found = connect(settings(server, FileServer.PASSWORD, null))) {
            Path source = Files.writeString(folder.resolve("source"), "\u00E4\r\n1");
            String name = "a b*[1]?\u00E4";
            found.createFolder("new/inner");
            found.upload(source, "new/inner/" + name);
            found.upload(source, "new/inner/" + name);
            assertThat(found.list("new/inner")).extracting(f -> f.name()).containsExactly(name);
            Path target = folder.resolve("target");
            found.download("new/inner/" + name, Files.size(source), target);
            assertThat(target).hasSameBinaryContentAs(source);
            assertThat(found.rename("new/inner/" + name, "b")).isTrue();
            assertThat(found.rename("new/inner/" + name, "b")).isFalse();
            found.upload(source, "c");
            assertThat(found.rename("c", "b")).as("replaces").isTrue();
            found.delete("b");
            found.delete("b");
            assertThat(found.list("")).isEmpty();
            assertThat(found.list("missing")).isEmpty();
            assertThat(found.isOpen()).isTrue();
        }
    }
}
