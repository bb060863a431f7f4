package io.millrace.engine.esql.runtime;

import static io.millrace.engine.error.ErrorCode.ESQL_PROPAGATE;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.CurrentProgram;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.program.Statement.Propagate;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/** Runtime support of generated code for PROPAGATE. */
public final class PropagateStatement {

    private static final Set<String> TERMINALS =
            Set.of("nowhere", "failure", "out", "out1", "out2", "out3", "out4");

    private PropagateStatement() {}

    /** Runs a PROPAGATE. The terminal and label are null if they are omitted. */
    public static void send(
            EsqlEnvironment environment,
            Value terminal,
            @Nullable Value label,
            Propagate statement) {
        EsqlEnvironment.Propagation propagation =
                new EsqlEnvironment.Propagation(
                        label == null ? terminal(terminal) : "",
                        label == null ? "" : label(label),
                        statement.message(),
                        statement.environment(),
                        statement.exception(),
                        statement.asMode(),
                        statement.tidyHeaders(),
                        statement.delete());
        CurrentProgram.pause(true);
        try {
            environment.propagate(propagation);
        } finally {
            CurrentProgram.pause(false);
        }
    }

    private static String terminal(Value terminal) {
        String name =
                switch (terminal) {
                    case IntegerValue(long n) when n == -2 -> "nowhere";
                    case IntegerValue(long n) when n == -1 -> "failure";
                    case IntegerValue(long n) when n == 0 -> "out";
                    case IntegerValue(long n) when n >= 1 && n <= 4 -> "out" + n;
                    case CharacterValue(String s) -> s;
                    case null, default -> "";
                };
        if (!TERMINALS.contains(name)) {
            throw new MillraceException(
                    ESQL_PROPAGATE,
                    """
                    PROPAGATE TO TERMINAL requires nowhere, failure, out, out1 to out4, or -2 to \
                    4, found %s\
                    """
                            .formatted(EsqlErrors.show(terminal)));
        }
        return name;
    }

    private static String label(Value label) {
        if (label instanceof CharacterValue(String name) && !name.isEmpty()) {
            return name;
        }
        throw new MillraceException(
                ESQL_PROPAGATE,
                "PROPAGATE TO LABEL requires the name of a label, found " + EsqlErrors.show(label));
    }
}
