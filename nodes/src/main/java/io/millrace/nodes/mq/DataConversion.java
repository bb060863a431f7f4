package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.HeaderParser.Following;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.queue.QueueMessage;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Optional;

/**
 * The conversion of received data to a CCSID and an Encoding (MQ: MQGMO_CONVERT). Headers are
 * converted, and a body of the Format MQSTR. Any other body keeps its bytes, and the last header,
 * or the MQMD, still describes them.
 */
record DataConversion(int ccsid, int encoding) {

    private static final String TEXT = "MQSTR";

    /** Converted data with its description. */
    private record Converted(Bytes bytes, String format, int ccsid, int encoding) {}

    /**
     * Returns the converted message.
     *
     * @throws MillraceException with BAD_CCSID if a CCSID is unknown or text cannot be converted;
     *     with BAD_HEADER for a damaged header
     */
    QueueMessage convert(QueueMessage message, ParserRegistry parsers, Limits limits) {
        Mqmd md = message.descriptor();
        if (md.codedCharSetId() == ccsid && md.encoding() == encoding && md.format().equals(TEXT)) {
            return message;
        }
        Converted data =
                convert(
                        new Converted(
                                message.body(), md.format(), md.codedCharSetId(), md.encoding()),
                        0,
                        parsers,
                        limits);
        return new QueueMessage(
                md.copy().codedCharSetId(data.ccsid).encoding(data.encoding),
                data.bytes,
                message.failure());
    }

    private Converted convert(Converted data, int depth, ParserRegistry parsers, Limits limits) {
        Optional<HeaderParser> header =
                depth < limits.headers() ? parsers.headerForFormat(data.format) : Optional.empty();
        if (header.isPresent()) {
            return header(data, depth, header.get(), parsers, limits);
        }
        return data.format.equals(TEXT) ? text(data) : data;
    }

    private Converted header(
            Converted data, int depth, HeaderParser parser, ParserRegistry parsers, Limits limits) {
        HeaderParser.Section section = parser.parse(data.bytes, data.ccsid, data.encoding, limits);
        Following after = section.following();
        Converted rest =
                convert(
                        new Converted(
                                data.bytes.slice(section.length(), data.bytes.length()),
                                after.format(),
                                after.ccsid(data.ccsid),
                                after.encoding(data.encoding)),
                        depth + 1,
                        parsers,
                        limits);
        Bytes written =
                parser.write(
                        section.folder(),
                        ccsid,
                        encoding,
                        new Following(rest.format, rest.ccsid, rest.encoding),
                        limits);
        ByteSink sink = new ByteSink(written.length() + rest.bytes.length());
        sink.write(written);
        sink.write(rest.bytes);
        return new Converted(sink.bytes(), data.format, ccsid, encoding);
    }

    private Converted text(Converted data) {
        Charset from = Ccsid.charset(data.ccsid, data.encoding);
        Charset to = Ccsid.charset(ccsid, encoding);
        if (from.equals(to)) {
            return new Converted(data.bytes, data.format, ccsid, encoding);
        }
        Bytes bytes = data.bytes;
        try {
            CharBuffer text =
                    from.newDecoder()
                            .decode(ByteBuffer.wrap(bytes.array(), bytes.start(), bytes.length()));
            ByteBuffer converted = to.newEncoder().encode(text);
            byte[] result = new byte[converted.remaining()];
            converted.get(result);
            return new Converted(Bytes.of(result), data.format, ccsid, encoding);
        } catch (CharacterCodingException e) {
            throw MillraceException.of(
                            ErrorCode.BAD_CCSID,
                            """
                            the body cannot be converted from CCSID %s to CCSID %s: it contains \
                            bytes that are invalid in CCSID %s or characters that CCSID %s does \
                            not have; correct the CCSID of the message, or choose another \
                            convertCodedCharSetId\
                            """
                                    .formatted(data.ccsid, ccsid, data.ccsid, ccsid))
                    .inserts(Insert.of(data.ccsid), Insert.of(ccsid))
                    .cause(e)
                    .build();
        }
    }
}
