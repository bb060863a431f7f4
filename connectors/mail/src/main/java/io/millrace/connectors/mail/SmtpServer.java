package io.millrace.connectors.mail;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Listener;
import io.millrace.engine.resource.Retry;

import jakarta.mail.Session;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Properties;

import javax.net.ssl.SSLSocketFactory;

/**
 * A server that accepts e-mails.
 *
 * @param security protection of the connection
 * @param tls certificates; null for the authorities of the JDK
 * @param timeoutMillis maximum time without an answer
 * @param connectMillis maximum time to connect
 * @param retry further attempts to connect
 */
record SmtpServer(
        Address address,
        Security security,
        Certificates tls,
        Credentials credentials,
        long timeoutMillis,
        long connectMillis,
        Retry retry) {

    /** Protection of a connection. */
    enum Security {
        PLAIN_TEXT,
        /**
         * The connection begins in plain text. The connection must be encrypted before the login.
         */
        STARTTLS,
        TLS
    }

    /** Host and port of a server. */
    record Address(String host, int port) {

        private static final int RELAY = 25;

        /**
         * Reads a host with an optional port.
         *
         * @param name name of the text in a failure
         * @throws MillraceException with PROPERTY_VALUE
         */
        static Address of(String name, String text) {
            try {
                URI uri = new URI("smtp://" + text.strip());
                if (uri.getHost() != null
                        && uri.getUserInfo() == null
                        && Endpoint.hasValidPort(uri.toString())
                        && uri.getRawPath().isEmpty()
                        && uri.getQuery() == null
                        && uri.getFragment() == null) {
                    return of(uri, RELAY);
                }
            } catch (URISyntaxException e) {
                // Reported below.
            }
            throw new MillraceException(
                    ErrorCode.PROPERTY_VALUE,
                    "%s must have the form host or host:port, with a port of 1 to 65535 (found %s)"
                            .formatted(name, text));
        }

        private static Address of(URI uri, int standard) {
            return new Address(uri.getHost(), uri.getPort() < 0 ? standard : uri.getPort());
        }

        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /** Standard ports for the submission of e-mails (RFC 6409, RFC 8314). */
    private static final int SUBMISSION = 587;

    private static final int SUBMISSIONS = 465;

    /**
     * Returns the server of an endpoint.
     *
     * @throws MillraceException with BAD_VALUE if the URL of the endpoint does not have the form
     *     for a mail server
     */
    static SmtpServer of(String name, Endpoint endpoint) {
        URI uri = URI.create(endpoint.url());
        boolean isTls = "smtps".equals(uri.getScheme());
        if (!isTls && !"smtp".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE,
                    "the endpoint %s must have a URL of the form smtp://host:port or"
                                    .formatted(name)
                            + " smtps://host:port (found "
                            + endpoint
                            + ")");
        }
        Address address = Address.of(uri, isTls ? SUBMISSIONS : SUBMISSION);
        return new SmtpServer(
                address,
                isTls ? Security.TLS : security(address, endpoint.tls()),
                endpoint.tls() == Certificates.NONE ? null : endpoint.tls(),
                endpoint.credentials(),
                endpoint.timeoutMillis(),
                endpoint.connectMillis(),
                endpoint.retry());
    }

    /** Returns a server without an endpoint. */
    static SmtpServer of(Address address, Certificates tls) {
        return new SmtpServer(
                address,
                security(address, tls),
                tls,
                Credentials.NONE,
                Endpoint.DEFAULT_TIMEOUT_MILLIS,
                Endpoint.DEFAULT_CONNECT_MILLIS,
                Retry.NONE);
    }

    /**
     * Returns the protection of a connection. Without certificates, only connections to this
     * machine are in plain text.
     */
    private static Security security(Address address, Certificates tls) {
        boolean isPlain =
                tls == null ? Listener.isLoopback(address.host()) : tls == Certificates.NONE;
        return isPlain ? Security.PLAIN_TEXT : Security.STARTTLS;
    }

    /** Returns this server with other certificates; null keeps the current certificates. */
    SmtpServer withTls(Certificates other) {
        return other == null
                ? this
                : new SmtpServer(
                        address,
                        security == Security.TLS ? security : Security.STARTTLS,
                        other,
                        credentials,
                        timeoutMillis,
                        connectMillis,
                        retry);
    }

    /** Returns this server with other credentials; null keeps the current credentials. */
    SmtpServer withCredentials(Credentials other) {
        return other == null
                ? this
                : new SmtpServer(
                        address, security, tls, other, timeoutMillis, connectMillis, retry);
    }

    /** Returns this server with another timeout; 0 keeps the current timeout. */
    SmtpServer withTimeout(long millis) {
        return millis == 0
                ? this
                : new SmtpServer(address, security, tls, credentials, millis, connectMillis, retry);
    }

    /**
     * Returns a session for one e-mail. The current contents of the certificates apply.
     *
     * @throws MillraceException with CERTIFICATES_UNUSABLE
     */
    Session session() {
        Properties settings = new Properties();
        set(settings, "connectiontimeout", connectMillis);
        set(settings, "timeout", timeoutMillis);
        set(settings, "writetimeout", timeoutMillis);
        set(settings, "auth", !credentials.user().isEmpty());
        set(settings, "auth.mechanisms", "PLAIN LOGIN");
        set(settings, "starttls.enable", security == Security.STARTTLS);
        set(settings, "starttls.required", security == Security.STARTTLS);
        set(settings, "ssl.enable", security == Security.TLS);
        set(settings, "ssl.checkserveridentity", true);
        set(settings, "ssl.protocols", String.join(" ", CertificateFiles.PROTOCOLS));
        set(settings, "ssl.ciphersuites", String.join(" ", CertificateFiles.CIPHERS));
        // The e-mail is sent to all recipients or to none.
        set(settings, "sendpartial", false);
        set(settings, "quitwait", false);
        set(settings, "socketFactory.fallback", false);
        SSLSocketFactory factory =
                tls == null
                        ? (SSLSocketFactory) SSLSocketFactory.getDefault()
                        : CertificateFiles.context(tls).getSocketFactory();
        settings.put("mail.smtp.socketFactory", AnswerLimit.plainText());
        settings.put("mail.smtp.ssl.socketFactory", AnswerLimit.tls(factory));
        return Session.getInstance(settings);
    }

    private static void set(Properties settings, String name, Object value) {
        settings.setProperty("mail.smtp." + name, value.toString());
    }

    @Override
    public String toString() {
        return (security == Security.TLS ? "smtps://" : "smtp://") + address;
    }
}
