package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A pattern of file names: {@code *} is any text, {@code ?} is one character. */
final class FilePattern {

    private static final String PROPERTY = "filenamePattern";

    /**
     * Alternatives and character sets of shell patterns, which are not supported in file patterns.
     */
    private static final Pattern SHELL_PATTERN = Pattern.compile("\\{[^}]*,[^}]*}|\\[[^]]+]|\\|");

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

    /** Returns the pattern of a node. Reports a problem and returns null if it contains a path. */
    static FilePattern of(NodeDefinition node, DeployContext context) {
        String text = node.text(PROPERTY);
        if (text.contains("\\.")) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(PROPERTY),
                            "filenamePattern must have the wildcards * and ? (found the regular"
                                    + " expression '"
                                    + text
                                    + "')",
                            "write for example *.csv");
            return null;
        }
        int separator = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\'));
        if (separator < 0) {
            checkCharacters(node, text, context);
            return new FilePattern(text);
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(PROPERTY),
                        "filenamePattern is a pattern of file names and cannot contain a path"
                                + " (found '"
                                + text
                                + "')",
                        advice(node, text.substring(0, separator), text.substring(separator + 1)));
        return null;
    }

    /** Warns about characters that have a special meaning only in shell patterns. */
    private static void checkCharacters(NodeDefinition node, String text, DeployContext context) {
        Matcher other = SHELL_PATTERN.matcher(text);
        if (other.find()) {
            context.problems()
                    .warning(
                            ErrorCode.BAD_VALUE,
                            node.place(PROPERTY),
                            "filenamePattern matches only names that contain " + other.group(),
                            "the wildcards are * and ?; use a node for each pattern");
        }
    }

    private static String advice(NodeDefinition node, String folder, String name) {
        if (firstWildcard(folder) >= 0 || name.isEmpty()) {
            return "specify the folder in inputDirectory, without wildcards";
        }
        String configured = node.text(FileInput.INPUT_DIRECTORY);
        boolean absolute = folder.isEmpty() || folder.startsWith("/") || folder.startsWith("\\");
        String directory =
                absolute
                        ? folder.isEmpty() ? "/" : folder
                        : configured + (configured.endsWith("/") ? "" : "/") + folder;
        return "write inputDirectory: %s, filenamePattern: \"%s\"".formatted(directory, name);
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
