package io.millrace.connectors.transfer;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.JSchHostKeyException;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SftpException;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.nodes.common.transfer.FileTransferProtocol;
import io.millrace.nodes.common.transfer.RemoteFolder;
import io.millrace.nodes.common.transfer.TransferSettings;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/**
 * SFTP version 3 (draft-ietf-secsh-filexfer-02). The key of the server must be in the file of known
 * hosts.
 */
public final class Sftp implements FileTransferProtocol {

    private static final int PORT = 22;

    @Override
    public List<String> schemes() {
        return List.of("sftp");
    }

    @Override
    public RemoteFolder connect(TransferSettings settings) {
        TransferFailures failures = new TransferFailures(settings);
        Session session = null;
        try {
            session = session(settings, failures);
            session.connect(millis(settings.endpoint().connectMillis()));
            session.setTimeout(millis(settings.endpoint().timeoutMillis()));
            ChannelSftp channel = (ChannelSftp) session.openChannel("sftp");
            channel.connect(millis(settings.endpoint().timeoutMillis()));
            enter(channel, settings.directory(), failures);
            return new SftpFolder(session, channel, failures);
        } catch (JSchException e) {
            disconnect(session);
            throw failure(e, settings, failures);
        } catch (MillraceException e) {
            disconnect(session);
            throw e;
        }
    }

    private static int millis(long millis) {
        return (int) Math.min(Integer.MAX_VALUE, millis);
    }

    private static void disconnect(Session session) {
        if (session != null) {
            session.disconnect();
        }
    }

    private static Session session(TransferSettings settings, TransferFailures failures)
            throws JSchException {
        Endpoint endpoint = settings.endpoint();
        Credentials login = endpoint.credentials();
        if (!Files.isRegularFile(settings.knownHosts())) {
            throw new MillraceException(
                    ErrorCode.TRANSFER_REJECTED,
                    """
                    the key of the file server %s cannot be checked: the file %s (knownHosts) does \
                    not exist; write the key of the server to it, for example with ssh-keyscan\
                    """
                            .formatted(failures.server(), settings.knownHosts()));
        }
        JSch library = new JSch();
        library.setKnownHosts(settings.knownHosts().toString());
        String password =
                login.user().isEmpty()
                        ? ""
                        : login.password().reveal("the file server " + failures.server());
        if (settings.privateKey() != null) {
            byte[] passphrase =
                    password.isEmpty() ? null : password.getBytes(StandardCharsets.UTF_8);
            library.addIdentity(settings.privateKey().toString(), passphrase);
        }
        URI uri = URI.create(endpoint.url());
        int port = uri.getPort() < 0 ? PORT : uri.getPort();
        Session session = library.getSession(login.user(), uri.getHost(), port);
        session.setConfig("StrictHostKeyChecking", "yes");
        session.setConfig(
                "PreferredAuthentications",
                settings.privateKey() == null ? "password,keyboard-interactive" : "publickey");
        if (settings.privateKey() == null) {
            session.setPassword(password);
        }
        return session;
    }

    private static void enter(ChannelSftp channel, String directory, TransferFailures failures) {
        try {
            if (!directory.isEmpty()) {
                channel.cd(SftpFolder.quoted(directory));
            }
        } catch (SftpException e) {
            throw failures.rejected("the folder " + directory, TransferFailures.text(e), e);
        }
    }

    private static MillraceException failure(
            JSchException e, TransferSettings settings, TransferFailures failures) {
        if (e instanceof JSchHostKeyException) {
            return new MillraceException(
                    ErrorCode.TRANSFER_REJECTED,
                    """
                    the key of the file server %s is not the one in %s (knownHosts): %s; check \
                    whether it is the right server before you write its key to the file\
                    """
                            .formatted(
                                    failures.server(),
                                    settings.knownHosts(),
                                    TransferFailures.text(e)),
                    e);
        }
        String text = String.valueOf(e.getMessage());
        boolean isLogin =
                text.startsWith("Auth")
                        || text.contains("invalid privatekey")
                        || text.contains("USERAUTH");
        return isLogin
                ? failures.rejected(
                        "the login of the user " + settings.endpoint().credentials().user(),
                        text,
                        e)
                : failures.down(e);
    }
}
