package io.millrace.benchmarks;

import io.millrace.benchmarks.report.Data;
import io.millrace.benchmarks.scenario.Resources;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParserRegistry;

import java.util.List;
import java.util.Map;

/** A compiled Compute module without a flow. For one thread. */
public final class ComputeProgram {

    private final ParserRegistry parsers;
    private final MessageAssembler assembler;
    private final EsqlModule module;

    /** Compiles a module of a text. */
    public ComputeProgram(String text, String name, ParserRegistry parsers) {
        Problems problems = new Problems();
        var program =
                Esql.compile(
                        List.of(new Source("benchmark.esql", text)), settings(parsers), problems);
        problems.throwIfErrors();
        this.parsers = parsers;
        assembler = new MessageAssembler(parsers, Limits.DEFAULTS);
        module = program.module(name, ModuleKind.COMPUTE).orElseThrow();
    }

    /** Compiles a program of {@code programs.yaml}. */
    static ComputeProgram named(String name) {
        String main = Data.map("programs.yaml").get(name).toString();
        return new ComputeProgram(
                Resources.text("/io/millrace/benchmarks/program.esql").formatted(main),
                "Program",
                parsers());
    }

    static EsqlSettings settings(ParserRegistry parsers) {
        return new EsqlSettings(parsers, Limits.DEFAULTS, Map.of());
    }

    /** Parsers without models. */
    public static ParserRegistry parsers() {
        return ParserRegistry.load(ComputeProgram.class.getClassLoader());
    }

    /** Runs with an empty output tree and returns the value of {@code OutputRoot.result}. */
    Value run(Element input) {
        Trees trees = new Trees(input, parsers);
        module.run(trees);
        Element result = trees.tree(Correlation.OUTPUT_ROOT).child("result");
        return result == null ? null : result.fieldValue();
    }

    /** Parses a message, runs, and writes OutputRoot. */
    public Bytes run(Mqmd descriptor, byte[] message, MessageAssembler.Defaults defaults) {
        Trees trees =
                new Trees(
                        assembler.assemble(descriptor, Bytes.of(message), defaults, null), parsers);
        module.run(trees);
        return assembler.write(trees.tree(Correlation.OUTPUT_ROOT)).body();
    }
}
