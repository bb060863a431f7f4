package io.millrace.benchmarks.scenario;

import io.millrace.benchmarks.Samples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/** Texts beside the classes, and files of the samples. */
public final class Resources {

    private Resources() {}

    /** A text; a relative name begins at this package. */
    public static String text(String name) {
        try (InputStream in = Resources.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file of a sample. */
    static byte[] sampleBytes(String sample, String name) {
        try {
            return Files.readAllBytes(Samples.folder(sample).resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same as a text. */
    public static String sampleText(String sample, String name) {
        return new String(sampleBytes(sample, name), StandardCharsets.UTF_8);
    }
}
