package io.millrace.server.api;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/** The body of a request. For one thread. */
final class RequestBody {

    private static final int BUFFER = 1 << 16;

    private final Supplier<InputStream> source;
    private InputStream opened;

    RequestBody(Supplier<InputStream> source) {
        this.source = source;
    }

    /** Returns the same stream each time. */
    InputStream stream() {
        if (opened == null) {
            opened = source.get();
        }
        return opened;
    }

    /**
     * Reads the rest of the body up to a number of bytes. A client that still sends when the
     * connection is closed does not read the response.
     */
    void skip(long maxBytes) {
        try {
            InputStream in = stream();
            byte[] buffer = new byte[BUFFER];
            long left = maxBytes;
            for (int n = 0; n >= 0 && left > 0; left -= n) {
                n = in.read(buffer);
            }
        } catch (IOException | RuntimeException e) {
            // The stream is closed or the client has gone: nothing is left to read.
        }
    }
}
