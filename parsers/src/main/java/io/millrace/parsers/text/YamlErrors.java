package io.millrace.parsers.text;

import static java.lang.Math.min;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

import java.util.List;
import java.util.Optional;

/** The descriptions of syntax errors in YAML, instead of the texts of the YAML library. */
final class YamlErrors {

    /** A description of an error, and its position in the file. */
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
                            "scanning an a",
                            "",
                            false,
                            "a value that begins with * or & must be in quotation marks"));

    private YamlErrors() {}

    /** Describes an error in a text. */
    static Description describe(MarkedYamlEngineException e, String text) {
        Description value = inFlowMapping(e, text);
        return value == null ? describe(e) : value;
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
        int at =
                text.offsetByCodePoints(
                        0, min(found.getIndex(), text.codePointCount(0, text.length())));
        if (text.startsWith("{", at) && at > 0 && text.charAt(at - 1) == '$') {
            return new Description(
                    Optional.of(found),
                    "a value with ${...} between braces must be in quotation marks, as in"
                            + " {queue: \"${name}\"}");
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
