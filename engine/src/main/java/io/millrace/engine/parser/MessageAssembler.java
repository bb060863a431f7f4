package io.millrace.engine.parser;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** A converter between queue messages and Root trees. Safe for use by several threads. */
public record MessageAssembler(ParserRegistry parsers, Limits limits) {

    public MessageAssembler {
        Objects.requireNonNull(parsers);
        Objects.requireNonNull(limits);
    }

    /**
     * Values of an input node for bodies that headers do not describe.
     *
     * @param template domain, set, type and format of the node; {@link MessageTemplate#NONE} for
     *     none
     * @param timing when bodies are parsed
     * @param options domain options
     * @param transactional whether messages are read in a unit of work; shown as Transactional in
     *     Properties and MQMD
     * @param validation validation of bodies against their models
     * @param contentType value of ContentType in Properties; empty if there is none
     */
    public record Defaults(
            MessageTemplate template,
            ParseTiming timing,
            Set<String> options,
            boolean transactional,
            Validation validation,
            String contentType) {

        public Defaults {
            Objects.requireNonNull(template);
            Objects.requireNonNull(timing);
            options = Set.copyOf(options);
            Objects.requireNonNull(validation);
            Objects.requireNonNull(contentType);
        }

        /** Creates defaults without a ContentType. */
        public Defaults(
                MessageTemplate template,
                ParseTiming timing,
                Set<String> options,
                boolean transactional,
                Validation validation) {
            this(template, timing, options, transactional, validation, "");
        }

        /** Creates defaults for messages that are read in a unit of work and not validated. */
        public Defaults(MessageTemplate template, ParseTiming timing, Set<String> options) {
            this(template, timing, options, true, Validation.NONE);
        }

        public Defaults template(MessageTemplate value) {
            return new Defaults(value, timing, options, transactional, validation, contentType);
        }

        public Defaults transactional(boolean inUnit) {
            return new Defaults(template, timing, options, inUnit, validation, contentType);
        }

        public Defaults contentType(String value) {
            return new Defaults(template, timing, options, transactional, validation, value);
        }
    }

    /**
     * A written message.
     *
     * @param descriptor descriptor; the received object if no MQMD field had to be changed
     * @param body all bytes after the descriptor, including headers
     */
    public record Written(Mqmd descriptor, Bytes body) {}

    /**
     * Builds the Root of a message: Properties, MQMD, the chain of headers by Format, body.
     * Everything is parsed on demand unless the timing in the defaults is different.
     *
     * @param descriptor descriptor; null for a message that is not from a queue, which has no MQMD
     *     folder and whose headers are not parsed. It is persistent if it is transactional
     * @param trace receiver of explanations of the choice of the parser
     * @throws io.millrace.engine.error.MillraceException for damaged headers, and for unknown
     *     domains, sets, types and formats
     */
    public Element assemble(
            @Nullable Mqmd descriptor,
            Bytes body,
            Defaults defaults,
            @Nullable Consumer<String> trace) {
        return new MessageReader(parsers, limits, defaults, trace).read(descriptor, body);
    }

    /**
     * Builds the Root of a message that a transport other than queues has received: Properties, the
     * folder of the transport, body.
     *
     * @param header folder of a {@link TransportHeader}, without a parent
     * @param ccsid coded character set of the body
     * @param trace receiver of explanations of the choice of the parser
     * @throws io.millrace.engine.error.MillraceException for unknown domains, sets, types and
     *     formats
     */
    public Element assemble(
            Element header,
            int ccsid,
            Bytes body,
            Defaults defaults,
            @Nullable Consumer<String> trace) {
        return new MessageReader(parsers, limits, defaults, trace).read(header, ccsid, body);
    }

    /**
     * Returns a finder of the bodies in a sequence without delimiters and descriptors.
     *
     * @throws io.millrace.engine.error.MillraceException if the domain cannot find the end of
     *     bodies; {@link RecordParser#checkRecords} describes the reason for a template
     */
    public RecordFinder records(Defaults defaults) {
        ParserChoice choice = ParserChoice.of(parsers, null, defaults.template(), "", null);
        if (!(choice.parser() instanceof RecordParser parser)) {
            throw ParserChoice.unusable(
                    "the domain " + choice.parser().domain() + " does not find the end of bodies",
                    choice.template());
        }
        Mqmd descriptor = new Mqmd();
        return new RecordFinder(
                parser,
                new ParseOptions(
                        choice.template(),
                        Math.max(0, descriptor.codedCharSetId()),
                        descriptor.encoding(),
                        defaults.timing(),
                        defaults.options(),
                        limits));
    }

    /**
     * Writes a Root. If the data after the MQMD is unchanged, the result shares the received bytes.
     * The Root is not changed.
     *
     * @throws io.millrace.engine.error.MillraceException if the Root has no body or more than one,
     *     or if it cannot be written
     */
    public Written write(Element root) {
        return write(root, Validation.NONE);
    }

    /**
     * Validates the body against its model and writes the Root like {@link #write(Element)}.
     *
     * @throws io.millrace.engine.error.MillraceException also for validation failures
     */
    public Written write(Element root, Validation validation) {
        return new MessageWriter(parsers, limits).write(root, validation);
    }

    /**
     * Validates the body against its model and writes it without the headers before it. All
     * children of the Root must be headers or the body.
     *
     * @throws io.millrace.engine.error.MillraceException also for validation failures
     */
    public Written writeBody(Element root, Validation validation) {
        return new MessageWriter(parsers, limits).writeBody(root, validation);
    }

    /**
     * Validates the body of a Root against its model.
     *
     * @throws io.millrace.engine.error.MillraceException for validation failures, and if the Root
     *     has no body or more than one
     */
    public void validate(Element root, Validation validation) {
        if (validation.isAsked()) {
            new MessageWriter(parsers, limits).validate(root, validation);
        }
    }

    /**
     * Returns the template of the body of a Root: the domain of the last folder, and the set, type
     * and format in Properties.
     *
     * @throws io.millrace.engine.error.MillraceException if the Root has no body or more than one
     */
    public MessageTemplate template(Element root) {
        return new MessageWriter(parsers, limits).template(root);
    }

    /**
     * Replaces the body of a Root by a body that is parsed with another parser or template (WMQI:
     * "ResetContentDescriptor node"). The new parser reads the received bytes or, if the body was
     * changed, the bytes that the previous parser writes. Properties and the mcd folder of an
     * MQRFH2 get the new template.
     *
     * @param defaults template, timing, options and validation of the new body
     * @throws io.millrace.engine.error.MillraceException if the body is missing or cannot be
     *     written, or if the template is unknown
     */
    public void reset(Element root, Defaults defaults) {
        new MessageWriter(parsers, limits).reset(root, defaults);
    }

    /**
     * Returns the descriptor of a Root without writing the message: from its MQMD folder, or from
     * Properties if it has no such folder. Format, CCSID and Encoding are read from the tree and
     * can differ from the values for the data.
     *
     * @throws io.millrace.engine.error.MillraceException with WRITE_FAILED for an invalid field
     *     value
     */
    public Mqmd descriptor(Element root) {
        return MessageWriter.descriptor(
                root.child(PropertiesContent.NAME), root.child(MqmdContent.NAME));
    }
}
