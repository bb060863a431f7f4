package io.millrace.parsers.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A delimiter, tag or similar markup in the notation of a model: characters and, in angle brackets,
 * names of control characters ({@code <CR>}), code points ({@code <U+00A6>}), bytes ({@code
 * <0x1C>}), delimiters of standards ({@code <EDIFACT_CS>}), and {@code <EOL>} for any line end. Any
 * other angle bracket represents itself.
 *
 * @param text notation of the model
 */
public record MarkerText(String text) {

    public static final MarkerText NONE = new MarkerText("");

    /** C0 control characters in the order of their codes, and blank. */
    private static final List<String> CONTROLS =
            List.of(
                    """
                    NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 \
                    DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP\
                    """
                            .split(" "));

    private static final Map<String, Integer> OTHERS = Map.of("DEL", 0x7F, "NL", 0x85);
    private static final String MNEMONIC = "[A-Z][A-Z0-9_]*";

    /** A piece of a marker. */
    public sealed interface Part {}

    /** A character, in the code page of the message. */
    public record Literal(int codePoint) implements Part {}

    /** A byte that is the same in every code page. */
    public record Raw(int value) implements Part {}

    /** A delimiter that the message can specify itself. */
    public record Service(ServiceCharacter character) implements Part {}

    /** CR LF, LF or CR. */
    public record EndOfLine() implements Part {}

    /**
     * Parses the notation of a model.
     *
     * @return empty if the text contains an unknown name in angle brackets
     */
    public static Optional<MarkerText> of(String text) {
        return unknown(text).isEmpty() ? Optional.of(new MarkerText(text)) : Optional.empty();
    }

    /** Whether the marker is empty. */
    public boolean isEmpty() {
        return text.isEmpty();
    }

    /** Returns the pieces in order. */
    public List<Part> parts() {
        var parts = new ArrayList<Part>();
        for (int at = 0; at < text.length(); ) {
            int end = text.charAt(at) == '<' ? text.indexOf('>', at) : -1;
            Part named = end < 0 ? null : named(text.substring(at + 1, end));
            if (named == null) {
                int codePoint = text.codePointAt(at);
                parts.add(new Literal(codePoint));
                at += Character.charCount(codePoint);
            } else {
                parts.add(named);
                at = end + 1;
            }
        }
        return parts;
    }

    /** Returns the names in angle brackets that are unknown. */
    public static List<String> unknown(String text) {
        var unknown = new ArrayList<String>();
        for (int at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
            int end = text.indexOf('>', at);
            String name = end < 0 ? "" : text.substring(at + 1, end);
            if (name.matches(MNEMONIC + "|[uU]\\+.*|0[xX].*") && named(name) == null) {
                unknown.add(name);
            }
        }
        return unknown;
    }

    /** Returns all names that are valid in angle brackets. */
    public static List<String> names() {
        var names = new ArrayList<String>(CONTROLS);
        names.addAll(OTHERS.keySet());
        names.add("EOL");
        for (ServiceCharacter service : ServiceCharacter.values()) {
            names.add(service.name());
        }
        return names;
    }

    private static Part named(String name) {
        int control = CONTROLS.indexOf(name);
        if (control >= 0) {
            return new Literal(control);
        }
        if (OTHERS.containsKey(name)) {
            return new Literal(OTHERS.get(name));
        }
        if (name.equals("EOL")) {
            return new EndOfLine();
        }
        ServiceCharacter service = ServiceCharacter.named(name);
        if (service != null) {
            return new Service(service);
        }
        if (name.matches("0[xX][0-9A-Fa-f]{2}")) {
            return new Raw(Integer.parseInt(name.substring(2), 16));
        }
        if (name.toUpperCase(Locale.ROOT).matches("U\\+[0-9A-F]{4,6}")) {
            int codePoint = Integer.parseInt(name.substring(2), 16);
            return Character.isValidCodePoint(codePoint) ? new Literal(codePoint) : null;
        }
        return null;
    }

    /** Returns the marker that represents a string literally. */
    public static MarkerText literal(String characters) {
        StringBuilder out = new StringBuilder();
        IntStream codePoints = characters.codePoints();
        codePoints.forEach(
                c -> {
                    if (c < CONTROLS.size()) {
                        out.append('<').append(CONTROLS.get(c)).append('>');
                    } else {
                        out.appendCodePoint(c);
                    }
                });
        return new MarkerText(out.toString());
    }

    @Override
    public String toString() {
        return text;
    }
}
