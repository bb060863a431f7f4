package io.millrace.server.api;

import io.millrace.engine.error.Actor;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The body of a failed request, in the form of RFC 9457 with the members {@code code}, {@code
 * actor}, {@code action} and {@code problems}.
 *
 * @param type URI of the kind of error
 * @param title general meaning of the code
 * @param status status of HTTP
 * @param detail what was found, what was expected, and where
 * @param code code of the error, {@code MR} and a number
 * @param actor role that must act
 * @param action what to do
 * @param problems all problems of an application; empty for other errors
 */
record ProblemBody(
        String type,
        String title,
        int status,
        String detail,
        String code,
        String actor,
        String action,
        List<Item> problems) {

    static final String TYPE = "application/problem+json";

    private static final Set<ErrorCode> MISSING =
            Set.of(
                    ErrorCode.UNKNOWN_APPLICATION,
                    ErrorCode.UNKNOWN_FLOW,
                    ErrorCode.UNKNOWN_EXECUTION_GROUP,
                    ErrorCode.UNKNOWN_REVISION,
                    ErrorCode.UNKNOWN_ARCHIVE,
                    ErrorCode.UNKNOWN_QUEUE,
                    ErrorCode.UNKNOWN_MESSAGE,
                    ErrorCode.UNKNOWN_USER,
                    ErrorCode.UNKNOWN_BRANCH,
                    ErrorCode.UNKNOWN_CONNECTION,
                    ErrorCode.UNKNOWN_DATA_SOURCE);
    private static final Set<ErrorCode> CONFLICT =
            Set.of(
                    ErrorCode.CHANGE_REFUSED,
                    ErrorCode.FLOW_STOPPED,
                    ErrorCode.UNITS_IN_DOUBT,
                    ErrorCode.BRANCH_OF_THIS_BROKER,
                    ErrorCode.QUEUE_IN_USE,
                    ErrorCode.QUEUE_FULL,
                    ErrorCode.MODEL_QUEUE,
                    ErrorCode.DYNAMIC_QUEUES,
                    ErrorCode.QUEUE_NOT_AUTHORIZED,
                    ErrorCode.PUT_INHIBITED);
    private static final Set<ErrorCode> INVALID =
            Set.of(
                    ErrorCode.ARCHIVE_INVALID,
                    ErrorCode.MANIFEST_MISMATCH,
                    ErrorCode.REQUEST_INVALID,
                    ErrorCode.BAD_VALUE,
                    ErrorCode.MESSAGE_TOO_LARGE,
                    ErrorCode.UNIT_TOO_LARGE);

    /**
     * A problem of an application.
     *
     * @param file path relative to the folder that contains the folder of the application
     * @param line line from 1; 0 for the whole file
     * @param column column in characters from 1; 0 for the whole line
     * @param rendered problem as text, with the line of the file
     */
    public record Item(
            String file,
            int line,
            int column,
            String severity,
            String code,
            String text,
            String hint,
            String rendered) {

        static Item of(Problem problem) {
            Place place = problem.place();
            return new Item(
                    place.source().name(),
                    place.line(),
                    place.character(),
                    problem.severity().name().toLowerCase(Locale.ROOT),
                    problem.code().id(),
                    problem.text(),
                    problem.hint(),
                    problem.render());
        }
    }

    static ProblemBody of(Throwable thrown, UnaryOperator<String> fileNames) {
        if (thrown instanceof ProblemsException found) {
            List<Problem> problems = found.problems();
            ErrorCode code = problems.isEmpty() ? ErrorCode.INTERNAL : problems.getFirst().code();
            boolean archive = problems.stream().allMatch(p -> INVALID.contains(p.code()));
            return body(
                    code,
                    archive ? 400 : 422,
                    "%d problem(s) prevent the change; nothing was changed"
                            .formatted(problems.size()),
                    "correct the files that problems lists",
                    problems.stream().map(Item::of).toList());
        }
        MillraceException known = MillraceException.from(thrown);
        String place = known.place() == null ? "" : known.place() + ": ";
        String text = PrintableText.line(fileNames.apply(place + known.getMessage()));
        String cause =
                known.root() == known
                        ? ""
                        : "; cause: " + known.root().code().id() + " " + known.root().getMessage();
        int end = text.lastIndexOf("; ");
        return body(
                known.code(),
                status(known.code()),
                text + PrintableText.line(fileNames.apply(cause)),
                end < 0
                        ? "see %s in docs/error-codes.md".formatted(known.code().id())
                        : text.substring(end + 2),
                List.of());
    }

    static ProblemBody of(ErrorCode code, int status, String detail, String action) {
        return body(code, status, detail, action, List.of());
    }

    private static ProblemBody body(
            ErrorCode code, int status, String detail, String action, List<Item> problems) {
        return new ProblemBody(
                "urn:millrace:error:" + code.id(),
                code.description(),
                status,
                detail,
                code.id(),
                code.actor().toString(),
                action,
                problems);
    }

    private static int status(ErrorCode code) {
        if (code == ErrorCode.NOT_AUTHENTICATED) {
            return 401;
        }
        if (code == ErrorCode.NOT_AUTHORIZED) {
            return 403;
        }
        if (code == ErrorCode.STALE_CHANGE) {
            return 412;
        }
        if (MISSING.contains(code)) {
            return 404;
        }
        if (CONFLICT.contains(code)) {
            return 409;
        }
        if (INVALID.contains(code)) {
            return 400;
        }
        if (code == ErrorCode.INTERNAL) {
            return 500;
        }
        return code.actor() == Actor.FLOW_AUTHOR ? 422 : 503;
    }
}
