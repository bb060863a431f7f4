package io.millrace.engine.parser;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;

import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Turns what a queue holds into a Root tree, and a Root tree into what a queue holds. Safe to use
 * from several threads.
 */
public final class MessageAssembler {

    private final ParserRegistry parsers;
    private final Limits limits;

    public MessageAssembler(ParserRegistry parsers, Limits limits) {
        this.parsers = Objects.requireNonNull(parsers);
        this.limits = Objects.requireNonNull(limits);
    }

    public ParserRegistry parsers() {
        return parsers;
    }

    public Limits limits() {
        return limits;
    }

    /**
     * What an input node says about bodies whose headers do not say.
     *
     * @param template domain, set, type and format from the node's properties; {@link
     *     MessageTemplate#NONE} for none
     * @param timing when bodies are parsed
     * @param options domain options
     * @param transactional whether messages are read in a unit of work; shown as Transactional in
     *     Properties and MQMD
     * @param validation whether bodies are held against their models
     */
    public record Defaults(
            MessageTemplate template,
            ParseTiming timing,
            Set<String> options,
            boolean transactional,
            Validation validation) {

        public Defaults {
            Objects.requireNonNull(template);
            Objects.requireNonNull(timing);
            options = Set.copyOf(options);
            Objects.requireNonNull(validation);
        }

        /** For messages that are read in a unit of work and not validated. */
        public Defaults(MessageTemplate template, ParseTiming timing, Set<String> options) {
            this(template, timing, options, true, Validation.NONE);
        }

        public Defaults transactional(boolean inUnit) {
            return new Defaults(template, timing, options, inUnit, validation);
        }
    }

    /**
     * A message that was written.
     *
     * @param descriptor the very object that came in, where no MQMD field had to change
     * @param body all bytes behind the descriptor, headers included
     */
    public record Written(Mqmd descriptor, Bytes body) {}

    /**
     * Makes the Root of a message: Properties, MQMD, the chain of headers by Format, body.
     * Everything is parsed on demand unless the defaults' timing says otherwise.
     *
     * @param descriptor null for a message from elsewhere than a queue: then there is no MQMD
     *     folder, and no headers are looked for
     * @param trace takes a sentence for what a person who wonders about the choice of parser would
     *     like to know; null where nobody wonders
     * @throws io.millrace.engine.error.MillraceException for damaged headers, unknown domains,
     *     sets, types and formats
     */
    public Element assemble(
            Mqmd descriptor, Bytes body, Defaults defaults, Consumer<String> trace) {
        return new MessageReader(parsers, limits, defaults, trace).read(descriptor, body);
    }

    /**
     * Writes a Root. Where nothing behind the MQMD was changed the result shares the bytes that
     * came in. The Root is left as it is.
     *
     * @throws io.millrace.engine.error.MillraceException where there is no body, or more than one,
     *     or it cannot be written
     */
    public Written write(Element root) {
        return write(root, Validation.NONE);
    }

    /**
     * As {@link #write(Element)}, after the body was held against its model.
     *
     * @throws io.millrace.engine.error.MillraceException also for what is not as the model says
     */
    public Written write(Element root, Validation validation) {
        return new MessageWriter(parsers, limits).write(root, validation);
    }

    /**
     * Holds the body of a Root against its model.
     *
     * @throws io.millrace.engine.error.MillraceException for what is not as the model says, and
     *     where there is no body, or more than one
     */
    public void validate(Element root, Validation validation) {
        if (validation.isAsked()) {
            new MessageWriter(parsers, limits).validate(root, validation);
        }
    }

    /**
     * What a Root says of its body: the domain that its last folder is of, and the set, type and
     * format in Properties.
     *
     * @throws io.millrace.engine.error.MillraceException where there is no body, or more than one
     */
    public MessageTemplate template(Element root) {
        return new MessageWriter(parsers, limits).template(root);
    }

    /**
     * Lets another parser read the body of a Root, or the same one by another template (WMQI:
     * "ResetContentDescriptor node"). The bytes are those that came in, where the body was not
     * changed; else those that its own parser writes. Changes the Root: there is another body, and
     * Properties and the mcd folder of an MQRFH2 tell the template.
     *
     * @param defaults template, timing, options and validation for the new body
     * @throws io.millrace.engine.error.MillraceException where there is no body, or it cannot be
     *     written, or nothing reads what the template says
     */
    public void reset(Element root, Defaults defaults) {
        new MessageWriter(parsers, limits).reset(root, defaults);
    }

    /**
     * The descriptor that a Root says, without writing the message: from its MQMD folder, or from
     * Properties where there is none. Format, CCSID and Encoding are as the tree says, which need
     * not be true of what follows.
     *
     * @throws io.millrace.engine.error.MillraceException with WRITE_FAILED where a field holds what
     *     it cannot
     */
    public Mqmd descriptor(Element root) {
        return MessageWriter.descriptor(
                root.child(PropertiesContent.NAME), root.child(MqmdContent.NAME));
    }
}
