package io.millrace.server.command;

import io.millrace.engine.error.Actor;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.PrintableThrowable;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.error.Source;
import io.millrace.flows.compile.ProblemOrder;
import io.millrace.server.console.Console;

import java.util.List;
import java.util.Set;

/** The exit codes of commands, and the conversion of an exception to an exit code and a message. */
public final class ExitCode {

    /** Exit code of success. */
    public static final int OK = 0;

    /** Exit code for errors in what was checked, tested or processed. */
    public static final int ERRORS = 1;

    /** Exit code for invalid use of the command. */
    public static final int USAGE = 2;

    /** Exit code for a failure caused by a broker, store, port, file or disk. */
    public static final int ENVIRONMENT = 3;

    /** Exit code for a defect of Millrace. */
    public static final int DEFECT = 70;

    /** Error codes for rejected arguments of a command. */
    private static final Set<ErrorCode> WRONG_USE =
            Set.of(
                    ErrorCode.USAGE,
                    ErrorCode.REQUEST_INVALID,
                    ErrorCode.UNKNOWN_APPLICATION,
                    ErrorCode.UNKNOWN_EXECUTION_GROUP,
                    ErrorCode.UNKNOWN_FLOW,
                    ErrorCode.UNKNOWN_NODE,
                    ErrorCode.UNKNOWN_REVISION,
                    ErrorCode.UNKNOWN_ARCHIVE,
                    ErrorCode.UNKNOWN_USER);

    /** Error codes for invalid input files in areas whose other codes concern the environment. */
    private static final Set<ErrorCode> WRONG_INPUT =
            Set.of(ErrorCode.ARCHIVE_INVALID, ErrorCode.MANIFEST_MISMATCH);

    private ExitCode() {}

    /**
     * Whether the options of a command caused the problems: all problems are in values of the
     * option --set, or the environment does not exist.
     */
    static boolean areOfOptions(List<Problem> problems) {
        List<String> sources = problems.stream().map(p -> p.place().source().name()).toList();
        return sources.contains(Source.ENVIRONMENT)
                || sources.stream().allMatch(Source.OPERATOR::equals);
    }

    /** Prints an exception for users. The stack trace is printed only if it was requested. */
    public static int report(Throwable thrown, Console console) {
        if (thrown instanceof ProblemsException found) {
            console.problems(ProblemOrder.sorted(found.problems()));
            if (areOfOptions(found.problems())) {
                return USAGE;
            }
            boolean files =
                    found.problems().stream().allMatch(p -> p.code() == ErrorCode.FILE_UNREADABLE);
            return files ? ENVIRONMENT : ERRORS;
        }
        MillraceException known = MillraceException.from(thrown);
        ErrorCode code = known.code();
        String place = known.place() == null ? "" : PrintableText.line(known.place() + ": ");
        console.report(console.red("error " + code.id()) + ": " + place + known.getMessage());
        if (known.root() != known) {
            console.report(
                    "  cause: " + known.root().code().id() + " " + known.root().getMessage());
        }
        boolean usage = WRONG_USE.contains(code);
        // The user of a command is responsible for its arguments and the messages that it puts.
        boolean queues = code.number() / 1000 == 5;
        console.report("  who can act: " + (usage || queues ? Actor.OPERATOR : code.actor()));
        if (Boolean.getBoolean("millrace.stacktraces") || code == ErrorCode.INTERNAL) {
            PrintableThrowable.of(thrown).printStackTrace(console.err());
        }
        if (code == ErrorCode.INTERNAL) {
            return DEFECT;
        }
        int area = code.number() / 1000;
        boolean environment =
                area == 5
                        || area == 6
                        || area == 7 && !WRONG_INPUT.contains(code)
                        || code == ErrorCode.FILE_UNREADABLE
                        || code == ErrorCode.EXPOSED_PASSWORD
                        || code == ErrorCode.LISTENER_UNUSABLE;
        return usage ? USAGE : environment ? ENVIRONMENT : ERRORS;
    }
}
