package io.millrace.flows.sample;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;

import java.util.Optional;

/**
 * A message as it was on its queue before it was moved to a backout or dead-letter queue.
 *
 * @param message message without the dead-letter header, with the MQMD that it had before
 * @param queue queue of the message; empty if it is unknown
 */
public record OriginalMessage(QueueMessage message, String queue) {

    private static final String DEAD_LETTER_FORMAT = "MQDEAD";

    /**
     * Restores a message. The bytes after the dead-letter header are unchanged.
     *
     * @throws io.millrace.engine.error.MillraceException with BAD_HEADER or PARSE_CUT_OFF for a
     *     damaged dead-letter header
     */
    public static OriginalMessage of(QueueMessage moved, MessageAssembler assembler) {
        String queue = moved.failure() == null ? "" : moved.failure().queue();
        Mqmd descriptor = moved.descriptor();
        Optional<HeaderParser> parser =
                descriptor.format().equals(DEAD_LETTER_FORMAT)
                        ? assembler.parsers().headerForFormat(DEAD_LETTER_FORMAT)
                        : Optional.empty();
        if (parser.isEmpty()) {
            return new OriginalMessage(new QueueMessage(descriptor, moved.body()), queue);
        }
        return without(parser.get(), moved, queue, assembler.limits());
    }

    private static OriginalMessage without(
            HeaderParser parser, QueueMessage moved, String queue, Limits limits) {
        Mqmd descriptor = moved.descriptor();
        Bytes body = moved.body();
        HeaderParser.Section header =
                parser.parse(body, descriptor.codedCharSetId(), descriptor.encoding(), limits);
        HeaderParser.Following following = header.following();
        Mqmd before =
                descriptor
                        .copy()
                        .format(following.format())
                        .codedCharSetId(following.ccsid())
                        .encoding(following.encoding());
        Element destination = header.folder().child("DestQName");
        return new OriginalMessage(
                new QueueMessage(before, body.slice(header.length(), body.length())),
                queue.isEmpty() && destination != null ? destination.text().strip() : queue);
    }
}
