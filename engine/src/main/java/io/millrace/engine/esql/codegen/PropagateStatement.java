package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Value;

import java.util.Set;

/** The runtime support of generated code for PROPAGATE. */
final class PropagateStatement {

    private static final Set<String> TERMINALS =
            Set.of("nowhere", "failure", "out", "out1", "out2", "out3", "out4");

    private PropagateStatement() {}

    /**
     * Propagates the message.
     *
     * @param terminal null for a label, or NULL
     * @param flags bits, starting with the lowest: trees according to the mode of the node,
     *     message, environment, exception, headers, delete
     */
    static void send(EsqlEnvironment environment, Value terminal, Value label, int flags) {
        environment.propagate(
                new EsqlEnvironment.Propagation(
                        label == null ? terminal(terminal) : "",
                        label == null ? "" : label(label),
                        is(flags, 1),
                        is(flags, 2),
                        is(flags, 3),
                        is(flags, 0),
                        is(flags, 4),
                        is(flags, 5)));
    }

    private static boolean is(int flags, int bit) {
        return (flags >> bit & 1) != 0;
    }

    private static String terminal(Value terminal) {
        String name =
                switch (terminal) {
                    case Value.IntegerValue(long n) when n == -2 -> "nowhere";
                    case Value.IntegerValue(long n) when n == -1 -> "failure";
                    case Value.IntegerValue(long n) when n == 0 -> "out";
                    case Value.IntegerValue(long n) when n >= 1 && n <= 4 -> "out" + n;
                    case Value.CharacterValue(String s) -> s;
                    case null, default -> "";
                };
        if (!TERMINALS.contains(name)) {
            throw new MillraceException(
                    ErrorCode.ESQL_PROPAGATE,
                    "PROPAGATE TO TERMINAL takes nowhere, failure, out, out1 to out4, or -2 to 4;"
                            + " found "
                            + EsqlErrors.show(terminal));
        }
        return name;
    }

    private static String label(Value label) {
        if (label instanceof Value.CharacterValue(String name) && !name.isEmpty()) {
            return name;
        }
        throw new MillraceException(
                ErrorCode.ESQL_PROPAGATE,
                "PROPAGATE TO LABEL takes a label's name; found " + EsqlErrors.show(label));
    }
}
