package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.queue.QueueMessage;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * A builder of messages for the dead-letter queue: the message with an MQDLH header, which contains
 * the original queue and the reason. The message stays unchanged if the header has no parser or if
 * the message would become too long.
 */
final class DeadLetter {

    private static final String FORMAT = "MQDEAD";
    private static final int VERSION = 1;

    /** Value of PutApplType for a broker (MQAT_BROKER). */
    private static final int BROKER = 26;

    /** MQFB_APPL_CANNOT_BE_STARTED or MQRC_BACKED_OUT is the reason. */
    private static final int NOT_READABLE = 265;

    private static final int BACKED_OUT = 2003;

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuuMMdd");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HHmmssSS");

    private DeadLetter() {}

    static QueueMessage of(
            QueueMessage message, String queue, MillraceException reason, NodeContext context) {
        Optional<HeaderParser> parser = context.assembler().parsers().headerForFormat(FORMAT);
        if (parser.isEmpty()) {
            return message;
        }
        Mqmd before = message.descriptor();
        HeaderParser.Following next =
                new HeaderParser.Following(
                        before.format(), before.codedCharSetId(), before.encoding());
        Element folder = folder(parser.get().domain(), queue, reason, context);
        Bytes header;
        try {
            header =
                    parser.get()
                            .write(
                                    folder,
                                    Mqmd.CCSID_UTF8,
                                    Mqmd.ENCODING_BIG_ENDIAN,
                                    next,
                                    context.limits());
        } catch (MillraceException cannot) {
            context.note("no dead-letter header: " + cannot.getMessage());
            return message;
        }
        ByteSink bytes = new ByteSink(header.length() + message.body().length());
        bytes.write(header);
        bytes.write(message.body());
        Mqmd descriptor =
                before.copy()
                        .format(FORMAT)
                        .codedCharSetId(Mqmd.CCSID_UTF8)
                        .encoding(Mqmd.ENCODING_BIG_ENDIAN);
        return new QueueMessage(descriptor, bytes.bytes());
    }

    private static Element folder(
            String domain, String queue, MillraceException reason, NodeContext context) {
        ZonedDateTime now = context.clock().instant().atZone(ZoneOffset.UTC);
        Element folder = Element.of(ElementType.NAME, domain).domain(domain);
        folder.add("Version", Value.of(VERSION));
        folder.add(
                "Reason",
                Value.of(reason.code() == ErrorCode.BACKED_OUT ? BACKED_OUT : NOT_READABLE));
        folder.add("DestQName", queue);
        folder.add("DestQMgrName", context.broker());
        folder.add("PutApplType", Value.of(BROKER));
        folder.add("PutApplName", context.broker());
        folder.add("PutDate", DATE.format(now));
        folder.add("PutTime", TIME.format(now));
        return folder;
    }
}
