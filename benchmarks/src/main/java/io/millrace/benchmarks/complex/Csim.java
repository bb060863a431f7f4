package io.millrace.benchmarks.complex;

import io.millrace.benchmarks.Samples;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParserRegistry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The sample {@code csim}: its messages and programs. */
final class Csim {

    static final ParserRegistry PARSERS = ParserRegistry.load(Csim.class.getClassLoader());

    static final Path FOLDER = Samples.folder("csim");

    private Csim() {}

    /**
     * A message.
     *
     * @param size {@code 4k}, {@code 16k} or {@code 64k}
     */
    static byte[] message(String size) throws IOException {
        return Files.readAllBytes(FOLDER.resolve("messages/csim-" + size + ".xml"));
    }

    /** A COMPUTE module, compiled. */
    static EsqlModule module(String name) throws IOException {
        Path file = FOLDER.resolve("csim.esql");
        Problems problems = new Problems();
        var program =
                Esql.compile(
                        List.of(new Source(file.toString(), Files.readString(file))),
                        new EsqlSettings(PARSERS, Limits.DEFAULTS, Map.of()),
                        problems);
        problems.throwIfErrors();
        return program.module(name, ModuleKind.COMPUTE).orElseThrow();
    }
}
