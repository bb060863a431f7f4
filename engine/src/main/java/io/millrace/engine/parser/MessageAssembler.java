package io.millrace.engine.parser;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import java.util.function.Consumer;

/**
 * Turns what a queue holds into a Root tree, and a Root tree into what a queue holds. Safe to use from several threads.
 */
public final class MessageAssembler {

    private final ParserRegistry parsers;
    private final Limits limits;

    public MessageAssembler(ParserRegistry parsers, Limits limits) {
        this.parsers = parsers;
        this.limits = limits;
    }

    public ParserRegistry parsers() {
        return parsers;
    }

    public Limits limits() {
        return limits;
    }

    /** What an input node says about bodies whose headers do not say. */
    public record Defaults(MessageTemplate template, ParseTiming timing, java.util.Set<String> options) {}

    /** A message that was written: its descriptor and all bytes behind it. */
    public record Written(Mqmd descriptor, Bytes body) {}

    /**
     * Makes the Root of a message: Properties, MQMD, the chain of headers by Format, body. Everything is parsed on demand
     * unless the defaults' timing says otherwise.
     *
     * @param trace takes a sentence for what a person who wonders about the choice of parser would like to know
     * @throws io.millrace.engine.error.MillraceException for damaged headers, unknown domains, sets, types and formats
     */
    public Element assemble(Mqmd descriptor, Bytes body, Defaults defaults, Consumer<String> trace) {
        throw new UnsupportedOperationException();
    }

    /**
     * Writes a Root. Where nothing behind the MQMD was changed the result shares the bytes that came in.
     *
     * @throws io.millrace.engine.error.MillraceException where there is no body, or more than one, or it cannot be written
     */
    public Written write(Element root) {
        throw new UnsupportedOperationException();
    }
}
