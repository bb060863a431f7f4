package io.millrace.benchmarks;

import io.millrace.benchmarks.result.ResultFile;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.parser.ParserRegistry;

import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads resources of the benchmarks and files of the samples. */
public final class Resources {

    private Resources() {}

    /**
     * Returns the text of a resource. A relative name is resolved against the package of the
     * benchmarks.
     */
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

    /** Reads a YAML file as a list of records. */
    public static <T> List<T> list(String file, Class<T> type) {
        return ResultFile.JSON.convertValue(
                yaml(file),
                ResultFile.JSON.getTypeFactory().constructCollectionType(List.class, type));
    }

    /** Reads a YAML file. */
    static Object yaml(String file) {
        return new Load(LoadSettings.builder().setLabel(file).build()).loadFromString(text(file));
    }

    /**
     * Returns a file of the samples. The samples are in the folder that the launcher specifies, in
     * the working directory, or in its parent, as in tests of a module.
     */
    public static Path sample(String file) {
        Path root = Path.of(System.getProperty("millrace.root", ""));
        Path path = root.resolve("samples").resolve(file);
        return Files.exists(path) ? path : Path.of("..", "samples", file);
    }

    /** Returns the text of a file of the samples. */
    public static String sampleText(String file) {
        return new String(sampleBytes(file), StandardCharsets.UTF_8);
    }

    public static byte[] sampleBytes(String file) {
        try {
            return Files.readAllBytes(sample(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all parsers, including those of a model. */
    public static ParserRegistry parsers(String file, String model) {
        Problems problems = new Problems();
        ParserRegistry parsers =
                ParserRegistry.load(Resources.class.getClassLoader())
                        .with(List.of(new Source(file, model)), problems);
        problems.throwIfErrors();
        return parsers;
    }
}
