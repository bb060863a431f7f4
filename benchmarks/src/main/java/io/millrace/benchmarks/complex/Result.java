package io.millrace.benchmarks.complex;

import io.millrace.engine.message.Bytes;

import java.io.ByteArrayOutputStream;

/** Output of a peer, which is passed on without a copy. */
final class Result extends ByteArrayOutputStream {

    Result(int message) {
        super(message + 4096);
    }

    Bytes bytes() {
        return new Bytes(buf, 0, count);
    }
}
