package io.millrace.connectors.mail;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.parser.Ccsid;

import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.ParseException;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The content of an e-mail.
 *
 * @param text text of the e-mail; with {@code isMime}, the complete content including headers
 * @param multipart relation of text and attachments: mixed, alternative or related
 */
record EmailContent(Part text, List<Part> attachments, String multipart, boolean isMime) {

    private static final String MIME = "MIME";
    private static final Set<String> RELATIONS = Set.of("mixed", "alternative", "related");
    private static final Set<String> ENCODINGS = Set.of("base64", "quoted-printable", "7bit");

    /** Maximum length of a line without a transfer encoding (RFC 5321, 4.5.3.1.6). */
    private static final int MAX_LINE = 998;

    /**
     * A part of the content.
     *
     * @param type content type with parameters
     * @param name file name; empty if there is none
     * @param encoding transfer encoding; empty for one that fits the bytes
     */
    record Part(Bytes bytes, String type, String name, String encoding) {}

    /**
     * Reads the content of an e-mail.
     *
     * @param email folder LocalEnvironment.Destination.Email; null if there is none
     * @throws MillraceException with PROPERTY_VALUE, or with PARSE_LIMIT for a content above the
     *     limit messageBytes
     */
    static EmailContent of(
            EmailProperties properties,
            MessageAssembly message,
            Element email,
            NodeContext context) {
        List<Part> attachments = attachments(properties, message, email, context);
        String multipart = relation(given(email, "MultiPartContentType", properties.multipart()));
        TreeBytes body =
                properties.text() == null
                        ? TreeBytes.ofBody(message.root(), context)
                        : new TreeBytes(
                                Bytes.utf8(properties.text()), "", StandardCharsets.UTF_8, "");
        boolean isMime = body.domain().equals(MIME);
        if (isMime && !attachments.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.PROPERTY_VALUE,
                    "a body of the domain MIME cannot be combined with attachments; add them to the"
                            + " body");
        }
        String type = given(email, "BodyContentType", properties.contentType());
        Part text =
                isMime
                        ? new Part(body.bytes(), "", "", "")
                        : part("BodyContentType", body, type, "", "");
        long size = text.bytes().length();
        for (Part attachment : attachments) {
            size += attachment.bytes().length();
        }
        if (size > context.limits().messageBytes()) {
            throw new MillraceException(
                    ErrorCode.PARSE_LIMIT,
                    "the content of the e-mail exceeds the limit messageBytes (%d)"
                            .formatted(context.limits().messageBytes()));
        }
        return new EmailContent(text, attachments, multipart, isMime);
    }

    private static List<Part> attachments(
            EmailProperties properties,
            MessageAssembly message,
            Element email,
            NodeContext context) {
        List<Part> parts = new ArrayList<>();
        Element first = email == null ? null : email.child("Attachment");
        for (Element e = first; e != null; e = e.next()) {
            if (e.isNamed("Attachment")) {
                parts.add(attachment(e, parts.size() + 1, message.root(), context));
            }
        }
        EmailProperties.Attachment own = properties.attachment();
        if (first == null && own != null) {
            Element found = own.find(message);
            TreeBytes bytes = TreeBytes.of(own.text(), found, message.root(), context);
            parts.add(part(own.text(), bytes, own.contentType(), own.name(), own.encoding()));
        }
        return parts;
    }

    /** Returns an attachment that a message specifies. */
    private static Part attachment(Element e, int number, Element root, NodeContext context) {
        String what = "LocalEnvironment.Destination.Email.Attachment[" + number + "].";
        Element content = e.child("Content");
        String encoding = given(e, "ContentEncoding", "base64").toLowerCase(Locale.ROOT);
        if (content == null || !ENCODINGS.contains(encoding)) {
            throw invalid(
                    what + (content == null ? "Content" : "ContentEncoding"),
                    content == null
                            ? "must be the content of the attachment"
                            : "must be base64, quoted-printable or 7bit",
                    content == null ? "no field" : encoding);
        }
        // The folder of the content can be the body of a message.
        Element only = content.firstChild();
        boolean isFolder = only != null && only.next() == null && only.domain() != null;
        return part(
                what + "ContentType",
                TreeBytes.of(what + "Content", isFolder ? only : content, root, context),
                given(e, "ContentType", ""),
                EmailAddresses.line(what + "ContentName", given(e, "ContentName", "attachment")),
                encoding);
    }

    /** Returns the value of a field of a folder; a default if the field does not exist. */
    private static String given(Element folder, String name, String other) {
        String text = folder == null ? null : folder.textOf(name);
        return text == null || text.isBlank() ? other : text.strip();
    }

    private static String relation(String given) {
        String lower = given.toLowerCase(Locale.ROOT);
        String relation = lower.startsWith("multipart/") ? lower.substring(10) : lower;
        if (!RELATIONS.contains(relation)) {
            throw invalid("MultiPartContentType", "must be mixed, alternative or related", given);
        }
        return relation;
    }

    /**
     * Returns a part. The charset of a text is the charset in the content type, by default UTF-8.
     *
     * @param what name of the type in a failure
     * @param given type; empty for the type of the bytes
     */
    private static Part part(
            String what, TreeBytes bytes, String given, String name, String encoding) {
        ContentType type = type(what, given.isEmpty() ? bytes.type() : given);
        Bytes content = bytes.bytes();
        if (type.getPrimaryType().equalsIgnoreCase("text")) {
            String parameter = type.getParameter("charset");
            Charset charset = parameter == null ? StandardCharsets.UTF_8 : Ccsid.named(parameter);
            if (charset == null) {
                throw invalid(what, "must have a known charset", given);
            }
            if (parameter == null) {
                type.setParameter("charset", charset.name());
            }
            content = converted(what, content, bytes.charset(), charset);
        }
        if (encoding.equals("7bit") && !isPlain(content)) {
            throw new MillraceException(
                    ErrorCode.PROPERTY_VALUE,
                    "the encoding 7bit requires ASCII text with lines of at most %d bytes; use base64"
                            .formatted(MAX_LINE));
        }
        return new Part(content, type.toString(), name, encoding);
    }

    private static Bytes converted(String what, Bytes text, Charset from, Charset to) {
        if (from.equals(to)) {
            return text;
        }
        try {
            CharBuffer decoded =
                    from.newDecoder()
                            .decode(ByteBuffer.wrap(text.array(), text.start(), text.length()));
            ByteBuffer encoded = to.newEncoder().encode(decoded);
            return new Bytes(encoded.array(), 0, encoded.limit());
        } catch (CharacterCodingException e) {
            throw new MillraceException(
                    ErrorCode.BAD_CCSID,
                    "the text of the e-mail (%s) cannot be converted from %s to %s"
                            .formatted(what, from.name(), to.name()),
                    e);
        }
    }

    private static boolean isPlain(Bytes text) {
        int line = 0;
        for (int i = 0; i < text.length(); i++) {
            byte b = text.at(i);
            line = b == '\n' ? 0 : line + 1;
            if (b <= 0 || line > MAX_LINE + 1) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads a content type.
     *
     * @param what name of the type in a failure
     * @throws MillraceException with PROPERTY_VALUE for an invalid type and for a type with nested
     *     parts
     */
    static ContentType type(String what, String text) {
        try {
            ContentType type = new ContentType(EmailAddresses.line(what, text));
            String primary = type.getPrimaryType().toLowerCase(Locale.ROOT);
            if (!primary.equals("multipart") && !primary.equals("message")) {
                return type;
            }
        } catch (ParseException e) {
            // Reported below.
        }
        throw invalid(what, "must be a type such as text/html or application/pdf", text);
    }

    private static MillraceException invalid(String what, String rule, String found) {
        return new MillraceException(
                ErrorCode.PROPERTY_VALUE, "%s %s (found %s)".formatted(what, rule, found));
    }
}
