package io.millrace.connectors.transfer;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.nodes.common.transfer.FileTransferProtocol;
import io.millrace.nodes.common.transfer.RemoteFolder;
import io.millrace.nodes.common.transfer.TransferSettings;

import org.apache.commons.net.ftp.FTP;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPReply;
import org.apache.commons.net.ftp.FTPSClient;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;

import javax.net.ssl.SSLContext;

/**
 * FTP in passive mode (RFC 959, RFC 3659), plain or with TLS (RFC 4217). With {@code ftp} and
 * certificates, the connection begins in plain text and changes to TLS before the login. With
 * {@code ftps}, the connection begins with TLS.
 */
public final class Ftp implements FileTransferProtocol {

    private static final String IMPLICIT = "ftps";
    private static final int PORT = 21;
    private static final int IMPLICIT_PORT = 990;

    @Override
    public List<String> schemes() {
        return List.of("ftp", IMPLICIT);
    }

    @Override
    public RemoteFolder connect(TransferSettings settings) {
        TransferFailures failures = new TransferFailures(settings);
        URI uri = URI.create(settings.endpoint().url());
        FTPClient client = client(uri, settings.endpoint());
        try {
            open(client, uri, settings.endpoint(), failures);
            logIn(client, settings.endpoint().credentials(), failures);
            prepare(client, settings, failures);
            return new FtpFolder(client, settings, failures);
        } catch (IOException e) {
            FtpFolder.disconnect(client);
            throw failures.down(e);
        } catch (MillraceException e) {
            FtpFolder.disconnect(client);
            throw e;
        }
    }

    private static FTPClient client(URI uri, Endpoint endpoint) {
        boolean isImplicit = IMPLICIT.equals(uri.getScheme());
        boolean isPlain = endpoint.tls() == null || endpoint.tls() == Certificates.NONE;
        FTPClient client =
                isPlain && !isImplicit
                        ? new FTPClient()
                        : secure(isImplicit, isPlain ? null : endpoint.tls());
        client.setConnectTimeout((int) Math.min(Integer.MAX_VALUE, endpoint.connectMillis()));
        client.setDefaultTimeout((int) Math.min(Integer.MAX_VALUE, endpoint.timeoutMillis()));
        client.setDataTimeout(Duration.ofMillis(endpoint.timeoutMillis()));
        client.setControlEncoding(StandardCharsets.UTF_8.name());
        return client;
    }

    private static FTPClient secure(boolean isImplicit, Certificates tls) {
        FtpsClient client = new FtpsClient(isImplicit, context(tls));
        client.setEndpointCheckingEnabled(true);
        client.setEnabledProtocols(CertificateFiles.PROTOCOLS.toArray(String[]::new));
        client.setEnabledCipherSuites(CertificateFiles.CIPHERS.toArray(String[]::new));
        return client;
    }

    private static SSLContext context(Certificates tls) {
        try {
            return tls == null ? SSLContext.getDefault() : CertificateFiles.context(tls);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void open(
            FTPClient client, URI uri, Endpoint endpoint, TransferFailures failures)
            throws IOException {
        int standard = IMPLICIT.equals(uri.getScheme()) ? IMPLICIT_PORT : PORT;
        client.connect(uri.getHost(), uri.getPort() < 0 ? standard : uri.getPort());
        client.setSoTimeout((int) Math.min(Integer.MAX_VALUE, endpoint.timeoutMillis()));
        if (!FTPReply.isPositiveCompletion(client.getReplyCode())) {
            throw failures.rejected("the connection", client.getReplyString().strip(), null);
        }
    }

    private static void logIn(FTPClient client, Credentials login, TransferFailures failures)
            throws IOException {
        boolean isAnonymous = login.user().isEmpty();
        String user = isAnonymous ? "anonymous" : login.user();
        String password =
                isAnonymous ? "" : login.password().reveal("the file server " + failures.server());
        if (!client.login(user, password)) {
            throw failures.rejected(
                    "the login of the user " + user, client.getReplyString().strip(), null);
        }
        if (client instanceof FTPSClient secure) {
            secure.execPBSZ(0);
            secure.execPROT("P");
        }
    }

    private static void prepare(
            FTPClient client, TransferSettings settings, TransferFailures failures)
            throws IOException {
        client.enterLocalPassiveMode();
        client.setFileType(settings.ascii() ? FTP.ASCII_FILE_TYPE : FTP.BINARY_FILE_TYPE);
        String directory = settings.directory();
        if (!directory.isEmpty() && !client.changeWorkingDirectory(directory)) {
            throw failures.rejected(
                    "the folder " + directory, client.getReplyString().strip(), null);
        }
    }
}
