package io.millrace.server.client;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Listener;
import io.millrace.server.api.AccessToken;
import io.millrace.server.deploy.ServerHome;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;

/**
 * The address of a server.
 *
 * @param url URL of its API
 * @param token token of its API
 * @param tls context with the trusted authorities; null for the authorities of the JDK
 * @param trust file of these authorities; null for the authorities of the JDK
 * @param origin description of the server in messages
 * @param advice what to do if the server cannot be connected
 * @param silentAdvice what to do if the server is connected and does not answer
 * @param tokenFile file of the token
 * @param ofHome whether the URL is that of the server on a home, instead of an option
 */
public record ServerAddress(
        URI url,
        String token,
        SSLContext tls,
        Path trust,
        String origin,
        String advice,
        String silentAdvice,
        Path tokenFile,
        boolean ofHome) {

    private static final int MAX_PORT = 65_535;

    /** Name of the option with the file of the authorities. */
    static final String TRUST = "--trust";

    private static final String COPY =
            """
            save the token that ./millrace users token has printed, or copy server/token of the \
            home folder of the server again\
            """;

    private static final String CHECK_URL =
            """
            check that it runs, and that the URL has the administration port (server/address in \
            its home folder)\
            """;

    private static final String START = "start a server with ./millrace server --home FOLDER";

    /** Name of the option that permits plain text. */
    static final String PLAIN = "--plain-text";

    /**
     * Returns the address of the server that runs on a home folder of this machine.
     *
     * @param tokenFile file with the token of a user; null for the token of the server
     * @param trust PEM file with trusted authorities; null for the authorities of the JDK
     * @throws MillraceException with SERVER_UNREACHABLE if none runs, or with FILE_UNREADABLE if
     *     this user cannot read the token
     */
    public static ServerAddress ofHome(Path home, Path tokenFile, Path trust) {
        Path folder = ServerHome.folder(home);
        // Another process can have the port of a server that was killed. It must not get the token.
        if (!Files.isDirectory(home) || !ServerHome.isLocked(home)) {
            throw notRunning(home);
        }
        URI url = address(home, folder.resolve(ServerHome.ADDRESS));
        Path ownToken = folder.resolve(AccessToken.FILE);
        return new ServerAddress(
                url,
                tokenFile == null
                        ? AccessToken.read(ownToken, AccessToken.ADVICE)
                        : AccessToken.read(tokenFile, COPY),
                tls(trust),
                trust,
                "the server on " + home,
                start(home),
                silent(url),
                tokenFile == null ? ownToken : tokenFile,
                true);
    }

    /** Reads the file in which a server has written the URL of its API. */
    private static URI address(Path home, Path file) {
        String found;
        try {
            found = Files.readString(file).strip();
        } catch (NoSuchFileException e) {
            throw new MillraceException(
                    ErrorCode.SERVER_UNREACHABLE,
                    "the server on %s is starting or ending, because %s does not exist; repeat the command; if the file was deleted, restart the server, which writes it again"
                            .formatted(home, file));
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
        return url(found)
                .orElseThrow(
                        () ->
                                new MillraceException(
                                        ErrorCode.SERVER_UNREACHABLE,
                                        "the file %s must contain the URL of the server (found '%s'); restart the server, which writes it again"
                                                .formatted(file, PrintableText.line(found))));
    }

    private static MillraceException notRunning(Path home) {
        String text =
                !Files.exists(home)
                        ? "the home folder %s does not exist, so no server runs on it; correct"
                                + " --home, or %s"
                        : isOther(home)
                                ? "%s is not the home folder of a server; specify that folder with"
                                        + " --home, or %s"
                                : "no server runs on %s; %s";
        return new MillraceException(
                ErrorCode.SERVER_UNREACHABLE,
                text.formatted(home, isOther(home) ? START : start(home)));
    }

    /** Whether a path exists but is not a home folder: a file, or a folder with other files. */
    private static boolean isOther(Path home) {
        if (!Files.isDirectory(home)) {
            return Files.exists(home);
        }
        try (Stream<Path> files = Files.list(home)) {
            return !Files.isDirectory(ServerHome.folder(home)) && files.findAny().isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    private static String start(Path home) {
        return "start one with ./millrace server --home " + home;
    }

    /**
     * Returns the recommended action if a process has locked the home folder and does not respond.
     */
    private static String silent(URI url) {
        return """
        its process runs, but is suspended or overloaded; find it with ss -ltnp 'sport = :%d', \
        then resume it or restart the server\
        """
                .formatted(url.getPort());
    }

    /**
     * Returns the address of a server with a URL.
     *
     * @param plainText whether the token is also sent to another machine without TLS
     * @throws MillraceException with PLAIN_TEXT if the URL requires this permission
     */
    public static ServerAddress of(String url, Path tokenFile, Path trust, boolean plainText) {
        URI uri = uri(url);
        String host = uri.getHost().replaceAll("[\\[\\]]", "");
        if (uri.getScheme().equals("http") && !plainText && !Listener.isLoopback(host)) {
            throw new MillraceException(
                    ErrorCode.PLAIN_TEXT,
                    """
                    the token would be sent to %s without TLS, readable by others in the network; \
                    write https:// in the URL and open the port of the server with TLS \
                    (administration: {tls: NAME} in broker.yaml), or permit it with %s\
                    """
                            .formatted(host, PLAIN));
        }
        return new ServerAddress(
                uri,
                AccessToken.read(tokenFile, COPY),
                tls(trust),
                trust,
                "the server " + url,
                CHECK_URL,
                CHECK_URL,
                tokenFile,
                false);
    }

    private static URI uri(String url) {
        return url(url).orElseThrow(
                        () ->
                                new MillraceException(
                                        ErrorCode.USAGE,
                                        "--server must be a URL such as https://host:7700, with a port from 1 to %d (found %s)"
                                                .formatted(MAX_PORT, url)));
    }

    /** Returns the URL of a server; empty if the text has another form. */
    private static Optional<URI> url(String text) {
        try {
            URI uri = URI.create(text);
            boolean known = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            boolean isUrl =
                    known
                            && uri.getHost() != null
                            && uri.getPort() <= MAX_PORT
                            && uri.getPort() != 0;
            return isUrl ? Optional.of(uri) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static SSLContext tls(Path trust) {
        if (trust == null) {
            return null;
        }
        Certificates authorities = Certificates.trust(TRUST, trust);
        try {
            return CertificateFiles.context(authorities);
        } catch (MillraceException e) {
            throw new MillraceException(
                    e.code(),
                    "%s must be a PEM file with the certificate of the authority of the server: %s; correct the path, or copy the file from the machine of the server"
                            .formatted(TRUST, CertificateFiles.reasonOrText(authorities, e)));
        }
    }
}
