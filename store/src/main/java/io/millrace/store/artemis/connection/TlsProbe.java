package io.millrace.store.artemis.connection;

import io.millrace.engine.resource.Certificates;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A TLS handshake with a broker that finds the reason why Artemis could not connect. */
public final class TlsProbe {

    private static final int TIMEOUT_MILLIS = 2_000;

    /** Host and port of the first broker in a URL. */
    private static final Pattern ADDRESS =
            Pattern.compile("//(?:\\[([^]]+)]|([^:/?,()]+)):(\\d{1,5})");

    private static final String NO_TLS =
            """
            it accepts connections, but no TLS; use the port of an acceptor with TLS, or set tls \
            to none\
            """;

    private TlsProbe() {}

    /**
     * Returns the reason why the TLS handshake with the first broker of a URL fails, and what to
     * do; empty if the handshake succeeds, TLS is not configured, or the broker accepts no
     * connections.
     */
    public static String reason(String url, Certificates tls) {
        Matcher address = ADDRESS.matcher(url);
        if (tls == null || tls == Certificates.NONE || !address.find()) {
            return "";
        }
        String host = address.group(1) == null ? address.group(2) : address.group(1);
        int port = Integer.parseInt(address.group(3));
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            plain.setSoTimeout(TIMEOUT_MILLIS);
            return handshake(plain, host, port, tls);
        } catch (IOException | IllegalArgumentException e) {
            // The broker accepts no connections.
            return "";
        }
    }

    private static String handshake(Socket plain, String host, int port, Certificates tls) {
        try (SSLSocket socket =
                (SSLSocket)
                        TlsContexts.client(tls)
                                .getSocketFactory()
                                .createSocket(plain, host, port, true)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return "";
        } catch (SSLException e) {
            return reason(e);
        } catch (IOException e) {
            // A port without TLS waits for the rest of a message or closes the connection.
            return NO_TLS;
        }
    }

    private static String reason(SSLException e) {
        String text = String.valueOf(e.getMessage());
        return text.contains("SSL message")
                ? NO_TLS
                : "the TLS handshake failed: "
                        + text
                        + "; correct the host in the URL, the trusted certificates, or the"
                        + " certificate of the broker";
    }
}
