package io.millrace.parsers.xml;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.RecordParser.Range;

/**
 * A finder of the ends of XML documents in a sequence. A document ends with the document element.
 * The comments and processing instructions after it belong to the next document. White space and
 * byte order marks between documents belong to no document.
 *
 * <p>Only tags are found, so the code page must contain the ASCII characters as single bytes. It is
 * not decoded.
 */
public final class XmlRecords {

    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private XmlRecords() {}

    /**
     * Returns the first document of a sequence.
     *
     * @param isComplete whether the sequence ends with these bytes
     * @param domain domain name for error messages
     */
    public static Range first(Bytes bytes, boolean isComplete, String domain, Limits limits) {
        Markup markup = new Markup(bytes, ISO_8859_1, domain, limits);
        int start = skipFiller(markup, bytes.start());
        int at = start;
        while (at < markup.to) {
            if (markup.a[at] != '<') {
                throw markup.failed(at, markup.shown(at), "< of an XML document");
            }
            if (markup.startsWith("<!DOCTYPE", at)) {
                throw markup.failed(
                        at,
                        "<!DOCTYPE",
                        "a document without a DOCTYPE, because documents with one cannot be"
                                + " divided");
            }
            int special = markup.specialEnd(at);
            if (special < 0) {
                return new Range(start - bytes.start(), element(markup, at) - bytes.start());
            }
            at = skipFiller(markup, special);
        }
        if (at > start && !isComplete) {
            throw markup.cutOff("the document element");
        }
        // Comments and instructions after the last document belong to no document.
        return new Range(at - bytes.start(), at - bytes.start());
    }

    private static int skipFiller(Markup markup, int from) {
        int at = markup.white(from);
        while (isMark(markup, at)) {
            at = markup.white(at + MARK.length);
        }
        return at;
    }

    private static boolean isMark(Markup markup, int at) {
        return at + MARK.length <= markup.to
                && markup.a[at] == MARK[0]
                && markup.a[at + 1] == MARK[1]
                && markup.a[at + 2] == MARK[2];
    }

    /** Returns the position after the document element that begins at an offset. */
    private static int element(Markup markup, int at) {
        int name = at + 1;
        int end = markup.nameEnd(name);
        if (end == name) {
            throw markup.failed(at, markup.shown(at), "a tag");
        }
        int content = markup.headEnd(end);
        return markup.a[content - 2] == '/' ? content : markup.pass(content, name, end - name, 1);
    }
}
