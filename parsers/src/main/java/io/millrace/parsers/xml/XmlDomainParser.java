package io.millrace.parsers.xml;

import static io.millrace.parsers.xml.XmlContent.STATE;
import static io.millrace.parsers.xml.XmlRole.CDATA_TAG;
import static io.millrace.parsers.xml.XmlRole.DECLARATION;
import static io.millrace.parsers.xml.XmlRole.TAG;

import static java.lang.Math.min;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.RecordParser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.xml.TagContext.Stage;

import java.nio.charset.Charset;
import java.util.Map;
import java.util.Optional;

/**
 * Common base of the parsers of the three domains.
 *
 * <p>Reading: a CCSID other than 0 has precedence over byte order mark and declaration. With CCSID
 * 0, they determine the charset, and UTF-8 is the default. XMLNSC has the options {@code
 * RetainMixedContent}, {@code RetainComments} and {@code RetainProcessingInstructions}; the other
 * domains retain everything.
 *
 * <p>Writing: with CCSID 0, the charset of the tree's declaration, otherwise the charset of the
 * received body, otherwise UTF-8. A declaration of another charset is corrected. Characters that
 * the charset does not contain are written as character references. In names, comments and CDATA
 * sections, where XML does not allow references, they are an error.
 */
abstract class XmlDomainParser implements RecordParser {

    private final XmlDomain domain;

    XmlDomainParser(XmlDomain domain) {
        this.domain = domain;
    }

    @Override
    public String domain() {
        return domain.name();
    }

    @Override
    public Map<String, Integer> fieldTypes() {
        return domain.fieldTypes();
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        return options.timing().read(new XmlContent(domain, body, options).folder());
    }

    @Override
    public Optional<String> checkRecords(MessageTemplate template) {
        return Optional.empty();
    }

    @Override
    public Range record(Bytes bytes, boolean isComplete, ParseOptions options) {
        return XmlRecords.first(bytes, isComplete, domain(), options.limits());
    }

    @Override
    public boolean writesElements() {
        return true;
    }

    /** Returns the document element without its siblings. */
    @Override
    public Element element(Element parsed) {
        for (Element e = parsed.firstChild(); e != null; e = e.next()) {
            XmlRole role = XmlRole.of(e);
            if (role == TAG || role == CDATA_TAG) {
                return e;
            }
        }
        return parsed;
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        XmlContent source = source(body);
        if (source != null
                && options.mode() != WriteOptions.Mode.EMBEDDED
                && isUnchanged(source, options)) {
            return source.original;
        }
        return new DocumentWriter(domain, options, charset(body, source, options), capacity(body))
                .write(body);
    }

    /** Returns the content of an untouched body folder; null for other elements. */
    private XmlContent source(Element body) {
        return body.isClean()
                        && body.content() instanceof XmlContent c
                        && c.kind() == domain
                        && STATE.context(body) instanceof Stage
                ? c
                : null;
    }

    /**
     * Returns the initial capacity of the output. The estimate assumes a body with few additions.
     */
    private static int capacity(Element body) {
        boolean folder =
                body.content() instanceof XmlContent && STATE.context(body) instanceof Stage;
        int length = folder ? ((XmlContent) body.content()).original.length() : 0;
        int more = min(512 + (length >> 1), 16_384);
        return (int) min((long) length + more, 1 << 30);
    }

    private static boolean isUnchanged(XmlContent source, WriteOptions options) {
        ParseOptions in = source.options;
        return options.ccsid() == 0
                || options.ccsid() == in.ccsid() && options.encoding() == in.encoding()
                || Ccsid.charset(options.ccsid(), options.encoding()).equals(source.charset);
    }

    private static Charset charset(Element body, XmlContent source, WriteOptions options) {
        if (options.ccsid() != 0) {
            return Ccsid.charset(options.ccsid(), options.encoding());
        }
        if (source != null) {
            return source.charset;
        }
        String declared = declaredEncoding(body);
        Charset named = declared == null ? null : Ccsid.named(declared);
        if (named != null && named.canEncode()) {
            return named;
        }
        return body.content() instanceof XmlContent c ? c.charset : UTF_8;
    }

    private static String declaredEncoding(Element body) {
        Element first = body.firstChild();
        if (first == null) {
            return null;
        }
        Element encoding =
                XmlRole.of(first) != DECLARATION
                        ? null
                        : XmlRole.part(
                                first, XmlTypes.XML_DECLARATION, "Encoding", XmlTypes.OLD_ENCODING);
        return encoding == null ? null : encoding.text();
    }
}
