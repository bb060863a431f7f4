package io.millrace.nodes.file;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A pattern of file names: {@code *} is any text, {@code ?} is one character. */
final class FilePattern {

    private final Pattern pattern;

    FilePattern(String text) {
        StringBuilder regex = new StringBuilder();
        StringBuilder literal = new StringBuilder();
        int first = firstWildcard(text);
        int last = Math.max(text.lastIndexOf('*'), text.lastIndexOf('?'));
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '*' && c != '?') {
                literal.append(c);
                continue;
            }
            regex.append(quoted(literal));
            if (i == first) {
                regex.append('(');
            }
            regex.append(c == '*' ? ".*" : ".");
            if (i == last) {
                regex.append(')');
            }
        }
        regex.append(quoted(literal));
        pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static int firstWildcard(String text) {
        int any = text.indexOf('*');
        int one = text.indexOf('?');
        return any < 0 || one >= 0 && one < any ? one : any;
    }

    private static String quoted(StringBuilder literal) {
        String quoted = literal.isEmpty() ? "" : Pattern.quote(literal.toString());
        literal.setLength(0);
        return quoted;
    }

    /**
     * Matches a file name. Returns the part of the name from the first to the last wildcard, empty
     * for a pattern without wildcards, or no value if the name does not match.
     */
    Optional<String> match(String name) {
        Matcher matcher = pattern.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(matcher.groupCount() == 0 ? "" : matcher.group(1));
    }
}
