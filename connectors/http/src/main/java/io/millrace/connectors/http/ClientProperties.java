package io.millrace.connectors.http;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.ResourceSet;
import io.millrace.engine.resource.Retry;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The properties of nodes that send requests.
 *
 * @param endpoint name of the endpoint; empty if there is none
 * @param url URL of the node; empty if the URL of the endpoint applies
 * @param proxy name of the proxy endpoint; empty if the proxy of the endpoint applies
 * @param timeoutMillis timeout of the node; 0 if the timeout of the endpoint applies
 * @param compresses whether the bodies of requests are compressed with gzip
 * @param redirects maximum number of redirections
 */
record ClientProperties(
        String endpoint,
        String url,
        String credentials,
        String tls,
        String proxy,
        long timeoutMillis,
        boolean compresses,
        int redirects) {

    /** Properties of the server. */
    static final String SERVER =
            """
            endpoint [ENDPOINT]: Name of the endpoint of the server. Its credentials, certificates,
              timeouts, retries and pool apply.
            url [TEXT, alias URLSpecifier]: URL of the server, or a path that is appended to the
              URL of the endpoint.
            credentials [CREDENTIALS]: Name of the credentials, instead of the credentials of the
              endpoint. A
              password without a user is sent as a bearer token.
            tls [CERTIFICATES]: Name of the certificates, instead of the certificates of the
              endpoint.
            proxy [ENDPOINT]: Name of the endpoint of an HTTP proxy with the URL `http://host:port`,
              instead of the proxy of the endpoint.
            timeout [SECONDS 0..86400 = 0, alias timeoutForServer]: Maximum time without data from
              the server, in seconds. 0 for the timeout of the endpoint; without an endpoint, 30 s.
            """;

    /** Properties of the request. */
    static final String REQUEST =
            """
            requestCompressionType [none|gzip = none]: Compression of the body. It is not applied to
              a body with a Content-Encoding in HTTPRequestHeader.
            maxRedirects [INTEGER 0..100 = 0]: Maximum number of redirections that the node follows.
            """;

    /** Properties of the response. */
    static final String RESPONSE =
            """
            domain [DOMAIN, alias messageDomainProperty]: Domain of the response. The default is
              JSON or XMLNSC for a Content-Type of JSON or XML, MIME for multipart, and otherwise BLOB.
            messageSet [TEXT, alias messageSetProperty]: Message set of the response.
            messageType [TEXT, alias messageTypeProperty]: Name of the response in its message set.
            messageFormat [TEXT, alias messageFormatProperty]: Physical format of the response.
            """;

    private static final Endpoint DEFAULT = new Endpoint("http://unspecified", Credentials.NONE);

    private static boolean isUrl(String url) {
        try {
            String host = new URI(url).getHost();
            return url.matches("https?://.*") && host != null && !host.isEmpty();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    static ClientProperties of(NodeDefinition node, DeployContext context) {
        String endpoint = node.text("endpoint");
        String url = node.text("url").strip();
        boolean isPath = url.startsWith("/");
        if (isPath && endpoint.isEmpty()) {
            error(
                    node,
                    context,
                    "url",
                    "url is a path, so endpoint is required (found " + url + ")");
        } else if (!url.isEmpty() && !isPath && !isUrl(url)) {
            error(
                    node,
                    context,
                    "url",
                    "url must have the form https://host/path or /path (found " + url + ")");
        } else if (!Endpoint.hasValidPort(url)) {
            error(node, context, "url", "the port in url must be 1 to 65535 (found " + url + ")");
        } else if (!url.isEmpty() && !isPath && !endpoint.isEmpty()) {
            error(
                    node,
                    context,
                    "url",
                    "a whole URL cannot be combined with endpoint (found " + url + ")");
        }
        context.requireScheme(endpoint, List.of("http", "https"), node.place("endpoint"));
        context.requireScheme(node.text("proxy"), List.of("http"), node.place("proxy"));
        return new ClientProperties(
                endpoint,
                url,
                node.text("credentials"),
                node.text("tls"),
                node.text("proxy"),
                node.millis("timeout"),
                node.text("requestCompressionType").equals("gzip"),
                node.integer("maxRedirects"));
    }

    private static void error(
            NodeDefinition node, DeployContext context, String property, String text) {
        context.problems().error(ErrorCode.BAD_VALUE, node.place(property), text);
    }

    /**
     * A server in which properties of the node replace properties of the endpoint.
     *
     * @param url URL from the properties; empty if there is none
     * @param own credentials of the node; null if the credentials of the endpoint apply
     */
    record Server(String url, Endpoint endpoint, Credentials own, long timeoutMillis, Retry retry) {

        /**
         * Returns the credentials of a request. The credentials of the endpoint are only for its
         * own server, not for a server that a message specifies.
         */
        Credentials credentials(boolean isOwnServer) {
            if (own != null) {
                return own;
            }
            return isOwnServer ? endpoint.credentials() : Credentials.NONE;
        }
    }

    Server server(NodeContext context) {
        ResourceSet resources = context.resources();
        Endpoint found = endpoint.isEmpty() ? DEFAULT : resources.endpoints().get(endpoint);
        Credentials login = resources.credentials().get(credentials);
        Certificates files = resources.certificates().get(tls);
        Endpoint via = resources.endpoints().get(proxy);
        if (found == null
                || via == null && !proxy.isEmpty()
                || login == null && !credentials.isEmpty()
                || files == null && !tls.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_RESOURCE,
                    "%s: the endpoint, credentials or certificates are not declared (found %s)"
                            .formatted(
                                    context.label(),
                                    String.join(" ", endpoint, credentials, tls, proxy).strip()));
        }
        if (via != null && !Endpoint.isProxyUrl(via.url())) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_RESOURCE,
                    "%s: the endpoint of a proxy must have a URL of the form http://host:port"
                                    .formatted(context.label())
                            + " (found "
                            + via
                            + ")");
        }
        Endpoint secured = files == null ? found : found.withTls(files);
        return new Server(
                url(found),
                via == null ? secured : secured.withProxy(via),
                login,
                timeoutMillis == 0 ? found.timeoutMillis() : timeoutMillis,
                found.retry());
    }

    private String url(Endpoint server) {
        if (endpoint.isEmpty()) {
            return url;
        }
        String base = server.url();
        return base.endsWith("/") && url.startsWith("/") ? base + url.substring(1) : base + url;
    }

    /** Returns a URL with the parameters in LocalEnvironment.Destination.HTTP.QueryString. */
    static String withQuery(String url, Element http) {
        Element query = http == null ? null : http.child("QueryString");
        if (query == null) {
            return url;
        }
        StringBuilder all = new StringBuilder(url);
        char separator = url.indexOf('?') < 0 ? '?' : '&';
        for (Element field = query.firstChild(); field != null; field = field.next()) {
            String text = field.text() == null ? "" : field.text();
            all.append(separator).append(encoded(field.name())).append('=').append(encoded(text));
            separator = '&';
        }
        return all.toString();
    }

    /** Encodes text for a segment of a path or a query. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns the timeout of a request in milliseconds. */
    static long timeout(Element http, long millis) {
        String text = http == null ? null : http.textOf("Timeout");
        if (text == null) {
            return millis;
        }
        try {
            long given = new BigDecimal(text.strip()).movePointRight(3).longValue();
            if (given > 0) {
                return given;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new MillraceException(
                ErrorCode.PROPERTY_VALUE,
                "LocalEnvironment.Destination.HTTP.Timeout must be a positive number of seconds"
                        + " (found "
                        + text
                        + ")");
    }
}
