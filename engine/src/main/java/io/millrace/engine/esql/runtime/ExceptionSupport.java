package io.millrace.engine.esql.runtime;

import static io.millrace.engine.error.ErrorCode.ESQL_ARGUMENT_VALUE;
import static io.millrace.engine.error.ErrorCode.ESQL_DEPTH;
import static io.millrace.engine.error.ErrorCode.ESQL_MEMORY;
import static io.millrace.engine.error.ErrorCode.ESQL_STATEMENT;
import static io.millrace.engine.error.ErrorCode.ESQL_TIME;
import static io.millrace.engine.error.ErrorCode.ESQL_USER;
import static io.millrace.engine.error.ErrorCode.FLOW_STOPPED;

import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.CurrentProgram;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Statement.Handler;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Exception handling for generated code. Stack traces contain no frames of hidden classes.
 * Therefore generated methods store the number of the current statement, which is an index of the
 * table of statement positions.
 */
public final class ExceptionSupport {

    /** Statement number for a statement that another generated method has already reported. */
    public static final int REPORTED = -1;

    /**
     * Maximum number of nested statements that an exception reports, in addition to the outermost
     * statement.
     */
    private static final int MAX_STATEMENTS = 50;

    private ExceptionSupport() {}

    /**
     * Adds a statement to the trace of an exception that the statement propagated.
     *
     * @param at index of the statement in the table; {@link #REPORTED} if no statement must be
     *     added
     * @param routine name of the routine; empty for an expression outside a routine
     */
    public static RuntimeException passing(
            Throwable thrown, StatementOrigins table, int at, String routine) {
        if (thrown instanceof DownstreamException downstream) {
            return downstream;
        }
        if (thrown instanceof VirtualMachineError error
                && !(thrown instanceof StackOverflowError)
                && !(thrown instanceof OutOfMemoryError)) {
            throw error;
        }
        if (at == REPORTED && thrown instanceof MillraceException reported) {
            return reported;
        }
        if (thrown instanceof StackOverflowError overflow && !CurrentProgram.hasRoomAgain()) {
            throw overflow;
        }
        Origin origin = table.place(at);
        if (thrown instanceof MillraceException signalled
                && signalled.code() == ESQL_STATEMENT
                && origin.text().equalsIgnoreCase("RESIGNAL")) {
            return signalled;
        }
        String where = origin.place().source().name() + ":" + origin.place().line();
        return MillraceException.of(
                        ESQL_STATEMENT,
                        "Error in ESQL statement at "
                                + where
                                + (routine.isEmpty() ? "" : " in " + routine)
                                + ": "
                                + origin.text())
                .place(origin.place())
                .inserts(Insert.of(where), Insert.of(routine), Insert.of(origin.text()))
                .cause(cause(thrown))
                .build();
    }

    /**
     * Returns the cause to report. For a recursion, only the outermost and the innermost calls are
     * reported; the calls between them are omitted.
     */
    private static MillraceException cause(Throwable thrown) {
        if (thrown instanceof MillraceException known
                && known.code() == ESQL_STATEMENT
                && known.causes() >= MAX_STATEMENTS
                && known.getCause() instanceof MillraceException inner) {
            return inner;
        }
        return switch (thrown) {
            case StackOverflowError _ -> tooDeep();
            default -> MillraceException.from(thrown);
        };
    }

    public static MillraceException tooDeep() {
        return new MillraceException(
                ESQL_DEPTH, "routines are nested deeper than the thread's stack allows");
    }

    /** Returns the value of a parameter or result that is declared NOT NULL. Rejects NULL. */
    public static Value notNull(@Nullable Value value, String what) {
        if (value == null) {
            throw new MillraceException(
                    ESQL_ARGUMENT_VALUE,
                    what + " must not be NULL",
                    Insert.of(what),
                    Insert.of("NULL"));
        }
        return value;
    }

    /** Returns the exception of a THROW. Omitted operands are null. */
    public static RuntimeException user(
            Value severity, @Nullable Value catalog, Value message, Value[] values) {
        int number = message instanceof IntegerValue(long n) ? (int) n : 2951;
        String from = catalog == null ? "" : catalog.text();
        List<Insert> inserts = new ArrayList<>();
        StringBuilder text = new StringBuilder("user exception ").append(number);
        if (!from.isEmpty()) {
            text.append(" of catalog ").append(from);
        }
        String separator = ": ";
        for (Value v : values) {
            inserts.add(insert(v));
            text.append(separator).append(inserts.getLast().text());
            separator = ", ";
        }
        return MillraceException.of(ESQL_USER, text.toString())
                .type(io.millrace.engine.error.ExceptionType.USER)
                .catalog(from, number)
                .severity(severity instanceof IntegerValue(long n) ? (int) n : 1)
                .inserts(inserts)
                .build();
    }

    private static Insert insert(Value value) {
        return switch (value) {
            case null -> Insert.of("NULL");
            case IntegerValue(long n) -> Insert.of(n);
            case CharacterValue(String s) -> Insert.of(s);
            default -> Insert.of(EsqlErrors.show(value));
        };
    }

    /**
     * Selects the handler of a block for an exception. Also sets the result of SQLSTATE and the
     * related functions. RESIGNAL throws the same exception as the failed statement would throw.
     *
     * @param at index of the failed statement in the table of positions
     * @return index of the handler; negative if no handler matches
     */
    public static int handler(
            Throwable thrown,
            ModuleInvocation run,
            List<Handler> handlers,
            StatementOrigins places,
            int at,
            String routine) {
        if (!(thrown instanceof MillraceException known) || isLimit(known.root().code())) {
            return -1;
        }
        SqlState state = SqlState.of(known);
        for (int i = 0; i < handlers.size(); i++) {
            for (Handler.State requested : handlers.get(i).states()) {
                if (matches(state.state(), requested)) {
                    run.state(state);
                    run.handle((MillraceException) passing(known, places, at, routine));
                    return i;
                }
            }
        }
        return -1;
    }

    /** Whether the error protects the broker. A program cannot handle such an error. */
    private static boolean isLimit(ErrorCode code) {
        return code == ESQL_TIME
                || code == ESQL_DEPTH
                || code == ESQL_MEMORY
                || code == FLOW_STOPPED;
    }

    private static boolean matches(String state, Handler.State requested) {
        return requested.like()
                ? Pattern.compile(regex(requested.pattern(), requested.escape()))
                        .matcher(state)
                        .matches()
                : state.equals(requested.pattern());
    }

    private static String regex(String like, @Nullable String escape) {
        StringBuilder out = new StringBuilder();
        char escaping = escape == null || escape.isEmpty() ? 0 : escape.charAt(0);
        for (int i = 0; i < like.length(); i++) {
            char c = like.charAt(i);
            if (c == escaping && i + 1 < like.length()) {
                out.append(Pattern.quote(String.valueOf(like.charAt(++i))));
            } else if (c == '%') {
                out.append(".*");
            } else if (c == '_') {
                out.append('.');
            } else {
                out.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return out.toString();
    }

    /** Throws a caught exception again without a wrapper. */
    public static RuntimeException again(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException known ? known : MillraceException.from(thrown);
    }
}
