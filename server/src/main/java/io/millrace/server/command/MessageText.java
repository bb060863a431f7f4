package io.millrace.server.command;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.sample.HeaderField;
import io.millrace.flows.sample.MessageParts;
import io.millrace.server.queue.MaskedBody;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** A formatter of messages for display. */
final class MessageText {

    /** Number of bytes on each line of a binary body. */
    private static final int A_LINE = 32;

    /** Maximum number of bytes of a body that are shown. */
    private static final int MAX_SHOWN = 4096;

    private static final int MAX_BYTES_OF_CHARACTER = 4;

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

    /** Returns the failure of a message, the fields of its headers and its body. */
    static String content(QueueMessage message, MessageAssembler assembler) {
        return headers(message, assembler) + body(message, assembler) + "\n";
    }

    /** Returns the failure of a message and the fields of its headers, one per line. */
    static String headers(QueueMessage message, MessageAssembler assembler) {
        StringBuilder out = new StringBuilder();
        if (message.failure() != null) {
            failure(out, message.failure());
        }
        try {
            MessageParts parts = MessageParts.of(message, assembler);
            HeaderField.of(parts.headers(), assembler.parsers().sensitiveFields())
                    .forEach(f -> field(out, f.name(), f.text()));
        } catch (MillraceException damaged) {
            field(out, "damaged header", damaged.getMessage());
        }
        return out.toString();
    }

    /** Returns the body after all headers, or all bytes if a header is damaged. */
    static String body(QueueMessage message, MessageAssembler assembler) {
        try {
            MessageParts parts = MessageParts.of(message, assembler);
            return MaskedBody.of(parts, assembler)
                    .map(body -> body(body, parts))
                    .orElseGet(() -> MaskedBody.notShown(parts.body()));
        } catch (MillraceException damaged) {
            return masks(assembler) ? MaskedBody.notShown(message.body()) : body(message.body());
        }
    }

    private static boolean masks(MessageAssembler assembler) {
        return !assembler.parsers().sensitiveFields().isEmpty();
    }

    private static void failure(StringBuilder out, FailureReport failure) {
        field(out, "Failure", failure.code() + " in " + failure.node() + ": " + failure.text());
        field(out, "Failure.Time", failure.time());
        field(out, "Failure.Path", String.join(" -> ", failure.path()));
    }

    private static String body(Bytes body, MessageParts parts) {
        String text = text(body, parts);
        return text == null ? body(body) : PrintableText.lines(text);
    }

    /**
     * Returns bytes of a body as text in the character set of its header; null if it is not
     * printable text.
     */
    private static String text(Bytes bytes, MessageParts parts) {
        String text = bytes.text(Ccsid.charset(parts.ccsid(), parts.encoding()));
        return isPrintable(text) && text.indexOf('\uFFFD') < 0 ? text : null;
    }

    /** Returns the beginning of the body after all headers on one line. */
    static String line(QueueMessage message, MessageAssembler assembler, int length) {
        Bytes body = message.body();
        String text = null;
        try {
            MessageParts parts = MessageParts.of(message, assembler);
            body = MaskedBody.of(parts, assembler).orElse(null);
            if (body == null) {
                return MaskedBody.notShown(parts.body());
            }
            // The end can be cut within a character.
            for (int cut = 0; text == null && cut <= Math.min(3, body.length()); cut++) {
                int most = Math.min(body.length() - cut, MAX_BYTES_OF_CHARACTER * length);
                text = text(body.slice(0, most), parts);
            }
        } catch (MillraceException damaged) {
            if (masks(assembler)) {
                return MaskedBody.notShown(message.body());
            }
            text = text(body);
        }
        if (text == null) {
            text = body.slice(0, Math.min(body.length(), length)).toString();
        }
        String line = text.replaceAll("\\s+", " ").strip();
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
