package io.millrace.parsers.text;

import static java.lang.Math.min;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A converter of the YAML library's syntax errors to descriptions with found and expected. */
final class YamlErrors {

    /** A description of an error, with the position in the file. */
    record Description(Optional<Mark> mark, String text) {}

    /**
     * An error of the library.
     *
     * @param context part of the library's description of the construct; empty for any
     * @param problem part of the library's description of the error
     * @param atContext whether the error is at the start of the construct, not where it was found
     */
    private record Known(String context, String problem, boolean atContext, String text) {}

    private static final List<Known> KNOWN =
            List.of(
                    new Known(
                            "flow node",
                            "but found '<stream end>'",
                            false,
                            "the text ends in a list or mapping in brackets; expected a value and"
                                    + " the closing bracket"),
                    new Known(
                            "",
                            "'\\t(TAB)'",
                            false,
                            "a tab is used for indentation; YAML allows only blanks"),
                    new Known(
                            "",
                            "expected <block end>, but found '<block",
                            false,
                            "this line is indented differently from the adjacent lines"),
                    new Known(
                            "simple key",
                            "could not find expected ':'",
                            true,
                            "this key has no colon; expected 'key: value', or 'key:' before"
                                    + " indented lines"),
                    new Known(
                            "",
                            "mapping values are not allowed here",
                            false,
                            "found a colon in a value; put the value in quotation marks, or begin"
                                    + " the key on a new line"),
                    new Known(
                            "flow mapping",
                            "",
                            true,
                            "this brace is not closed; expected ',' or '}' after each entry"),
                    new Known(
                            "flow sequence",
                            "",
                            true,
                            "this bracket is not closed; expected ',' or ']' after each item"),
                    new Known(
                            "quoted scalar",
                            "end of stream",
                            true,
                            "this text has no closing quotation mark"),
                    new Known(
                            "next token",
                            "cannot start any token",
                            false,
                            "a value cannot begin with this character; put the value in quotation"
                                    + " marks"),
                    new Known(
                            "",
                            "undefined alias",
                            false,
                            "a value that begins with * must be in quotation marks"),
                    new Known(
                            "block scalar",
                            "",
                            true,
                            "a value that begins with | or > must be in quotation marks"),
                    new Known(
                            "scanning an a",
                            "",
                            false,
                            "a value that begins with * or & must be in quotation marks"));

    /** A comment with a closing brace, after text without quotation marks or closing braces. */
    private static final Pattern CLOSED_IN_COMMENT = Pattern.compile("[^'\"}]*\\s#.*}.*");

    private static final Pattern WORD = Pattern.compile("[\\w.]+");

    private YamlErrors() {}

    /** Describes an error in a text. */
    static Description describe(MarkedYamlEngineException e, String text) {
        Description value = inFlowMapping(e, text);
        value = value == null ? unquoted(e, text) : value;
        return value == null ? describe(e) : value;
    }

    /**
     * Describes text that needs quotation marks: it follows a closing quotation mark, or contains a
     * bracket between braces. Returns null if the error is another one.
     */
    private static Description unquoted(MarkedYamlEngineException e, String text) {
        boolean block = String.valueOf(e.getContext()).contains("block scalar");
        Mark found = (block ? e.getContextMark() : e.getProblemMark()).orElse(null);
        if (found == null || !String.valueOf(e.getProblem()).startsWith("expected ")) {
            return null;
        }
        int at = offset(found, text);
        int before = at - 1;
        while (before >= 0 && text.charAt(before) == ' ') {
            before--;
        }
        if (at >= text.length() || before < 0) {
            return null;
        }
        char last = text.charAt(before);
        if (last == '\'' || last == '"') {
            String rest = text.substring(at).lines().findFirst().orElse("");
            Matcher word = WORD.matcher(rest);
            String shown = word.lookingAt() ? word.group() : rest.substring(0, 1);
            return new Description(
                    Optional.of(found),
                    "found %s after the closing quotation mark; put the complete value in %s"
                            .formatted(
                                    shown,
                                    last == '"'
                                            ? "single quotation marks"
                                            : "double quotation marks"));
        }
        char first = text.charAt(at);
        boolean bracket = (first == '[' || first == '{') && before == at - 1;
        return bracket && last != ',' && last != first
                ? new Description(
                        Optional.of(found),
                        "found %s in text between braces; put the key or value that contains it in quotation marks"
                                .formatted(first))
                : null;
    }

    private static int offset(Mark mark, String text) {
        return text.offsetByCodePoints(
                0, min(mark.getIndex(), text.codePointCount(0, text.length())));
    }

    /**
     * Describes a value between braces that must be in quotation marks; null if the error is
     * another one.
     */
    private static Description inFlowMapping(MarkedYamlEngineException e, String text) {
        Mark found = e.getProblemMark().orElse(null);
        boolean braces = e.getContext() != null && e.getContext().contains("flow mapping");
        if (found == null || !braces) {
            return null;
        }
        int at = offset(found, text);
        if (text.startsWith("{", at) && at > 0 && text.charAt(at - 1) == '$') {
            return new Description(
                    Optional.of(found),
                    "a value with ${...} between braces must be in quotation marks, as in"
                            + " {queue: \"${name}\"}");
        }
        Description comment = closedInComment(e, text);
        if (comment != null) {
            return comment;
        }
        int start = e.getContextMark().map(Mark::getLine).orElse(found.getLine());
        boolean colon = text.startsWith(":", at) && start == found.getLine();
        return colon
                ? new Description(
                        Optional.of(found),
                        "found a colon in a value between braces; put the value in quotation marks,"
                                + " or end the entry before it with a comma")
                : null;
    }

    /**
     * Describes a brace whose closing brace is in a comment on the same line; null if there is no
     * such comment.
     */
    private static Description closedInComment(MarkedYamlEngineException e, String text) {
        Mark open = e.getContextMark().orElse(null);
        String line =
                open == null
                        ? ""
                        : text.substring(offset(open, text)).lines().findFirst().orElse("");
        return CLOSED_IN_COMMENT.matcher(line).matches()
                ? new Description(
                        Optional.of(open),
                        "this brace is not closed, because ' #' begins a comment; put the value"
                                + " that contains it in quotation marks")
                : null;
    }

    private static Description describe(MarkedYamlEngineException e) {
        String context = e.getContext() == null ? "" : e.getContext();
        String problem = String.valueOf(e.getProblem());
        Optional<Mark> found = e.getProblemMark().or(e::getContextMark);
        for (Known known : KNOWN) {
            if (context.contains(known.context) && problem.contains(known.problem)) {
                Optional<Mark> start = e.getContextMark().or(() -> found);
                return new Description(known.atContext ? start : found, known.text);
            }
        }
        return new Description(
                found, sentence(context.isEmpty() ? problem : context + ", " + problem));
    }

    /** Returns a message of the library as one sentence without a full stop. */
    static String sentence(String text) {
        String line = text.strip().replace('\n', ' ');
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
