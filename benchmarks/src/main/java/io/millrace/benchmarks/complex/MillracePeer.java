package io.millrace.benchmarks.complex;

import io.millrace.benchmarks.Trees;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;

import java.io.IOException;
import java.util.Set;

/** Millrace's engine alone: a Root of the bytes, the program, the bytes of its OutputRoot. */
final class MillracePeer implements Peer.Work {

    private final Mqmd descriptor = new Mqmd();
    private final MessageAssembler assembler = new MessageAssembler(Csim.PARSERS, Limits.DEFAULTS);
    private final MessageAssembler.Defaults defaults;
    private final EsqlModule module;

    MillracePeer(ParseTiming timing) throws IOException {
        defaults = new MessageAssembler.Defaults(MessageTemplate.domain("XML"), timing, Set.of());
        module = Csim.module("Complex");
    }

    @Override
    public Bytes process(byte[] message) {
        Element root = assembler.assemble(descriptor, Bytes.of(message), defaults, null);
        Trees trees = new Trees(root, assembler);
        module.run(trees);
        return assembler.write(trees.tree(Correlation.OUTPUT_ROOT)).body();
    }
}
