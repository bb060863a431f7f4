package io.millrace.engine.parser;

import static io.millrace.engine.parser.FieldsContent.STATE;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A builder of one Root. The reader parses the chain of headers by Format and then chooses the
 * parser of the body.
 */
final class MessageReader {

    private final ParserRegistry parsers;
    private final Limits limits;
    private final MessageAssembler.Defaults defaults;
    private final @Nullable Consumer<String> trace;

    private final Element root = MessageAssembly.emptyTree(MessageAssembly.ROOT);
    private List<Element> folders = List.of();
    private Bytes rest = Bytes.EMPTY;

    /** CCSID and Encoding of the next section. */
    private int ccsid;

    private int encoding;
    private String format = "";

    /** The MQRFH2 nearest to the body. The mcd folder and the topics are read from a copy. */
    private @Nullable Element rfh2;

    /** Whether the message can end after the last header. */
    private boolean whole;

    private @Nullable MessageTemplate mcd;

    MessageReader(
            ParserRegistry parsers,
            Limits limits,
            MessageAssembler.Defaults defaults,
            @Nullable Consumer<String> trace) {
        this.parsers = parsers;
        this.limits = limits;
        this.defaults = defaults;
        this.trace = trace;
    }

    /**
     * Returns a descriptor for a message without one. It is persistent if the message is received
     * in a unit of work.
     */
    private Mqmd described() {
        Mqmd descriptor = new Mqmd();
        return defaults.transactional() ? descriptor.persistence(Mqmd.PERSISTENCE_YES) : descriptor;
    }

    Element read(@Nullable Mqmd received, Bytes bytes) {
        Mqmd descriptor = received == null ? described() : received;
        begin(descriptor, bytes);
        if (received == null) {
            return root(descriptor, null);
        }
        headers();
        return root(descriptor, MqmdContent.folder(received, defaults.transactional()));
    }

    /** Builds the Root of a message with the folder of a transport instead of a descriptor. */
    Element read(Element header, int bodyCcsid, Bytes bytes) {
        Mqmd descriptor = described().codedCharSetId(bodyCcsid);
        begin(descriptor, bytes);
        return root(descriptor, header);
    }

    private void begin(Mqmd descriptor, Bytes bytes) {
        if (bytes.length() > limits.messageBytes()) {
            throw ParseErrors.limit(
                    MessageAssembly.ROOT,
                    limits.messageBytes(),
                    "the message has "
                            + bytes.length()
                            + " bytes; the limit messageBytes is "
                            + limits.messageBytes());
        }
        rest = bytes;
        ccsid = descriptor.codedCharSetId();
        encoding = descriptor.encoding();
        format = descriptor.format();
    }

    /**
     * Returns the Root.
     *
     * @param second folder after Properties; null if there is none
     */
    private Element root(Mqmd descriptor, @Nullable Element second) {
        ParserChoice choice = ParserChoice.of(parsers, mcd, defaults.template(), format, trace);
        var announced = new HeaderParser.Following(format, ccsid, encoding);
        STATE.append(
                root,
                PropertiesContent.folder(
                        descriptor,
                        defaults.transactional(),
                        defaults.contentType(),
                        choice.template(),
                        announced,
                        rfh2));
        if (second != null) {
            STATE.append(root, second);
        }
        folders.forEach(e -> STATE.append(root, e));
        if (!whole || !rest.isEmpty()) {
            STATE.append(root, body(choice));
        }
        return root;
    }

    private void headers() {
        Optional<HeaderParser> announced = parsers.headerForFormat(format);
        while (announced.isPresent()) {
            header(announced.get());
            announced = parsers.headerForFormat(format);
        }
    }

    private void header(HeaderParser parser) {
        if (folders.size() == limits.headers()) {
            throw ParseErrors.limit(
                    parser.domain(), 0, "more than " + limits.headers() + " headers");
        }
        HeaderParser.Section section = parser.parse(rest, ccsid, encoding, limits);
        if (folders.isEmpty()) {
            folders = new ArrayList<>(2);
        }
        folders.add(section.folder());
        whole = parser.isMessage();
        if (parser.domain().equals(Mcd.RFH2)) {
            rfh2 = section.folder().copy();
            MessageTemplate specified = Mcd.read(rfh2);
            mcd = specified != null ? specified : mcd;
        }
        HeaderParser.Following following = section.following();
        format = following.format();
        ccsid = following.ccsid(ccsid);
        encoding = following.encoding(encoding);
        rest = rest.slice(section.length(), rest.length());
    }

    private Element body(ParserChoice choice) {
        ParseOptions options =
                new ParseOptions(
                        choice.template(),
                        Math.max(0, ccsid),
                        encoding,
                        defaults.timing(),
                        defaults.options(),
                        limits,
                        parsers.validation(defaults.validation()));
        return choice.read(rest, options);
    }
}
