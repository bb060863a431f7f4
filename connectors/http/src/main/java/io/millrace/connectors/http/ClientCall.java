package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.WritableHeaders;
import io.helidon.webclient.http1.Http1ClientRequest;
import io.helidon.webclient.http1.Http1ClientResponse;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Retry;
import io.millrace.engine.resource.Secret;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;

/**
 * A request to a server.
 *
 * @param credentials user and password, or a bearer token without a user
 * @param timeoutMillis maximum time without data from the server
 * @param maxBytes maximum size of the body of the response
 * @param redirects maximum number of redirections that are followed
 * @param retry further attempts to connect
 */
record ClientCall(
        String method,
        String url,
        WritableHeaders<?> headers,
        Bytes body,
        Credentials credentials,
        long timeoutMillis,
        int maxBytes,
        int redirects,
        Retry retry) {

    /**
     * Sends the request and reads the response. Attempts to connect are repeated, and redirections
     * are followed.
     *
     * @throws MillraceException with SERVER_DOWN if the request was not sent, or NO_RESPONSE
     */
    ReceivedResponse send(ServerClient client) {
        ClientCall call = this;
        ReceivedResponse response = call.sendOnce(client);
        for (int followed = 0; followed < redirects; followed++) {
            ClientCall next = call.redirected(response);
            if (next == null) {
                return response;
            }
            call = next;
            response = call.sendOnce(client);
        }
        return response;
    }

    /**
     * Returns the request that a response requires (RFC 9110, 15.4); null if the response is not a
     * redirection. Credentials are not sent to another server.
     */
    private ClientCall redirected(ReceivedResponse response) {
        boolean isRedirection = Set.of(301, 302, 303, 307, 308).contains(response.status());
        if (!isRedirection || !response.headers().contains(HeaderNames.LOCATION)) {
            return null;
        }
        String location = response.headers().get(HeaderNames.LOCATION).get();
        URI from = uri();
        String to;
        try {
            to = from.resolve(new URI(location)).toString();
        } catch (URISyntaxException e) {
            to = location;
        }
        boolean becomesGet =
                response.status() == 303 || response.status() < 303 && method.equals("POST");
        WritableHeaders<?> sent = WritableHeaders.create(headers);
        boolean isSame = to.startsWith(from.getScheme() + "://" + from.getRawAuthority() + "/");
        if (!isSame) {
            sent.remove(HeaderNames.AUTHORIZATION);
            sent.remove(HeaderNames.COOKIE);
        }
        if (becomesGet) {
            sent.remove(HeaderNames.CONTENT_TYPE);
            sent.remove(HeaderNames.CONTENT_ENCODING);
        }
        return new ClientCall(
                becomesGet ? "GET" : method,
                to,
                sent,
                becomesGet ? Bytes.EMPTY : body,
                isSame ? credentials : Credentials.NONE,
                timeoutMillis,
                maxBytes,
                redirects,
                retry);
    }

    private ReceivedResponse sendOnce(ServerClient client) {
        URI uri = uri();
        for (int failures = 1; ; failures++) {
            try {
                return attempt(client, uri);
            } catch (RuntimeException e) {
                MillraceException failure = failure(client).unanswered(e);
                if (failure.code() != ErrorCode.SERVER_DOWN || !retry.pause(failures)) {
                    throw failure;
                }
            }
        }
    }

    private URI uri() {
        try {
            URI uri = new URI(url);
            String scheme = uri.getScheme();
            if (uri.getHost() != null && ("http".equals(scheme) || "https".equals(scheme))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Reported below.
        }
        throw new MillraceException(
                ErrorCode.PROPERTY_VALUE,
                "the URL of a request must have the form http://host/path or https://host/path"
                        + " (found "
                        + shown()
                        + ")");
    }

    private CallFailure failure(ServerClient client) {
        return new CallFailure(method, URI.create(url), shown(), client, timeoutMillis);
    }

    private String shown() {
        return url.isEmpty() ? "no URL" : String.valueOf(Secret.masked(url));
    }

    private ReceivedResponse attempt(ServerClient client, URI uri) {
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        // The client decodes the path and query of a URI. A line break in them would then end the
        // request line.
        Http1ClientRequest request =
                client.request(method, uri)
                        .skipUriEncoding(true)
                        .path(uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery())
                        .readTimeout(Duration.ofMillis(timeoutMillis))
                        .headers(headers);
        authorize(request);
        request.header(HeaderValues.create(HeaderNames.ACCEPT_ENCODING, "gzip, deflate"));
        try (Http1ClientResponse response =
                body.isEmpty() ? request.request() : request.submit(body.toArray())) {
            String line = response.status().codeText() + " " + response.status().reasonPhrase();
            return new ReceivedResponse(
                    response.status().code(),
                    line.strip(),
                    response.headers(),
                    read(response, client));
        }
    }

    private void authorize(Http1ClientRequest request) {
        String secret = credentials.password().reveal();
        if (headers.contains(HeaderNames.AUTHORIZATION)
                || credentials.user().isEmpty() && secret.isEmpty()) {
            return;
        }
        String value =
                credentials.user().isEmpty()
                        ? "Bearer " + secret
                        : basic(credentials.user(), secret);
        request.header(HeaderValues.create(HeaderNames.AUTHORIZATION, false, true, value));
    }

    static String basic(String user, String password) {
        byte[] login = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(login);
    }

    private Bytes read(Http1ClientResponse response, ServerClient client) {
        if (!response.entity().hasEntity()) {
            return Bytes.EMPTY;
        }
        Bytes read;
        Compression compression = Compression.of(response.headers());
        try (var in = compression.decompressed(response.entity().inputStream())) {
            long length = response.headers().contentLength().orElse(-1);
            read =
                    compression == Compression.NONE
                                    && RequestCall.isSmall(length)
                                    && length <= maxBytes
                            ? RequestCall.body(in, (int) length)
                            : RequestCall.unknownBody(in, maxBytes);
        } catch (IOException | RuntimeException e) {
            throw failure(client).incomplete(e);
        }
        if (read == null) {
            throw new MillraceException(
                    ErrorCode.PARSE_LIMIT,
                    "the response of %s exceeds the limit messageBytes (%d)"
                            .formatted(shown(), maxBytes));
        }
        return read;
    }
}
