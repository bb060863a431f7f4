package io.millrace.engine.parser;

import io.millrace.engine.message.Limits;

import java.util.Objects;
import java.util.Set;

/**
 * How bytes are to be read.
 *
 * @param template domain, set, type and format
 * @param ccsid the coded character set of the bytes; 0 where not known (then the format's own rules
 *     decide)
 * @param encoding the layout of numbers, as MQMD.Encoding
 * @param timing when the body is parsed
 * @param options domain options, for example {@code RetainMixedContent}; sorted names without
 *     values
 * @param limits what the message may cost
 * @param validation whether the message is held against its model; domains without models do not
 *     look at it
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

    /** Without validation. */
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
