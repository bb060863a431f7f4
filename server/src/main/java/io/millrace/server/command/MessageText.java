package io.millrace.server.command;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Messages as people read them. */
final class MessageText {

    private MessageText() {}

    /** The body as text where it is UTF-8 that can be printed, else in hexadecimal. */
    static String body(Bytes body) {
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(body.array(), body.start(), body.length()))
                            .toString();
            boolean printable =
                    text.chars()
                            .allMatch(
                                    c ->
                                            c >= 32 && c != 127
                                                    || c == '\n'
                                                    || c == '\r'
                                                    || c == '\t');
            return printable ? text : body.toString();
        } catch (CharacterCodingException notText) {
            return body.toString();
        }
    }

    /** The beginning of a body on one line. */
    static String line(Bytes body, int length) {
        String text = body(body.length() > 4 * length ? body.slice(0, 4 * length) : body);
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= length ? line : line.substring(0, length - 1) + "\u2026";
    }

    /** The fields of a descriptor that say something, a line each. */
    static String descriptor(Mqmd d) {
        StringBuilder out = new StringBuilder();
        field(out, "MsgId", d.msgId().hex());
        if (!d.correlId().equals(new Mqmd().correlId())) {
            field(out, "CorrelId", d.correlId().hex());
        }
        field(out, "Format", d.format());
        field(out, "CodedCharSetId", String.valueOf(d.codedCharSetId()));
        field(out, "Encoding", String.valueOf(d.encoding()));
        field(out, "Persistence", String.valueOf(d.persistence()));
        field(out, "Priority", String.valueOf(d.priority()));
        if (d.expiry() >= 0) {
            field(out, "Expiry", d.expiry() + " (tenths of a second)");
        }
        if (d.backoutCount() > 0) {
            field(out, "BackoutCount", String.valueOf(d.backoutCount()));
        }
        field(out, "ReplyToQ", d.replyToQ());
        field(out, "UserIdentifier", d.userIdentifier());
        field(out, "PutApplName", d.putApplName());
        if (!d.putTime().equals(Instant.EPOCH)) {
            field(out, "Put", d.putTime().toString());
        }
        return out.toString();
    }

    private static void field(StringBuilder out, String name, String value) {
        if (!value.isEmpty()) {
            out.append("  ").append(name).append(": ").append(value).append('\n');
        }
    }
}
