package io.millrace.store.artemis.message;

import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader and writer of an MQRFH2's {@code usr} folder: {@code <usr><colour
 * dt="string">red</colour></usr>}.
 */
final class UsrFolder {

    private static final String OPEN = "<usr>";
    private static final String CLOSE = "</usr>";

    /**
     * Pattern of a field. It avoids backtracking, because unterminated text would otherwise take
     * quadratic time.
     */
    private static final Pattern FIELD = Pattern.compile("<([^\\s<>/]++)([^<>]*+)>");

    private static final Pattern TYPE = Pattern.compile("\\bdt\\s*=\\s*[\"']([^\"']*)[\"']");
    private static final Pattern REFERENCE =
            Pattern.compile("&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|lt|gt|amp|quot|apos);");
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.-]*");

    private UsrFolder() {}

    static String write(Map<String, Object> properties) {
        StringBuilder out = new StringBuilder(OPEN);
        properties.forEach(
                (name, value) -> {
                    if (NAME.matcher(name).matches()) {
                        out.append('<').append(name).append(type(value)).append('>');
                        escape(
                                value instanceof byte[] b
                                        ? HexFormat.of().formatHex(b)
                                        : value.toString(),
                                out);
                        out.append("</").append(name).append('>');
                    }
                });
        return out.append(CLOSE).toString();
    }

    /** Adds the fields of a folder if it is {@code usr}. Malformed content is skipped. */
    static void read(String folder, Map<String, Object> into) {
        String text = folder.strip();
        if (!text.startsWith(OPEN) || !text.endsWith(CLOSE)) {
            return;
        }
        String fields = text.substring(OPEN.length(), text.length() - CLOSE.length());
        Matcher field = FIELD.matcher(fields);
        int at = 0;
        while (field.find(at)) {
            String name = field.group(1);
            boolean empty = field.group(2).endsWith("/");
            int end = empty ? field.end() : fields.indexOf("</" + name, field.end());
            if (end < 0) {
                return;
            }
            String value = fields.substring(field.end(), end);
            // A field with fields of its own is not an application property.
            if (value.indexOf('<') < 0) {
                Matcher type = TYPE.matcher(field.group(2));
                into.put(name, value(type.find() ? type.group(1) : "string", unescape(value)));
            }
            at = end;
        }
    }

    private static String type(Object value) {
        return switch (value) {
            case Boolean b -> " dt=\"boolean\"";
            case Byte b -> " dt=\"i1\"";
            case Short s -> " dt=\"i2\"";
            case Integer i -> " dt=\"i4\"";
            case Long l -> " dt=\"i8\"";
            case Float f -> " dt=\"r4\"";
            case Double d -> " dt=\"r8\"";
            case byte[] b -> " dt=\"bin.hex\"";
            default -> "";
        };
    }

    private static Object value(String type, String text) {
        try {
            return switch (type) {
                case "boolean" -> "1".equals(text) || "true".equalsIgnoreCase(text);
                case "i1" -> Byte.valueOf(text);
                case "i2" -> Short.valueOf(text);
                case "i4", "int" -> Integer.valueOf(text);
                case "i8" -> Long.valueOf(text);
                case "r4" -> Float.valueOf(text);
                case "r8" -> Double.valueOf(text);
                case "bin.hex" -> HexFormat.of().parseHex(text);
                default -> text;
            };
        } catch (IllegalArgumentException notOfThatType) {
            return text;
        }
    }

    private static void escape(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                default -> out.append(c);
            }
        }
    }

    private static String unescape(String text) {
        return text.indexOf('&') < 0
                ? text
                : REFERENCE
                        .matcher(text)
                        .replaceAll(
                                m -> {
                                    String name = m.group(1);
                                    String replacement =
                                            switch (name) {
                                                case "lt" -> "<";
                                                case "gt" -> ">";
                                                case "amp" -> "&";
                                                case "quot" -> "\"";
                                                case "apos" -> "'";
                                                default -> character(name);
                                            };
                                    return Matcher.quoteReplacement(replacement);
                                });
    }

    private static String character(String reference) {
        int code =
                reference.startsWith("#x")
                        ? Integer.parseInt(reference.substring(2), 16)
                        : Integer.parseInt(reference.substring(1));
        return Character.isValidCodePoint(code) ? Character.toString(code) : "\uFFFD";
    }
}
