package io.millrace.benchmarks;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.ParserRegistry;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import javax.xml.stream.XMLStreamException;

/**
 * The complex compute node of Appendix C of IBM's WMQI V2.1 performance report, the engine alone:
 * from the bytes of a message to the bytes of the changed one, beside the same work written by hand
 * with Aalto's StAX reader and writer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ComplexComputeBenchmark {

    @Param({"4k", "16k", "64k"})
    private String size;

    private byte[] message;
    private Mqmd descriptor;
    private MessageAssembler assembler;
    private MessageAssembler.Defaults defaults;
    private EsqlModule module;
    private StaxComplexCompute stax;

    @Setup
    public void compile() throws IOException {
        Path samples = Path.of(System.getProperty("millrace.samples", "samples"));
        message = Files.readAllBytes(samples.resolve("csim/messages/csim-" + size + ".xml"));
        descriptor = new Mqmd();
        ParserRegistry parsers =
                ParserRegistry.load(ComplexComputeBenchmark.class.getClassLoader());
        assembler = new MessageAssembler(parsers, Limits.DEFAULTS);
        defaults =
                new MessageAssembler.Defaults(
                        MessageTemplate.domain("XML"), ParseTiming.ON_DEMAND, Set.of());
        Path file = samples.resolve("csim/csim.esql");
        Problems problems = new Problems();
        module =
                Esql.compile(
                                List.of(new Source(file.toString(), Files.readString(file))),
                                new EsqlSettings(parsers, Limits.DEFAULTS, Map.of()),
                                problems)
                        .module("Complex", ModuleKind.COMPUTE)
                        .orElseThrow();
        problems.throwIfErrors();
        stax = new StaxComplexCompute();
    }

    @Benchmark
    public Bytes esql() {
        Element root = assembler.assemble(descriptor, Bytes.of(message), defaults, note -> {});
        Trees trees = new Trees(root, assembler);
        module.run(trees);
        return assembler.write(trees.tree(Correlation.OUTPUT_ROOT)).body();
    }

    @Benchmark
    public byte[] stax() throws XMLStreamException {
        return stax.process(message);
    }

    /** What the program needs of a node: its trees. */
    private static final class Trees implements EsqlEnvironment {
        private final Map<Correlation, Element> trees = new EnumMap<>(Correlation.class);
        private final MessageAssembler assembler;

        Trees(Element root, MessageAssembler assembler) {
            this.assembler = assembler;
            trees.put(Correlation.INPUT_ROOT, root);
            trees.put(Correlation.OUTPUT_ROOT, MessageAssembly.emptyTree(MessageAssembly.ROOT));
        }

        @Override
        public Element tree(Correlation correlation) {
            return trees.get(correlation);
        }

        @Override
        public void propagate(Propagation propagation) {
            throw new IllegalStateException("the program propagates nothing");
        }

        @Override
        public ZonedDateTime now() {
            return ZonedDateTime.now();
        }

        @Override
        public Value property(String name) {
            return null;
        }

        @Override
        public DatabaseSession database(String dataSource) {
            throw new IllegalStateException("the program uses no database");
        }

        @Override
        public ParserRegistry parsers() {
            return assembler.parsers();
        }

        @Override
        public Limits limits() {
            return assembler.limits();
        }
    }
}
