package io.millrace.engine.parser;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderParser.Following;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A writer of one Root. Each header announces the data after it, and the mcd folder of an MQRFH2
 * contains the domain of the body. Unchanged sections are written as the received bytes.
 */
final class MessageWriter {

    /** Advice for a field that a program probably set through a reference to a missing field. */
    private static final String REFERENCE =
            "a reference that is declared to a missing field refers to OutputRoot itself: create"
                    + " the field first";

    private final ParserRegistry parsers;
    private final Limits limits;

    private @Nullable Element properties;
    private @Nullable Element mqmd;
    private List<Header> headers = List.of();

    /** Body; null if the message ends after the last header. */
    private @Nullable Body body;

    private record Header(Element folder, HeaderParser parser) {}

    private record Body(Element folder, Parser parser) {}

    MessageWriter(ParserRegistry parsers, Limits limits) {
        this.parsers = parsers;
        this.limits = limits;
    }

    void validate(Element root, Validation validation) {
        collect(root);
        validate(validation, template());
    }

    MessageTemplate template(Element root) {
        collect(root);
        return template();
    }

    void reset(Element root, MessageAssembler.Defaults defaults) {
        collect(root);
        if (body == null) {
            throw noBody("the message tree has only headers, and no body to be reset");
        }
        Following[] announced = announced(descriptor(properties, mqmd));
        int ccsid = announced[0].ccsid();
        int encoding = announced[0].encoding();
        for (int i = 1; i < announced.length; i++) {
            ccsid = announced[i].ccsid(ccsid);
            encoding = announced[i].encoding(encoding);
        }
        ccsid = Math.max(0, ccsid);
        WriteOptions as =
                new WriteOptions(template(), ccsid, encoding, WriteOptions.Mode.ROOT, limits);
        Bytes bytes = body.parser.write(body.folder, as);
        MessageTemplate t = defaults.template();
        MessageTemplate requested =
                t.isEmpty()
                        ? new MessageTemplate(ParserChoice.BLOB, t.set(), t.type(), t.format())
                        : t;
        ParserChoice choice = ParserChoice.of(parsers, null, requested, "", null);
        ParseOptions options =
                new ParseOptions(
                        choice.template(),
                        ccsid,
                        encoding,
                        defaults.timing(),
                        defaults.options(),
                        limits,
                        parsers.validation(defaults.validation()));
        Element made = choice.read(bytes, options);
        body.folder.remove();
        root.addLast(made);
        PropertiesContent.say(root, properties, choice.template());
        int teller = teller();
        if (teller >= 0) {
            Element header = headers.get(teller).folder;
            Element reported = Mcd.with(header, choice.template());
            if (reported != header) {
                header.addBefore(reported);
                header.remove();
                reported.domain(Mcd.RFH2);
            }
        }
    }

    private void validate(Validation validation, MessageTemplate template) {
        if (validation.isAsked() && body != null) {
            body.parser.validate(body.folder, template, parsers.validation(validation));
        }
    }

    private MessageTemplate template() {
        if (body == null) {
            return MessageTemplate.NONE;
        }
        return PropertiesContent.template(properties, body.parser.domain());
    }

    MessageAssembler.Written writeBody(Element root, Validation validation) {
        collect(root);
        headers = List.of();
        return write(validation);
    }

    MessageAssembler.Written write(Element root, Validation validation) {
        collect(root);
        return write(validation);
    }

    private MessageAssembler.Written write(Validation validation) {
        Mqmd specified = descriptor(properties, mqmd);
        MessageTemplate template = template();
        validate(validation, template);
        tellDomain(template);
        Following[] announced = announced(specified);
        Mqmd descriptor = announce(specified, announced[0]);
        int ccsid = descriptor.codedCharSetId();
        int encoding = descriptor.encoding();
        Bytes written = Bytes.EMPTY;
        for (int i = 0; i < headers.size(); i++) {
            Header header = headers.get(i);
            Following next = announced[i + 1];
            written =
                    join(
                            written,
                            header.parser.write(header.folder, ccsid, encoding, next, limits));
            ccsid = next.ccsid(ccsid);
            encoding = next.encoding(encoding);
        }
        WriteOptions options =
                new WriteOptions(
                        template, Math.max(0, ccsid), encoding, WriteOptions.Mode.ROOT, limits);
        return new MessageAssembler.Written(
                descriptor, body == null ? written : join(written, write(body, options)));
    }

    private Bytes write(Body last, WriteOptions options) {
        try {
            return last.parser.write(last.folder, options);
        } catch (MillraceException e) {
            if (e.code() != ErrorCode.BAD_CCSID || Ccsid.isKnown(options.ccsid())) {
                throw e;
            }
            String header = headers.isEmpty() ? MqmdContent.NAME : headers.getLast().folder.name();
            throw ParseErrors.unwritable(
                    header + ".CodedCharSetId",
                    e.getMessage()
                            + "; set the field to the coded character set to which the text of the"
                            + " body must be converted");
        }
    }

    /**
     * Returns the descriptor of a Root as it is in the tree, before Format, CCSID and Encoding are
     * updated for the data after it.
     */
    static Mqmd descriptor(@Nullable Element properties, @Nullable Element mqmd) {
        if (mqmd == null) {
            return PropertiesContent.descriptor(properties);
        }
        Mqmd origin = MqmdContent.origin(mqmd);
        if (origin != null && mqmd.isClean()) {
            return origin;
        }
        return MqmdContent.descriptor(
                mqmd, origin == null ? PropertiesContent.descriptor(properties) : new Mqmd());
    }

    private void collect(Element root) {
        if (root.value() != null) {
            throw ParseErrors.unwritable(
                    "Root",
                    "found the value %s %s, expected only headers and a body; %s"
                            .formatted(root.value().type(), root.value().text(), REFERENCE));
        }
        for (Element child = root.firstChild(); child != null; child = child.next()) {
            String domain = child.domain() == null ? child.name() : child.domain();
            if (domain.equals(PropertiesContent.NAME) || child.isNamed(PropertiesContent.NAME)) {
                properties = child;
            } else if (domain.equals(MqmdContent.NAME)) {
                mqmd = single(mqmd, child);
            } else {
                section(child, domain);
            }
        }
        if (body == null && (headers.isEmpty() || !headers.getLast().parser.isMessage())) {
            throw noBody(
                    """
                    the message tree has no body: expected a folder with the name of a domain \
                    after the headers, one of \
                    """
                            + String.join(", ", parsers.domains())
                            + "; a field that is set to NULL is not created");
        }
    }

    private void section(Element child, String domain) {
        boolean isReplaced = isEmpty(body) && parsers.domain(domain).isPresent();
        if (body != null && !isReplaced) {
            throw noBody(
                    "the message tree has '"
                            + child.name()
                            + "' after its body '"
                            + body.folder.name()
                            + "'; a message must have one body, which must be last; "
                            + (parsers.domain(domain).isPresent()
                                    ? "remove '%s' with SET OutputRoot.%s = NULL"
                                            .formatted(body.folder.name(), body.folder.name())
                                    : REFERENCE));
        }
        Optional<HeaderParser> header = parsers.headerForDomain(domain);
        if (header.orElse(null) instanceof TransportHeader) {
            return;
        }
        if (header.isPresent()) {
            headers = headers.isEmpty() ? new ArrayList<>(2) : headers;
            headers.add(new Header(child, header.get()));
            return;
        }
        Parser parser =
                parsers.domain(domain)
                        .orElseThrow(
                                () -> {
                                    String hint =
                                            Problems.didYouMean(
                                                    domain,
                                                    parsers.domains(),
                                                    "expected one of "
                                                            + String.join(", ", parsers.domains())
                                                            + "; "
                                                            + REFERENCE);
                                    return ParseErrors.unwritable(
                                            HeaderFields.path(child),
                                            "'"
                                                    + domain
                                                    + "' is neither a header nor a domain; "
                                                    + hint);
                                });
        body = new Body(child, parser);
    }

    /**
     * Whether a body is a BLOB without bytes, for example the body of a GET request that was copied
     * with its headers. Another body replaces it.
     */
    private static boolean isEmpty(@Nullable Body body) {
        if (body == null || !body.parser.domain().equals("BLOB")) {
            return false;
        }
        Element field = body.folder.firstChild();
        return field == null
                || field.next() == null
                        && field.value() instanceof Value.BlobValue(Bytes bytes)
                        && bytes.isEmpty();
    }

    private static Element single(@Nullable Element before, Element child) {
        if (before != null) {
            throw ParseErrors.unwritable(
                    HeaderFields.path(child), "the message tree has a second MQMD");
        }
        return child;
    }

    private static MillraceException noBody(String text) {
        return ParseErrors.failure(ErrorCode.WRITE_NO_BODY, text, Insert.of(text));
    }

    /**
     * Sets domain, set, type and format of the body in the MQRFH2 nearest to the body. An unchanged
     * message stays as it was received.
     */
    private void tellDomain(MessageTemplate template) {
        boolean untouched =
                body == null || body.folder.isClean() && properties != null && properties.isClean();
        for (Header header : headers) {
            untouched &= header.folder.isClean() || !header.parser.domain().equals(Mcd.RFH2);
        }
        int teller = untouched ? -1 : teller();
        if (teller >= 0) {
            Header header = headers.get(teller);
            headers.set(teller, new Header(Mcd.with(header.folder, template), header.parser));
        }
    }

    /**
     * Returns the index of the last MQRFH2 with an mcd folder; if none has one, the index of the
     * first MQRFH2; negative if there is no MQRFH2.
     */
    private int teller() {
        int teller = -1;
        for (int i = 0; i < headers.size(); i++) {
            Header header = headers.get(i);
            if (header.parser.domain().equals(Mcd.RFH2)
                    && (teller < 0 || header.folder.child("mcd") != null)) {
                teller = i;
            }
        }
        return teller;
    }

    /** Returns the values that the MQMD (first entry) and each header must announce. */
    private Following[] announced(Mqmd specified) {
        int count = headers.size();
        Following[] announced = new Following[count + 1];
        announced[0] =
                new Following(specified.format(), specified.codedCharSetId(), specified.encoding());
        for (int i = 0; i < count; i++) {
            Header header = headers.get(i);
            announced[i + 1] = header.parser.following(header.folder);
        }
        announced[count] = bodyAnnounced(announced, specified);
        for (int i = 0; i < count; i++) {
            List<String> formats = headers.get(i).parser.formats();
            if (!formats.contains(announced[i].format())) {
                announced[i] =
                        new Following(
                                formats.getFirst(), announced[i].ccsid(), announced[i].encoding());
            }
        }
        return announced;
    }

    /**
     * Returns the values that the last header must announce. Usually these are the values in the
     * header. The values of a removed header move to the preceding header. An inserted header gets
     * the values of the header before it.
     */
    private Following bodyAnnounced(Following[] specified, Mqmd descriptor) {
        int last = specified.length - 1;
        Following own = specified[last];
        boolean stale = parsers.headerForFormat(own.format()).isPresent();
        if (!own.format().isEmpty() && !stale) {
            return own;
        }
        for (int i = last - 1; i >= 0; i--) {
            String format = specified[i].format();
            if (!format.isEmpty() && parsers.headerForFormat(format).isEmpty()) {
                return new Following(format, own.ccsid(), own.encoding());
            }
        }
        if (!stale) {
            return own;
        }
        Following origin = PropertiesContent.origin(properties);
        if (origin == null) {
            return new Following("", own.ccsid(), own.encoding());
        }
        boolean sameCcsid = isUntouched(last, descriptor.codedCharSetId(), true);
        boolean sameEncoding = isUntouched(last, descriptor.encoding(), false);
        return new Following(
                origin.format(),
                sameCcsid ? origin.ccsid() : own.ccsid(),
                sameEncoding ? origin.encoding() : own.encoding());
    }

    /**
     * Whether no program has set the CCSID (or, if ccsid is false, the Encoding) of the header at
     * an index of the chain. Index 0 is the MQMD.
     */
    private boolean isUntouched(int index, int now, boolean ccsid) {
        if (index > 0) {
            return headers.get(index - 1).folder.isClean();
        }
        Mqmd origin = mqmd == null ? null : MqmdContent.origin(mqmd);
        return origin != null && now == (ccsid ? origin.codedCharSetId() : origin.encoding());
    }

    private static Mqmd announce(Mqmd specified, Following next) {
        boolean same =
                specified.format().equals(next.format())
                        && specified.codedCharSetId() == next.ccsid()
                        && specified.encoding() == next.encoding();
        return same
                ? specified
                : specified
                        .copy()
                        .format(next.format())
                        .codedCharSetId(next.ccsid())
                        .encoding(next.encoding());
    }

    /** Joins two ranges, without copying if they are adjacent in one array. */
    private static Bytes join(Bytes a, Bytes b) {
        if (a.isEmpty()) {
            return b;
        }
        if (b.isEmpty()) {
            return a;
        }
        if (a.array() == b.array() && a.end() == b.start()) {
            return new Bytes(a.array(), a.start(), b.end());
        }
        ByteSink joined = new ByteSink(a.length() + b.length());
        joined.write(a);
        joined.write(b);
        return joined.bytes();
    }
}
