package io.millrace.benchmarks.record;

import io.millrace.benchmarks.Trees;
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
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParseTiming;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A program of the sample: a Root of the bytes, the program, the bytes of its OutputRoot. */
final class Conversion {

    private final Mqmd descriptor =
            new Mqmd().codedCharSetId(Format.CCSID).encoding(Format.ENCODING);
    private final MessageAssembler assembler =
            new MessageAssembler(Format.PARSERS, Limits.DEFAULTS);
    private final MessageAssembler.Defaults defaults;
    private final EsqlModule module;

    Conversion(Format from, Format to) throws IOException {
        defaults = new MessageAssembler.Defaults(from.template, ParseTiming.ON_DEMAND, Set.of());
        String name =
                switch (to) {
                    case CWF -> "ToCwf";
                    case MRM_XML -> "ToMrmXml";
                    case TAG -> "ToTag";
                    default -> "ToXml";
                };
        Path file = Format.SAMPLE.resolve("conversions.esql");
        Problems problems = new Problems();
        var program =
                Esql.compile(
                        List.of(new Source(file.toString(), Files.readString(file))),
                        new EsqlSettings(Format.PARSERS, Limits.DEFAULTS, Map.of()),
                        problems);
        problems.throwIfErrors();
        module = program.module(name, ModuleKind.COMPUTE).orElseThrow();
    }

    Bytes convert(byte[] message) {
        Element root = assembler.assemble(descriptor, Bytes.of(message), defaults, null);
        Trees trees = new Trees(root, assembler);
        module.run(trees);
        return assembler.write(trees.tree(Correlation.OUTPUT_ROOT)).body();
    }
}
