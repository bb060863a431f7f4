package io.millrace.flows.sample;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a message after the MQMD.
 *
 * @param headers parsed headers, in order
 * @param headerBytes bytes of all headers
 * @param body bytes after all headers
 * @param ccsid coded character set that the last header specifies
 * @param encoding number encoding that the last header specifies
 */
public record MessageParts(
        List<Element> headers, Bytes headerBytes, Bytes body, int ccsid, int encoding) {

    /**
     * Follows the chain of headers by Format. Throws BAD_HEADER and similar errors for damaged
     * headers.
     */
    public static MessageParts of(QueueMessage message, MessageAssembler assembler) {
        Mqmd descriptor = message.descriptor();
        List<Element> headers = new ArrayList<>();
        Bytes rest = message.body();
        String format = descriptor.format();
        int ccsid = descriptor.codedCharSetId();
        int encoding = descriptor.encoding();
        for (int i = 0; i < assembler.limits().headers(); i++) {
            Optional<HeaderParser> header = assembler.parsers().headerForFormat(format);
            if (header.isEmpty()) {
                break;
            }
            HeaderParser.Section section =
                    header.get().parse(rest, ccsid, encoding, assembler.limits());
            headers.add(section.folder());
            rest = rest.slice(section.length(), rest.length());
            HeaderParser.Following following = section.following();
            format = following.format();
            ccsid = following.ccsid() > 0 ? following.ccsid() : ccsid;
            encoding = following.encoding() == 0 ? encoding : following.encoding();
        }
        return new MessageParts(
                headers,
                message.body().slice(0, message.body().length() - rest.length()),
                rest,
                ccsid <= 0 ? Mqmd.CCSID_UTF8 : ccsid,
                encoding);
    }
}
