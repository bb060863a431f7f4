package io.millrace.flows.compare;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.tree.TreePrinter;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.sample.BodyDomain;
import io.millrace.flows.sample.MessageParts;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A parsed output. A body without a domain is a folder {@code Text} with its lines, or {@code
 * Bytes} with 16 bytes each.
 *
 * @param root Root without Properties, which follow from the headers
 * @param body bytes of the body
 * @param error reason why the body or a header cannot be parsed; null if it can
 */
record ParsedOutput(Element root, Bytes body, @Nullable String error) {

    private static final int BYTES_A_FIELD = 16;

    /** Parses an output. */
    static ParsedOutput of(
            Result.Output output, MessageAssembler assembler, Map<String, MessageTemplate> bodies) {
        QueueMessage message = output.message();
        MessageParts parts;
        try {
            parts = MessageParts.of(message, assembler);
        } catch (MillraceException damaged) {
            return unparsed(
                    message.body(), message.descriptor().codedCharSetId(), 0, reason(damaged));
        }
        String detected = BodyDomain.of(parts.body(), parts.ccsid());
        MessageTemplate template =
                detected.equals("BLOB")
                        ? bodies.getOrDefault(output.queue(), MessageTemplate.NONE)
                        : MessageTemplate.domain(detected);
        try {
            Element root =
                    assembler.assemble(
                            message.descriptor(),
                            message.body(),
                            new MessageAssembler.Defaults(template, ParseTiming.COMPLETE, Set.of()),
                            note -> {});
            return of(root, parts, output.hasHeaders());
        } catch (MillraceException damaged) {
            return unparsed(parts.body(), parts.ccsid(), parts.encoding(), reason(damaged));
        }
    }

    private static ParsedOutput of(Element assembled, MessageParts parts, boolean hasHeaders) {
        Element root = Element.of(ElementType.NAME, "Root");
        Element last = assembled.lastChild();
        boolean isBody = !parts.body().isEmpty();
        for (Element e = assembled.firstChild(); e != null; ) {
            Element next = e.next();
            boolean body = e == last && isBody;
            if (body && e.isNamed("BLOB")) {
                root.addLast(lines(parts.body(), parts.ccsid(), parts.encoding()));
            } else if (body || hasHeaders && !e.isNamed("Properties")) {
                root.addLast(e.detach());
            }
            e = next;
        }
        return new ParsedOutput(root, parts.body(), null);
    }

    private static ParsedOutput unparsed(Bytes body, int ccsid, int encoding, String reason) {
        Element root = Element.of(ElementType.NAME, "Root");
        root.addLast(lines(body, ccsid, encoding));
        return new ParsedOutput(root, body, reason);
    }

    private static String reason(MillraceException damaged) {
        return damaged.root().code().id() + " " + damaged.root().getMessage();
    }

    private static Element lines(Bytes body, int ccsid, int encoding) {
        String text = Ccsid.isKnown(ccsid) ? body.text(Ccsid.charset(ccsid, encoding)) : null;
        if (text != null && isPrintable(text)) {
            Element folder = Element.of(ElementType.NAME, "Text");
            List.of(text.split("\r?\n", -1)).forEach(line -> folder.add("Line", line));
            return folder;
        }
        Element folder = Element.of(ElementType.NAME, "Bytes");
        for (int i = 0; i < body.length(); i += BYTES_A_FIELD) {
            folder.add(
                    "Part",
                    new Value.BlobValue(body.slice(i, Math.min(body.length(), i + BYTES_A_FIELD))));
        }
        return folder;
    }

    private static boolean isPrintable(String text) {
        return text.indexOf('\uFFFD') < 0
                && text.chars()
                        .allMatch(
                                c ->
                                        !Character.isISOControl(c)
                                                || c == '\n'
                                                || c == '\r'
                                                || c == '\t');
    }

    /** Returns the tree as text. */
    String text(MessageAssembler assembler) {
        return TreePrinter.of(root, assembler.parsers());
    }
}
