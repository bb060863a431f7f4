package io.millrace.parsers.mrm.tds.markup;

import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.MarkerText.EndOfLine;
import io.millrace.parsers.mrm.tds.standards.Delimiters;
import io.millrace.parsers.record.TextCode;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** A piece of markup as the bytes of one message. Immutable. */
public final class Marker {

    static final Marker NONE = new Marker(new byte[0], List.of());

    private final byte[] written;
    private final byte[][] forms;

    private Marker(byte[] written, List<byte[]> forms) {
        this.written = written;
        this.forms = forms.toArray(byte[][]::new);
    }

    /**
     * Returns the bytes of a marker. A marker with a character that the code page does not have
     * never matches.
     */
    static Marker of(MarkerText text, TextCode code, Delimiters delimiters) {
        var forms = new ArrayList<byte[]>();
        forms.add(new byte[0]);
        MarkerText.Part last = null;
        for (MarkerText.Part part : text.parts()) {
            boolean lines = part instanceof EndOfLine && last instanceof EndOfLine;
            last = part;
            List<byte[]> pieces = pieces(part, code, delimiters);
            if (pieces.isEmpty()) {
                return NONE;
            }
            var longer = new ArrayList<byte[]>();
            for (byte[] before : forms) {
                for (byte[] piece : pieces) {
                    if (lines && isOneLineEnd(before, piece, code)) {
                        continue;
                    }
                    ByteArrayOutputStream joined = new ByteArrayOutputStream();
                    joined.writeBytes(before);
                    joined.writeBytes(piece);
                    longer.add(joined.toByteArray());
                }
            }
            forms = longer;
        }
        byte[] written = forms.getFirst();
        if (written.length == 0) {
            return NONE;
        }
        var sorted = new ArrayList<byte[]>(forms);
        sorted.sort(Comparator.comparingInt((byte[] f) -> -f.length));
        return new Marker(written, sorted);
    }

    /** Whether a CR before and an LF after it are one end of a line, not two. */
    private static boolean isOneLineEnd(byte[] before, byte[] piece, TextCode code) {
        byte[] cr = code.encode("\r");
        int at = before.length - (cr == null ? 0 : cr.length);
        return cr != null
                && Arrays.equals(piece, code.encode("\n"))
                && Arrays.equals(before, at, before.length, cr, 0, cr.length);
    }

    /** Returns the possible forms of a part; the written form is first. */
    private static List<byte[]> pieces(MarkerText.Part part, TextCode code, Delimiters delimiters) {
        return switch (part) {
            case MarkerText.Literal(int codePoint) -> one(code.encode(codePoint));
            case MarkerText.Raw(int value) -> one(new byte[] {(byte) value});
            case MarkerText.Service(var character) -> one(code.encode(delimiters.of(character)));
            case EndOfLine() -> {
                String own = delimiters.lineEnd().isEmpty() ? "\r\n" : delimiters.lineEnd();
                var all = new ArrayList<byte[]>(one(code.encode(own)));
                for (String other : List.of("\r\n", "\n", "\r", "\u0085")) {
                    byte[] bytes = other.equals(own) ? null : code.encode(other);
                    boolean known =
                            bytes == null || all.stream().anyMatch(b -> Arrays.equals(b, bytes));
                    if (!known) {
                        all.add(bytes);
                    }
                }
                yield all;
            }
        };
    }

    private static List<byte[]> one(byte[] bytes) {
        return bytes == null ? List.of() : List.of(bytes);
    }

    /** Returns its written form. */
    public byte[] written() {
        return written;
    }

    /** Returns all possible forms, longest first; none for absent markup. */
    public List<byte[]> forms() {
        return List.of(forms);
    }

    public boolean isNone() {
        return forms.length == 0;
    }

    /** Returns the number of its bytes at a position; 0 if it does not match. */
    public int match(byte[] bytes, int at, int limit) {
        if (at >= limit) {
            return 0;
        }
        byte first = bytes[at];
        for (byte[] form : forms) {
            if (form[0] == first && form.length <= limit - at && is(bytes, at, form)) {
                return form.length;
            }
        }
        return 0;
    }

    private static boolean is(byte[] bytes, int at, byte[] form) {
        for (int i = 1; i < form.length; i++) {
            if (bytes[at + i] != form[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether a form of this marker is equal to a form of the other one. */
    boolean meets(Marker other) {
        return Arrays.stream(forms)
                .anyMatch(f -> Arrays.stream(other.forms).anyMatch(o -> Arrays.equals(f, o)));
    }

    /** Whether a form of this marker is the beginning of a longer form of the other one. */
    boolean isBeginOf(Marker other) {
        for (byte[] form : other.forms) {
            int length = match(form, 0, form.length);
            if (length > 0 && length < form.length) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Marker m && Arrays.equals(written, m.written);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(written);
    }
}
