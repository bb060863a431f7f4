package io.millrace.benchmarks.complex;

import io.millrace.benchmarks.ComputeProgram;
import io.millrace.benchmarks.scenario.Resources;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;

import java.util.Set;

/** Millrace's engine alone, from the bytes of a message to those of the program's OutputRoot. */
final class MillracePeer implements Peer.Work {

    private final Mqmd descriptor = new Mqmd();
    private final MessageAssembler.Defaults defaults;
    private final ComputeProgram program =
            new ComputeProgram(
                    Resources.sampleText("csim", "csim.esql"), "Complex", ComputeProgram.parsers());

    MillracePeer(ParseTiming timing) {
        defaults = new MessageAssembler.Defaults(MessageTemplate.domain("XML"), timing, Set.of());
    }

    @Override
    public Bytes process(byte[] message) {
        return program.run(descriptor, message, defaults);
    }
}
