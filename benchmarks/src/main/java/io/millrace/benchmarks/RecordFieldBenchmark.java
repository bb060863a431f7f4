package io.millrace.benchmarks;

import io.millrace.engine.esql.library.tree.PathStep;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

import java.nio.charset.StandardCharsets;

/**
 * Reads one number of a record of 1,000 fields in CWF from bytes that have not been parsed. The
 * fields before it should cost nothing, and only the body's folder and the value should be created
 * ({@code -prof gc}). For comparison, the same by an element of the tree.
 */
public class RecordFieldBenchmark extends EngineBenchmark {

    private static final int FIELDS = 1_000;

    /** Index of the field, from 0. */
    @Param({"0", "499", "999"})
    private int field;

    private Parser parser;
    private Bytes record;
    private ParseOptions options;
    private PathStep path;

    @Setup
    public void open() {
        StringBuilder model = new StringBuilder("messageSet: m\nmessages:\n  m:\n    sequence:\n");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < FIELDS; i++) {
            model.append("      f").append(i).append(": {int: 4, cwf: external unsigned}\n");
            text.append("%04d".formatted(i));
        }
        parser = Resources.parsers("m.model.yaml", model.toString()).domain("MRM").orElseThrow();
        record = Bytes.of(text.toString().getBytes(StandardCharsets.ISO_8859_1));
        options = ParseOptions.of(MessageTemplate.domain("MRM"), 819, 273);
        path = PathStep.of("f" + field);
        if (!answer().equals(Value.of(field)) || !element().equals(Value.of(field))) {
            throw new IllegalStateException("found " + answer());
        }
    }

    @Benchmark
    public Element folder() {
        return parser.parse(record, options);
    }

    @Benchmark
    public Value answer() {
        return parser.parse(record, options).readDirect(path, 0, 1);
    }

    @Benchmark
    public Value element() {
        return parser.parse(record, options).child(path.name()).value();
    }
}
