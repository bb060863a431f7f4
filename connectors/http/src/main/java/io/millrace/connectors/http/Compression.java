package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.millrace.engine.message.Bytes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;

/** The compression of a body, as in its Content-Encoding header (RFC 9110, 8.4.1). */
enum Compression {
    NONE,
    GZIP,
    DEFLATE,
    /** An encoding that cannot be decompressed. */
    OTHER;

    /** Returns the compression of a body with headers. */
    static Compression of(Headers headers) {
        if (!headers.contains(HeaderNames.CONTENT_ENCODING)) {
            return NONE;
        }
        String name = headers.get(HeaderNames.CONTENT_ENCODING).values();
        return switch (name.strip().toLowerCase(Locale.ROOT)) {
            case "", "identity" -> NONE;
            case "gzip", "x-gzip" -> GZIP;
            case "deflate" -> DEFLATE;
            default -> OTHER;
        };
    }

    /** Returns the decompressed bytes. Bytes with another encoding are returned unchanged. */
    InputStream decompressed(InputStream in) throws IOException {
        return switch (this) {
            case GZIP -> new GZIPInputStream(in);
            case DEFLATE -> new InflaterInputStream(in);
            case NONE, OTHER -> in;
        };
    }

    /** Returns bytes compressed with gzip. */
    static Bytes gzip(Bytes bytes) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream(bytes.length() / 2 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(bytes.toArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Bytes.of(zipped.toByteArray());
    }
}
