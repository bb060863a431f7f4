package io.millrace.benchmarks.complex;

import io.millrace.engine.message.Bytes;

import java.io.ByteArrayOutputStream;

/** Where a peer writes; what was written is given on without a copy. */
final class Result extends ByteArrayOutputStream {

    Result(int message) {
        super(message + 4096);
    }

    Bytes bytes() {
        return new Bytes(buf, 0, count);
    }
}
