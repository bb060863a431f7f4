package io.millrace.nodes.callable;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageAssembler.Written;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.QueueMessage;

import org.jspecify.annotations.Nullable;

import java.util.Set;
import java.util.function.Consumer;

/**
 * The format of requests and replies of calls through queues: an MQRFH2 and the body. The mcd
 * folder of the MQRFH2 contains the domain, set, type and format of the body. In the reply to a
 * failed call, the MQRFH2 has a folder with the error, and the body is empty.
 */
final class QueuedMessage {

    private static final String HEADER = "MQRFH2";
    private static final String ERROR = "callableFlow";
    private static final String CODE = "code";
    private static final String TEXT = "text";

    private static final Defaults RAW =
            new Defaults(MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of());

    private QueuedMessage() {}

    /**
     * Writes the Properties and the body of a message.
     *
     * @throws MillraceException if the message has no body or cannot be written
     */
    static Written write(MessageAssembly message, MessageAssembler assembler) {
        Element root = FlowRequest.copy(message).root();
        Element body = root.lastChild();
        if (body == null || message.body() == null) {
            throw new MillraceException(
                    ErrorCode.WRITE_FAILED,
                    "a call through a queue requires a message with a body (found none)");
        }
        body.addBefore(Element.of(ElementType.NAME, "MQMD").domain("MQMD"));
        body.addBefore(Element.of(ElementType.NAME, HEADER).domain(HEADER));
        return assembler.write(root);
    }

    /** Writes the error of a call. */
    static Written write(MillraceException failure, MessageAssembler assembler) {
        Element root = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        root.addLast(Element.of(ElementType.NAME, "MQMD").domain("MQMD"));
        Element header = Element.of(ElementType.NAME, HEADER).domain(HEADER);
        root.addLast(header);
        Element error = header.add(ERROR);
        error.add(CODE, failure.code().id());
        error.add(TEXT, failure.getMessage());
        Element body = Element.of(ElementType.NAME, "BLOB").domain("BLOB");
        root.addLast(body);
        return assembler.write(root);
    }

    /** Reads the Properties and the body of a request or reply. */
    static MessageAssembly read(
            QueueMessage message, MessageAssembler assembler, @Nullable Consumer<String> trace) {
        Element root =
                assembler.assemble(
                        message.descriptor(), message.body(), RAW.transactional(false), trace);
        Element body = MessageAssembly.of(root).body();
        for (Element e = root.firstChild(); e != null; ) {
            Element next = e.next();
            if (e != body && !e.isNamed("Properties")) {
                e.remove();
            }
            e = next;
        }
        return MessageAssembly.of(root);
    }

    /** Returns the error in a reply as CODE: TEXT; null if the call succeeded. */
    static @Nullable String error(QueueMessage reply, MessageAssembler assembler) {
        Element root = assembler.assemble(reply.descriptor(), reply.body(), RAW, null);
        Element header = root.child(HEADER);
        Element error = header == null ? null : header.child(ERROR);
        return error == null ? null : error.textOf(CODE) + ": " + error.textOf(TEXT);
    }

    /** Returns the descriptor of a message with written data. */
    static Mqmd descriptor(Written written) {
        return new Mqmd()
                .format(written.descriptor().format())
                .codedCharSetId(written.descriptor().codedCharSetId())
                .encoding(written.descriptor().encoding());
    }
}
