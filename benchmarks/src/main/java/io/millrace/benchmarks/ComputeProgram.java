package io.millrace.benchmarks;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlEnvironment.Propagation;
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

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A compiled Compute module without a flow. For one thread. */
public final class ComputeProgram {

    private final ParserRegistry parsers;
    private final MessageAssembler assembler;
    private final MessageAssembler.Defaults defaults;
    private final EsqlModule module;
    private final Mqmd descriptor = new Mqmd().codedCharSetId(1208).encoding(273);

    /** Compiles a module of an ESQL program for messages of a type. */
    public ComputeProgram(
            String text, String name, ParserRegistry parsers, MessageTemplate template) {
        Problems problems = new Problems();
        var program =
                Esql.compile(
                        List.of(new Source("benchmark.esql", text)),
                        new EsqlSettings(parsers, Limits.DEFAULTS, Map.of()),
                        problems);
        problems.throwIfErrors();
        this.parsers = parsers;
        assembler = new MessageAssembler(parsers, Limits.DEFAULTS);
        defaults = new MessageAssembler.Defaults(template, ParseTiming.ON_DEMAND, Set.of());
        module = program.module(name, ModuleKind.COMPUTE).orElseThrow();
    }

    /** Returns parsers without models. */
    public static ParserRegistry parsers() {
        return ParserRegistry.load(ComputeProgram.class.getClassLoader());
    }

    /** Runs the program with an empty output tree and returns that tree. */
    Element run(Element input) {
        Element output = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        module.run(new Trees(input, output, parsers));
        return output;
    }

    /** Parses a message, runs the program, and writes OutputRoot. */
    public Bytes run(byte[] message) {
        Element input = assembler.assemble(descriptor, Bytes.of(message), defaults, null);
        return assembler.write(run(input)).body();
    }

    /** The trees that a Compute node passes to the ESQL program. */
    private record Trees(Element input, Element output, ParserRegistry parsers)
            implements EsqlEnvironment {

        @Override
        public Element tree(Correlation correlation) {
            return switch (correlation) {
                case INPUT_ROOT -> input;
                case OUTPUT_ROOT -> output;
                default -> throw new IllegalStateException(correlation.name());
            };
        }

        @Override
        public void forEachTree(Consumer<Element> action) {
            action.accept(input);
            action.accept(output);
        }

        @Override
        public void propagate(Propagation propagation) {
            throw new IllegalStateException("the program must not propagate");
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
            throw new IllegalStateException("the program must not use a database");
        }

        @Override
        public Limits limits() {
            return Limits.DEFAULTS;
        }
    }
}
