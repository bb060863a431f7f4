package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Mqmd;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** A formatter of messages for display. */
final class MessageText {

    /** Number of bytes per line of a binary body. */
    private static final int A_LINE = 32;

    /** Maximum number of bytes of a body that are shown. */
    private static final int MAX_SHOWN = 4096;

    /** Maximum number of folder levels of a header that are shown. */
    private static final int MAX_LEVELS = 10;

    private MessageText() {}

    /**
     * Returns the body as text if it is UTF-8 without control characters, otherwise as lines of
     * bytes.
     */
    static String body(Bytes body) {
        String text = text(body);
        return text != null ? PrintableText.lines(text) : lines(body);
    }

    /** Returns the body as text; null if it is not printable text. */
    private static String text(Bytes body) {
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(body.array(), body.start(), body.length()))
                            .toString();
            return isPrintable(text) ? text : null;
        } catch (CharacterCodingException notText) {
            return null;
        }
    }

    /** Whether a string has no control characters except line ends and tabs. */
    static boolean isPrintable(String text) {
        return text.chars()
                .allMatch(c -> !Character.isISOControl(c) || c == '\n' || c == '\r' || c == '\t');
    }

    /** Returns the bytes as lines of {@code offset hexadecimal characters}. */
    private static String lines(Bytes body) {
        StringBuilder out = new StringBuilder();
        int most = Math.min(body.length(), MAX_SHOWN);
        for (int from = 0; from < most; from += A_LINE) {
            int to = Math.min(most, from + A_LINE);
            out.append(from == 0 ? "" : "\n").append("%08X ".formatted(from));
            StringBuilder characters = new StringBuilder();
            for (int i = from; i < from + A_LINE; i++) {
                out.append(i % 4 == 0 ? " " : "");
                out.append(i < to ? "%02X".formatted(body.at(i) & 0xFF) : "  ");
                int c = i < to ? body.at(i) & 0xFF : ' ';
                characters.append(c >= 32 && c < 127 ? (char) c : '.');
            }
            out.append("  ").append(characters.toString().stripTrailing());
        }
        if (most < body.length()) {
            out.append("\n... ").append(body.length() - most).append(" more bytes");
        }
        return out.toString();
    }

    /** Returns the fields of a message's headers after the MQMD, one per line. */
    static String headers(Element root) {
        StringBuilder out = new StringBuilder();
        for (Element e = root.firstChild(); e != null && e != root.lastChild(); e = e.next()) {
            if (!e.name().equals("Properties") && !e.name().equals("MQMD")) {
                fields(out, e.name(), e, 1);
            }
        }
        return out.toString();
    }

    private static void fields(StringBuilder out, String path, Element folder, int depth) {
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            String name = path + "." + e.name();
            if (e.value() != null) {
                String text = e.value().text().strip();
                field(out, name, isPrintable(text) ? text : e.value().toString());
            }
            if (depth < MAX_LEVELS) {
                fields(out, name, e, depth + 1);
            }
        }
    }

    /** Returns the beginning of a body on one line. */
    static String line(Bytes body, int length) {
        Bytes first = body.length() > 4 * length ? body.slice(0, 4 * length) : body;
        String text = text(first);
        String line = (text == null ? first.toString() : text).replaceAll("\\s+", " ").strip();
        return line.length() <= length ? line : line.substring(0, length - 1) + "\u2026";
    }

    /** Returns the significant fields of a descriptor, one per line. */
    static String descriptor(Mqmd d) {
        boolean related = !d.correlId().equals(new Mqmd().correlId());
        StringBuilder out = new StringBuilder();
        field(out, "MsgId", d.msgId().hex());
        field(out, "CorrelId", related ? d.correlId().hex() : "");
        field(out, "Format", d.format());
        field(out, "CodedCharSetId", d.codedCharSetId());
        field(out, "Encoding", d.encoding());
        field(out, "Persistence", d.persistence());
        field(out, "Priority", d.priority());
        field(out, "Expiry", d.expiry() < 0 ? "" : d.expiry() + " (tenths of a second)");
        field(out, "BackoutCount", d.backoutCount() > 0 ? d.backoutCount() : "");
        field(out, "ReplyToQ", d.replyToQ());
        field(out, "UserIdentifier", d.userIdentifier());
        field(out, "PutApplName", d.putApplName());
        field(out, "Put", d.putTime().equals(Instant.EPOCH) ? "" : d.putTime());
        return out.toString();
    }

    /** Appends a field, unless its value is empty. */
    private static void field(StringBuilder out, String name, Object value) {
        String text = PrintableText.line(value.toString());
        if (!text.isEmpty()) {
            out.append("  " + PrintableText.line(name) + ": " + text + '\n');
        }
    }
}
