package io.millrace.connectors.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.WritableHeaders;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** A converter between HTTP headers and their folders in message trees. */
final class HttpFolders {

    static final String INPUT = "HTTPInputHeader";
    static final String REPLY = "HTTPReplyHeader";
    static final String REQUEST = "HTTPRequestHeader";
    static final String RESPONSE = "HTTPResponseHeader";

    /** All folders, which are not part of the bytes of a message. */
    static final Set<String> ALL = Set.of(INPUT, REPLY, REQUEST, RESPONSE);

    /** Prefix of fields that are not headers (IIB: "X-Original-HTTP-Command"). */
    private static final String ORIGINAL = "x-original-http-";

    /** Headers of a single connection or of the encoding of the body (RFC 9110, 7.6.1). */
    private static final Set<String> OF_CONNECTION =
            Set.of(
                    "connection",
                    "content-length",
                    "expect",
                    "keep-alive",
                    "proxy-connection",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade");

    /** Headers whose usual names are not capitalized words. */
    private static final Map<String, String> USUAL =
            Map.of(
                    "etag", "ETag",
                    "soapaction", "SOAPAction",
                    "te", "TE",
                    "www-authenticate", "WWW-Authenticate");

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private HttpFolders() {}

    /** Adds the headers to a folder, except headers whose lower-case names are in a set. */
    static void addFields(Element folder, Headers headers, Set<String> without) {
        for (Header header : headers) {
            String key = header.headerName().lowerCase();
            if (!without.contains(key)) {
                String usual = usual(header.name(), key);
                header.allValues().forEach(value -> folder.add(usual, value));
            }
        }
    }

    /** Returns the usual name of a header whose name was received in lower case. */
    private static String usual(String name, String key) {
        if (!name.equals(key)) {
            return name;
        }
        String known = USUAL.get(key);
        if (known != null) {
            return known;
        }
        StringBuilder usual = new StringBuilder(key);
        boolean first = true;
        for (int i = 0; i < usual.length(); i++) {
            if (first) {
                usual.setCharAt(i, Character.toUpperCase(usual.charAt(i)));
            }
            first = usual.charAt(i) == '-';
        }
        return usual.toString();
    }

    /**
     * Adds the fields of a folder to headers, except headers of a single connection.
     *
     * @param folder folder; null for none
     * @throws MillraceException with PROPERTY_VALUE for a name or value that is not allowed
     */
    static void addTo(WritableHeaders<?> headers, Element folder) {
        if (folder == null) {
            return;
        }
        for (Element field = folder.firstChild(); field != null; field = field.next()) {
            String name = field.name();
            String key = name.toLowerCase(Locale.ROOT);
            String value = field.text();
            if (value == null || OF_CONNECTION.contains(key) || key.startsWith(ORIGINAL)) {
                continue;
            }
            if (!TOKEN.matcher(name).matches() || !isValue(value)) {
                throw new MillraceException(
                        ErrorCode.PROPERTY_VALUE,
                        "the field %s of %s cannot be an HTTP header: %s"
                                .formatted(
                                        name,
                                        folder.name(),
                                        isValue(value)
                                                ? "its name must have letters, digits and"
                                                        + " !#$%&'*+-.^_`|~ only, no blanks"
                                                : "its value contains a line break or another"
                                                        + " control character"));
            }
            headers.add(HeaderValues.create(HeaderNames.create(name), value));
        }
    }

    private static boolean isValue(String value) {
        return value.chars().allMatch(c -> c >= ' ' && c != 0x7F || c == '\t');
    }
}
