package io.millrace.benchmarks.scenario;

import io.millrace.benchmarks.Samples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/** Text resources of the benchmarks, and files of the samples. */
public final class Resources {

    private Resources() {}

    /** Returns a text; a relative name is resolved against this package. */
    public static String text(String name) {
        try (InputStream in = Resources.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("resource " + name + " does not exist");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a file of a sample. */
    static byte[] sampleBytes(String sample, String name) {
        try {
            return Files.readAllBytes(Samples.folder(sample).resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a file of a sample as text. */
    public static String sampleText(String sample, String name) {
        return new String(sampleBytes(sample, name), StandardCharsets.UTF_8);
    }
}
