package io.millrace.engine.parser;

import static io.millrace.engine.parser.FieldsContent.STATE;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The Properties folder of a received message, built from its descriptor and the choice of its
 * parser. The fields for the identity of the sender are empty strings, so that comparisons with
 * them are TRUE or FALSE, not UNKNOWN. Topic is NULL in a message without a topic.
 */
final class PropertiesContent extends FieldsContent {

    static final String NAME = "Properties";

    static final List<String> NAMES =
            List.of(
                    "MessageSet",
                    "MessageType",
                    "MessageFormat",
                    "Encoding",
                    "CodedCharSetId",
                    "Transactional",
                    "Persistence",
                    "CreationTime",
                    "ExpirationTime",
                    "Priority",
                    "ReplyIdentifier",
                    "ReplyProtocol",
                    "Topic",
                    "ContentType",
                    "IdentitySourceType",
                    "IdentitySourceToken",
                    "IdentitySourcePassword",
                    "IdentitySourceIssuedBy",
                    "IdentityMappedType",
                    "IdentityMappedToken",
                    "IdentityMappedPassword",
                    "IdentityMappedIssuedBy");

    private static final Value EMPTY = Value.of("");

    private static final int TOPIC = NAMES.indexOf("Topic");

    private final Mqmd descriptor;
    private final boolean transactional;
    private final String contentType;
    private final MessageTemplate template;
    private final HeaderParser.Following body;
    private final @Nullable Element rfh2;

    /**
     * @param descriptor descriptor of the message
     * @param transactional whether the message was read in a unit of work
     * @param contentType value of ContentType; empty if there is none
     * @param template template of the body
     * @param body description of the body in the last header
     * @param rfh2 MQRFH2 folder, which can contain topics
     */
    private PropertiesContent(
            Mqmd descriptor,
            boolean transactional,
            String contentType,
            MessageTemplate template,
            HeaderParser.Following body,
            @Nullable Element rfh2) {
        this.descriptor = descriptor;
        this.transactional = transactional;
        this.contentType = contentType;
        this.template = template;
        this.body = body;
        this.rfh2 = rfh2;
    }

    static Element folder(
            Mqmd descriptor,
            boolean transactional,
            String contentType,
            MessageTemplate template,
            HeaderParser.Following body,
            @Nullable Element rfh2) {
        return new PropertiesContent(descriptor, transactional, contentType, template, body, rfh2)
                .folder();
    }

    /**
     * Returns the original description of the body in the message from which a folder or its
     * content was copied; null if a program created the folder.
     */
    static HeaderParser.@Nullable Following origin(@Nullable Element folder) {
        Element first = folder == null || folder.content() != null ? folder : folder.firstChild();
        return first != null && first.content() instanceof PropertiesContent c ? c.body : null;
    }

    /** Returns the set, type and format in a folder, for a body of a domain. */
    static MessageTemplate template(@Nullable Element folder, String domain) {
        if (folder == null) {
            return MessageTemplate.domain(domain);
        }
        if (folder.isClean() && folder.content() instanceof PropertiesContent c) {
            return c.template.domain().equals(domain)
                    ? c.template
                    : new MessageTemplate(
                            domain, c.template.set(), c.template.type(), c.template.format());
        }
        return new MessageTemplate(
                domain,
                specified(folder, "MessageSet"),
                specified(folder, "MessageType"),
                specified(folder, "MessageFormat"));
    }

    /**
     * Sets the template of the body in Properties.
     *
     * @param folder Properties folder; null if the Root has none, in which case it is created
     */
    static void say(Element root, @Nullable Element folder, MessageTemplate template) {
        Element properties = folder;
        if (properties == null) {
            properties = Element.of(ElementType.NAME, NAME).domain(NAME);
            root.addFirst(properties);
        }
        say(properties, "MessageSet", template.set());
        say(properties, "MessageType", template.type());
        say(properties, "MessageFormat", template.format());
    }

    private static void say(Element properties, String name, String text) {
        Element field = properties.child(name);
        if (field == null) {
            properties.add(name, Value.of(text));
        } else {
            field.value(Value.of(text));
        }
    }

    /**
     * Returns the descriptor of a message without an MQMD folder, from the fields that both have.
     */
    static Mqmd descriptor(@Nullable Element folder) {
        Mqmd made = new Mqmd();
        if (folder == null) {
            return made;
        }
        if (folder.isClean() && folder.content() instanceof PropertiesContent c) {
            return made.encoding(c.body.encoding())
                    .codedCharSetId(c.body.ccsid())
                    .priority(c.descriptor.priority())
                    .persistence(c.descriptor.isPersistent() ? 1 : 0)
                    .correlId(c.descriptor.correlId());
        }
        for (Element field = folder.firstChild(); field != null; field = field.next()) {
            if (field.value() != null) {
                carry(field, made);
            }
        }
        return made;
    }

    private static void carry(Element field, Mqmd made) {
        switch (field.name()) {
            case "Encoding" -> made.encoding(HeaderFields.integer(field));
            case "CodedCharSetId" -> made.codedCharSetId(HeaderFields.integer(field));
            case "Priority" -> made.priority(HeaderFields.integer(field));
            case "Persistence" -> made.persistence(HeaderFields.integer(field));
            case "ReplyIdentifier" -> made.correlId(HeaderFields.bytes(field, 24));
            default -> {
                // The other properties have no corresponding field in a descriptor.
            }
        }
    }

    private static String specified(Element folder, String name) {
        String text = folder.textOf(name);
        return text == null ? "" : text;
    }

    @Override
    void grow(Element parent, int next) {
        Element topics = next == TOPIC && rfh2 != null ? rfh2.child("psc") : null;
        Element topic = topics == null ? null : topics.child("Topic");
        if (topic == null) {
            append(parent, next);
            return;
        }
        for (; topic != null; topic = topic.next()) {
            if (topic.isNamed("Topic")) {
                STATE.decoded(append(parent, next), topic.value());
            }
        }
    }

    @Override
    public String domain() {
        return NAME;
    }

    @Override
    List<String> fields() {
        return NAMES;
    }

    @Override
    protected @Nullable Value decode(Element field) {
        return switch (NAMES.get(STATE.start(field))) {
            case "MessageSet" -> Value.of(template.set());
            case "MessageType" -> Value.of(template.type());
            case "MessageFormat" -> Value.of(template.format());
            case "Encoding" -> Value.of(body.encoding());
            case "CodedCharSetId" -> Value.of(body.ccsid());
            case "Transactional" -> Value.of(transactional);
            case "Persistence" -> Value.of(descriptor.isPersistent());
            case "CreationTime" -> timestamp(descriptor.putTime());
            case "ExpirationTime" -> expiration();
            case "Priority" -> Value.of(descriptor.priority());
            case "ReplyIdentifier" -> Value.of(descriptor.correlId());
            case "ReplyProtocol" -> Value.of("MQ");
            case "Topic" -> null;
            case "ContentType" -> Value.of(contentType);
            default -> EMPTY;
        };
    }

    private static @Nullable Value timestamp(Instant time) {
        return time.equals(Instant.EPOCH)
                ? null
                : new Value.GmtTimestampValue(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
    }

    /** Returns the expiry; -1 if there is none, as in WMQI's trace. */
    private @Nullable Value expiration() {
        return descriptor.expiry() < 0 || descriptor.putTime().equals(Instant.EPOCH)
                ? Value.of(descriptor.expiry())
                : timestamp(descriptor.putTime().plusMillis(descriptor.expiry() * 100L));
    }
}
