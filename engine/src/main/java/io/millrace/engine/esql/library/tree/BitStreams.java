package io.millrace.engine.esql.library.tree;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.WriteOptions;

import org.jspecify.annotations.Nullable;

/** Serialization of trees to bytes, for ASBITSTREAM and BITSTREAM. */
public final class BitStreams {

    private static final int NATIVE_ENCODING = 273;

    private BitStreams() {}

    /**
     * Returns the bytes of a field's tree in its domain.
     *
     * @param field field to serialize; the Root of a message represents its body; if it is null,
     *     the result is null
     * @param options clauses; an empty set, type or format is replaced by the value in the
     *     message's Properties
     */
    public static @Nullable Value of(
            @Nullable Element field, BitStreamOptions options, EsqlEnvironment environment) {
        if (field == null) {
            return null;
        }
        if (field.parent() == null && field.isNamed(MessageAssembly.ROOT)) {
            return ofBody(field.lastChild(), options, environment);
        }
        String domain = field.owningDomain();
        if (domain == null) {
            throw EsqlErrors.field(
                    FieldAccess.place(field)
                            + " does not belong to a domain, so its bytes are undefined",
                    field.name());
        }
        int ccsid = (int) options.integer("CCSID", options.ccsid());
        int encoding = (int) options.integer("ENCODING", options.encoding());
        HeaderParser header = environment.parsers().headerForDomain(domain).orElse(null);
        if (header != null) {
            options.mode(domain, null);
            int layout = encoding == 0 ? NATIVE_ENCODING : encoding;
            return Value.of(header.write(field, ccsid, layout, null, environment.limits()));
        }
        Parser parser = parser(domain, environment);
        MessageTemplate template = template(field, options.template(domain));
        WriteOptions.Mode mode = options.mode(domain, parser);
        Validation validation = environment.parsers().validation(options.validation());
        if (validation.isAsked()) {
            parser.validate(field, template, validation);
        }
        return Value.of(
                parser.write(
                        field,
                        new WriteOptions(template, ccsid, encoding, mode, environment.limits())));
    }

    /** Returns the bytes of a message body; NULL for a message without a body. */
    private static @Nullable Value ofBody(
            @Nullable Element last, BitStreamOptions options, EsqlEnvironment environment) {
        String domain = last == null ? null : last.domain();
        boolean isBody = domain != null && environment.parsers().domain(domain).isPresent();
        return isBody ? of(last, options.ofWhole(), environment) : null;
    }

    static Parser parser(String domain, EsqlEnvironment environment) {
        return environment
                .parsers()
                .domain(domain)
                .orElseThrow(
                        () ->
                                new MillraceException(
                                        ErrorCode.UNKNOWN_DOMAIN,
                                        "no parser is available for the domain " + domain,
                                        Insert.of(domain)));
    }

    private static MessageTemplate template(Element field, MessageTemplate requested) {
        Element properties = field.root().child("Properties");
        boolean specified =
                !requested.set().isEmpty()
                        || !requested.type().isEmpty()
                        || !requested.format().isEmpty();
        if (properties == null || specified) {
            return requested;
        }
        return new MessageTemplate(
                requested.domain(),
                text(properties, "MessageSet"),
                text(properties, "MessageType"),
                text(properties, "MessageFormat"));
    }

    private static String text(Element properties, String name) {
        String text = properties.textOf(name);
        return text == null ? "" : text;
    }
}
