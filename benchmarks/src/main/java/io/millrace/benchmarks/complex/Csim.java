package io.millrace.benchmarks.complex;

import io.millrace.benchmarks.Samples;

import java.io.IOException;
import java.nio.file.Files;

/** The messages of the sample {@code csim}. */
final class Csim {

    private Csim() {}

    /** Returns the message of {@code 4k}, {@code 16k} or {@code 64k}. */
    static byte[] message(String size) throws IOException {
        return Files.readAllBytes(Samples.folder("csim").resolve("messages/csim-" + size + ".xml"));
    }
}
