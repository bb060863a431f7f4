package io.millrace.connectors.transfer;

import org.apache.commons.net.ftp.FTPSClient;

import java.io.IOException;
import java.net.Socket;
import java.security.cert.Certificate;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A client of FTP with TLS. The library checks the name in the certificate of the control
 * connection only, so the server must use the same certificate for data connections.
 */
final class FtpsClient extends FTPSClient {

    FtpsClient(boolean isImplicit, SSLContext context) {
        super(isImplicit, context);
    }

    @Override
    protected Socket _openDataConnection_(String command, String argument) throws IOException {
        Socket data = super._openDataConnection_(command, argument);
        if (data instanceof SSLSocket secure
                && _socket_ instanceof SSLSocket control
                && !certificate(secure).equals(certificate(control))) {
            data.close();
            throw new IOException(
                    "the certificate of a data connection is not the certificate of the control"
                            + " connection");
        }
        return data;
    }

    private static Certificate certificate(SSLSocket socket) throws IOException {
        return socket.getSession().getPeerCertificates()[0];
    }
}
