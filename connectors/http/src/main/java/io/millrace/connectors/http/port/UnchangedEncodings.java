package io.millrace.connectors.http.port;

import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncoding;

import java.util.Set;

/**
 * The usual content encodings of bodies. The server accepts them and leaves the body unchanged; the
 * node decompresses it. Helidon refuses other encodings with status 400.
 */
final class UnchangedEncodings implements ContentEncoding {

    @Override
    public Set<String> ids() {
        return Set.of("gzip", "x-gzip", "deflate", "compress", "br", "zstd");
    }

    @Override
    public boolean supportsEncoding() {
        return false;
    }

    @Override
    public boolean supportsDecoding() {
        return true;
    }

    @Override
    public ContentDecoder decoder() {
        return ContentDecoder.NO_OP;
    }

    @Override
    public ContentEncoder encoder() {
        return ContentEncoder.NO_OP;
    }

    @Override
    public String name() {
        return "unchanged";
    }

    @Override
    public String type() {
        return name();
    }
}
