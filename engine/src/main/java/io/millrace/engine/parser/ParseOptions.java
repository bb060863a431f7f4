package io.millrace.engine.parser;

import io.millrace.engine.message.Limits;

import java.util.Objects;
import java.util.Set;

/**
 * Options for parsing a body.
 *
 * @param template domain, set, type and format
 * @param ccsid coded character set of the bytes; 0 if unknown, in which case the rules of the
 *     format apply
 * @param encoding Encoding of numbers, as in MQMD.Encoding
 * @param timing time at which the body is parsed
 * @param options domain options, for example {@code RetainMixedContent}; sorted names without
 *     values
 * @param limits limits of the message
 * @param validation validation against the model; domains without models ignore it
 */
public record ParseOptions(
        MessageTemplate template,
        int ccsid,
        int encoding,
        ParseTiming timing,
        Set<String> options,
        Limits limits,
        Validation validation) {

    public ParseOptions {
        options = Set.copyOf(options);
        Objects.requireNonNull(validation);
    }

    /** Creates options without validation. */
    public ParseOptions(
            MessageTemplate template,
            int ccsid,
            int encoding,
            ParseTiming timing,
            Set<String> options,
            Limits limits) {
        this(template, ccsid, encoding, timing, options, limits, Validation.NONE);
    }

    public ParseOptions with(Validation newValidation) {
        return new ParseOptions(template, ccsid, encoding, timing, options, limits, newValidation);
    }

    public static ParseOptions of(MessageTemplate template, int ccsid, int encoding) {
        return new ParseOptions(
                template, ccsid, encoding, ParseTiming.ON_DEMAND, Set.of(), Limits.DEFAULTS);
    }
}
