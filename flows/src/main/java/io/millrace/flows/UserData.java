package io.millrace.flows;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;

import java.util.Optional;

/**
 * The part of a message after all headers.
 *
 * @param ccsid coded character set that the last header specifies
 * @param encoding number encoding that the last header specifies
 */
record UserData(Bytes body, int ccsid, int encoding) {

    /**
     * Follows the chain of headers by Format. Throws BAD_HEADER and similar errors for damaged
     * headers.
     */
    static UserData of(QueueMessage message, MessageAssembler assembler) {
        Mqmd descriptor = message.descriptor();
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
            rest = rest.slice(section.length(), rest.length());
            HeaderParser.Following following = section.following();
            format = following.format();
            ccsid = following.ccsid() > 0 ? following.ccsid() : ccsid;
            encoding = following.encoding() == 0 ? encoding : following.encoding();
        }
        return new UserData(rest, ccsid <= 0 ? Mqmd.CCSID_UTF8 : ccsid, encoding);
    }
}
