package io.millrace.engine.parser;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The choice of the parser of a body: by the mcd folder of an MQRFH2, otherwise by the properties
 * of the node, otherwise BLOB. Headers before the body are chosen only by Format. {@code
 * docs/parser-choice.md} describes the rules.
 *
 * @param parser parser of the body
 * @param template domain of the parser, with the set, type and format to use
 */
record ParserChoice(Parser parser, MessageTemplate template) {

    static final String BLOB = "BLOB";

    private static final String FROM_MCD = "mcd folder of the MQRFH2";
    private static final String FROM_NODE = "node property";

    /**
     * Formats of WebSphere MQ that announce a header. A header without a parser remains part of the
     * body.
     */
    private static final Set<String> HEADER_FORMATS =
            Set.of(
                    "MQHRF", "MQHRF2", "MQDEAD", "MQCICS", "MQIMS", "MQHMDE", "MQHDIST", "MQHREF",
                    "MQHSAP", "MQHWIH", "MQXMIT");

    /**
     * @param mcd template of the header nearest to the body, with its original Msd
     * @param node template of the node
     * @param format Format of the body in the last header
     * @param trace receiver of explanations; null if there is none
     */
    static ParserChoice of(
            ParserRegistry parsers,
            @Nullable MessageTemplate mcd,
            MessageTemplate node,
            String format,
            @Nullable Consumer<String> trace) {
        if (trace != null && HEADER_FORMATS.contains(format)) {
            trace.accept(
                    "Format '"
                            + format
                            + """
                            ' announces a header that has no parser; the header is \
                            treated as part of the body\
                            """);
        }
        if (mcd != null && !Mcd.isFormatless(mcd.domain())) {
            String domain = Mcd.domain(mcd.domain());
            MessageTemplate template =
                    new MessageTemplate(domain, mcd.set(), mcd.type(), mcd.format());
            return known(parsers, template, mcd.domain(), FROM_MCD);
        }
        if (!node.isEmpty()) {
            return known(parsers, node, node.domain(), FROM_NODE);
        }
        if (trace != null) {
            trace.accept(TakenAsBlob.sentence(format, mcd == null ? "" : mcd.domain()));
        }
        return known(parsers, MessageTemplate.domain(BLOB), BLOB, "default");
    }

    /** Parses the bytes of a body to its folder. */
    Element read(Bytes bytes, ParseOptions options) {
        Element body = parser.parse(bytes, options);
        return body.domain() == null ? body.domain(parser.domain()) : body;
    }

    private static ParserChoice known(
            ParserRegistry parsers, MessageTemplate template, String specified, String source) {
        Optional<Parser> parser = parsers.domain(template.domain());
        if (parser.isEmpty()) {
            String hint =
                    Problems.didYouMean(
                            specified,
                            parsers.domains(),
                            "expected one of " + String.join(", ", parsers.domains()));
            throw error(
                    ErrorCode.UNKNOWN_DOMAIN,
                    "the domain '"
                            + specified
                            + (source.equals(FROM_NODE) ? "'" : "' (" + source + ")")
                            + " has no parser; "
                            + hint,
                    specified,
                    source);
        }
        Optional<String> refused = parser.get().checkTemplate(template);
        if (refused.isPresent()) {
            throw error(
                    ErrorCode.UNKNOWN_MESSAGE_SET,
                    refused.get() + " (" + source + ")",
                    specified,
                    source);
        }
        return new ParserChoice(parser.get(), template);
    }

    /** Returns the exception for a message set, type or format that cannot be used. */
    static MillraceException unusable(String why, MessageTemplate template) {
        return ParseErrors.failure(
                ErrorCode.UNKNOWN_MESSAGE_SET,
                why,
                Insert.of(template.set()),
                Insert.of(template.type()),
                Insert.of(template.format()));
    }

    private static MillraceException error(
            ErrorCode code, String text, String specified, String source) {
        return ParseErrors.failure(code, text, Insert.of(specified), Insert.of(source));
    }

    /**
     * Reason that a body is parsed as BLOB. Successive messages usually have the same reason, so
     * the last sentence is cached.
     */
    private record TakenAsBlob(String format, String msd, String sentence) {

        /** Last reason. Threads can overwrite this field, because the value is immutable. */
        private static TakenAsBlob last = new TakenAsBlob("", "", make("", ""));

        static String sentence(String format, String msd) {
            TakenAsBlob known = last;
            if (!known.format.equals(format) || !known.msd.equals(msd)) {
                known = new TakenAsBlob(format, msd, make(format, msd));
                last = known;
            }
            return known.sentence;
        }

        private static String make(String format, String msd) {
            return "the body is parsed as BLOB: Format '"
                    + format
                    + "' does not identify a parser, "
                    + (msd.isEmpty()
                            ? "no MQRFH2 has an mcd folder with Msd"
                            : "Msd '" + msd + "' does not identify a format")
                    + ", and the messageDomain of the node is not set";
        }
    }
}
