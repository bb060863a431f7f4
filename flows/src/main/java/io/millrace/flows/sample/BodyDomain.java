package io.millrace.flows.sample;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.Ccsid;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** A detector of the domain of a body by its first characters. */
public final class BodyDomain {

    private static final int EXAMINED = 512;
    private static final Pattern XML = Pattern.compile("(?s)\\s*<[\\p{L}_:?!].*");
    private static final Pattern JSON =
            Pattern.compile("(?s)\\s*(\\{\\s*([\"}].*)?|\\[\\s*([\\[{\"\\]tfn0-9-].*)?)");

    private BodyDomain() {}

    /**
     * Returns {@code XMLNSC} for XML, {@code JSON} for a JSON object or array, and {@code BLOB} for
     * other bodies. The text can be in UTF-8, UTF-16 or the given code page.
     *
     * @param ccsid code page of the body; 0 if it is unknown
     */
    public static String of(Bytes body, int ccsid) {
        Bytes first = body.slice(0, Math.min(EXAMINED, body.length()));
        String text = text(first, ccsid);
        if (XML.matcher(text).matches()) {
            return "XMLNSC";
        }
        return JSON.matcher(text).matches() ? "JSON" : "BLOB";
    }

    private static String text(Bytes first, int ccsid) {
        Charset charset = first.length() < 2 ? null : utf16(first.at(0) & 0xFF, first.at(1) & 0xFF);
        if (charset == null) {
            boolean known = ccsid > 0 && Ccsid.isKnown(ccsid);
            charset = known ? Ccsid.charset(ccsid) : StandardCharsets.UTF_8;
        }
        String text = first.text(charset);
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** Returns the charset of text that begins with a byte order mark or ASCII in UTF-16. */
    private static Charset utf16(int first, int second) {
        if (first == 0xFE && second == 0xFF || first == 0 && second != 0) {
            return StandardCharsets.UTF_16BE;
        }
        boolean little = first == 0xFF && second == 0xFE || first != 0 && second == 0;
        return little ? StandardCharsets.UTF_16LE : null;
    }
}
