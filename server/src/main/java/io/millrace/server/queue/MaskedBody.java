package io.millrace.server.queue;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.SensitiveText;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.SensitiveFields;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.flows.sample.BodyDomain;
import io.millrace.flows.sample.MessageParts;

import java.util.Optional;
import java.util.Set;

/**
 * The text of a message body in which asterisks replace the values of sensitive fields. XML and
 * JSON bodies are parsed and written again. Other bodies are not shown, because the fields in their
 * bytes are unknown.
 */
public final class MaskedBody {

    private static final Set<String> TEXT_DOMAINS = Set.of("XMLNSC", "JSON");

    private MaskedBody() {}

    /** Returns the body of a message for output; empty if it must not be shown. */
    public static Optional<Bytes> of(MessageParts parts, MessageAssembler assembler) {
        SensitiveFields sensitive = assembler.parsers().sensitiveFields();
        if (sensitive.isEmpty() || parts.body().isEmpty()) {
            return Optional.of(parts.body());
        }
        String domain = BodyDomain.of(parts.body(), parts.ccsid());
        Parser parser = assembler.parsers().domain(domain).orElse(null);
        if (parser == null || !TEXT_DOMAINS.contains(domain)) {
            return Optional.empty();
        }
        MessageTemplate template = MessageTemplate.domain(domain);
        try {
            Element body =
                    parser.parse(
                            parts.body(),
                            new ParseOptions(
                                    template,
                                    parts.ccsid(),
                                    parts.encoding(),
                                    ParseTiming.COMPLETE,
                                    Set.of(),
                                    assembler.limits()));
            mask(body, sensitive);
            return Optional.of(
                    parser.write(body, WriteOptions.of(template, parts.ccsid(), parts.encoding())));
        } catch (MillraceException damaged) {
            return Optional.empty();
        }
    }

    /** Replaces the values of sensitive fields. Parsers limit the depth of the recursion. */
    private static void mask(Element element, SensitiveFields sensitive) {
        if (element.value() != null && sensitive.cover(element)) {
            element.value(Value.of(SensitiveText.MASK));
        }
        for (Element e = element.firstChild(); e != null; e = e.next()) {
            mask(e, sensitive);
        }
    }

    /** Returns the text that replaces a body that must not be shown. */
    public static String notShown(Bytes body) {
        return "(%d bytes, not shown because the application has sensitive fields)"
                .formatted(body.length());
    }
}
