package io.millrace.connectors.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A pattern of paths, for example {@code /orders/{id}/lines} or {@code /files/*}. Immutable.
 *
 * @param text pattern as specified
 * @param segments segments; a parameter is null
 * @param names names of the parameters by the index of their segment; null for others
 * @param prefix beginning of the rest of the path, which can have any length; null if the pattern
 *     does not end with an asterisk
 */
record PathPattern(String text, List<String> segments, List<String> names, String prefix)
        implements Comparable<PathPattern> {

    private static final Pattern PARAMETER = Pattern.compile("\\{([\\w.-]+)}");

    /**
     * Text that a parameter has in {@link #segments}. No segment of a pattern contains this string.
     */
    private static final String ANY = "{}";

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException with a description of the error
     */
    static PathPattern of(String text) {
        if (!text.startsWith("/") || text.contains("?") || text.contains("#")) {
            throw new IllegalArgumentException(
                    "a path must begin with / and contain neither ? nor # (found " + text + ")");
        }
        List<String> segments = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Set<String> used = new HashSet<>();
        String prefix = null;
        String[] parts = text.substring(1).split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i];
            var parameter = PARAMETER.matcher(part);
            if (i == parts.length - 1 && part.endsWith("*")) {
                prefix = part.substring(0, part.length() - 1);
                part = prefix;
            }
            if (parameter.matches()) {
                if (!used.add(parameter.group(1))) {
                    throw new IllegalArgumentException(
                            "the path has two parameters with the name " + parameter.group(1));
                }
                segments.add(ANY);
                names.add(parameter.group(1));
            } else if (part.contains("*") || part.contains("{") || part.contains("}")) {
                throw new IllegalArgumentException(
                        "a path can have parameters {name} as whole segments and an asterisk at its"
                                + " end (found "
                                + parts[i]
                                + ")");
            } else if (prefix == null) {
                segments.add(part);
                names.add("");
            }
        }
        return new PathPattern(text, List.copyOf(segments), List.copyOf(names), prefix);
    }

    /** Returns the decoded segments of a path. Invalid escapes are left unchanged. */
    static List<String> segmentsOf(String rawPath) {
        List<String> segments = new ArrayList<>();
        int start = 1;
        for (int end = rawPath.indexOf('/', start); end >= 0; end = rawPath.indexOf('/', start)) {
            segments.add(decoded(rawPath.substring(start, end)));
            start = end + 1;
        }
        segments.add(decoded(start > rawPath.length() ? "" : rawPath.substring(start)));
        return segments;
    }

    private static String decoded(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException invalid) {
            return text;
        }
    }

    /**
     * Returns the pattern without the names of its parameters: equal patterns match equal paths.
     */
    String shape() {
        String start = "/" + String.join("/", segments);
        if (prefix == null) {
            return start;
        }
        return (segments.isEmpty() ? "/" : start + "/") + prefix + "*";
    }

    boolean matches(List<String> path) {
        boolean length =
                prefix == null ? path.size() == segments.size() : path.size() > segments.size();
        if (!length) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            String expected = segments.get(i);
            if (expected.equals(ANY) ? path.get(i).isEmpty() : !expected.equals(path.get(i))) {
                return false;
            }
        }
        return prefix == null || path.get(segments.size()).startsWith(prefix);
    }

    /** Returns the values of the parameters in a path that matches. */
    Map<String, String> parameters(List<String> path) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            if (!names.get(i).isEmpty()) {
                values.put(names.get(i), path.get(i));
            }
        }
        return values;
    }

    /** Orders patterns by precedence: the first that matches a path applies. */
    @Override
    public int compareTo(PathPattern other) {
        for (int i = 0; i < Math.min(segments.size(), other.segments.size()); i++) {
            boolean any = segments.get(i).equals(ANY);
            if (any != other.segments.get(i).equals(ANY)) {
                return any ? 1 : -1;
            }
        }
        int order = Boolean.compare(prefix != null, other.prefix != null);
        if (order == 0) {
            order = other.segments.size() - segments.size();
        }
        if (order == 0 && prefix != null) {
            order = other.prefix.length() - prefix.length();
        }
        return order == 0 ? text.compareTo(other.text) : order;
    }
}
