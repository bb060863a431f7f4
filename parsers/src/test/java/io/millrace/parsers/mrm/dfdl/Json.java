package io.millrace.parsers.mrm.dfdl;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes mappings, lists and scalars as JSON, which is YAML too. */
final class Json {

    private Json() {}

    static String text(Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map ->
                    map.entrySet().stream()
                            .map(e -> text(e.getKey()) + ": " + text(e.getValue()))
                            .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list ->
                    list.stream().map(Json::text).collect(Collectors.joining(", ", "[", "]"));
            case String s -> quoted(s);
            default -> value.toString();
        };
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                out.append("\\u%04X".formatted((int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
