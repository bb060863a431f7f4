package io.millrace.parsers.model.yaml;

import io.millrace.parsers.text.YamlText;

import java.util.List;

/**
 * A formatter of mappings as YAML. Short, flat mappings are on one line, other mappings in blocks.
 */
final class YamlLayout {

    /** Value of a key without a value. */
    static final Object NOTHING = new Object();

    private static final int WIDTH = 110;

    private final StringBuilder out = new StringBuilder();

    private YamlLayout() {}

    static String of(FlowMapping file) {
        YamlLayout text = new YamlLayout();
        text.block(file, 0);
        return text.out.toString();
    }

    /** Returns a mapping on one line without braces, or a word. */
    static String line(Object value) {
        String text = inline(value);
        return text.startsWith("{") ? text.substring(1, text.length() - 1) : text;
    }

    private void block(FlowMapping flow, int indent) {
        flow.entries.forEach(
                (key, value) -> {
                    out.repeat(' ', indent).append(YamlText.scalar(key)).append(':');
                    value(value, indent + 2);
                });
    }

    private void value(Object value, int indent) {
        String line = isShort(value) ? inline(value) : null;
        int used = out.length() - out.lastIndexOf("\n");
        if (line != null && (value instanceof String || used + line.length() < WIDTH)) {
            out.append(line.isEmpty() ? "" : " ").append(line).append('\n');
            return;
        }
        out.append('\n');
        if (value instanceof List<?> list) {
            list.forEach(item -> item(item, indent));
        } else {
            block((FlowMapping) value, indent);
        }
    }

    /** Writes an item of a list; the first key of a mapping follows the dash. */
    private void item(Object item, int indent) {
        out.repeat(' ', indent).append("- ");
        if (isShort(item)) {
            out.append(inline(item)).append('\n');
            return;
        }
        boolean first = true;
        for (var entry : ((FlowMapping) item).entries.entrySet()) {
            out.repeat(' ', first ? 0 : indent + 2)
                    .append(YamlText.scalar(entry.getKey()))
                    .append(':');
            value(entry.getValue(), indent + 4);
            first = false;
        }
    }

    /** Whether a value can be written on one line. */
    private static boolean isShort(Object value) {
        return switch (value) {
            case FlowMapping flow ->
                    !flow.isOnLines()
                            && flow.entries.values().stream().allMatch(YamlLayout::isShort);
            case List<?> list -> list.stream().allMatch(YamlLayout::isShort);
            default -> true;
        };
    }

    private static String inline(Object value) {
        if (value == NOTHING) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        if (value instanceof FlowMapping flow) {
            flow.entries.forEach(
                    (key, v) -> {
                        String text = inline(v);
                        out.append(out.isEmpty() ? "{" : ", ").append(YamlText.scalar(key));
                        out.append(text.isEmpty() ? ":" : ": ").append(text);
                    });
            return out.append(out.isEmpty() ? "{}" : "}").toString();
        }
        if (value instanceof List<?> list) {
            list.forEach(v -> out.append(out.isEmpty() ? "[" : ", ").append(inline(v)));
            return out.append(out.isEmpty() ? "[]" : "]").toString();
        }
        return YamlText.scalar(value.toString());
    }
}
