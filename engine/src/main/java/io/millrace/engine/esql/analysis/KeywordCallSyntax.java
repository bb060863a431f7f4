package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Call.Argument;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Missing;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A converter of calls with keywords between their arguments to calls with arguments in the order
 * of the function table.
 */
final class KeywordCallSyntax {

    /** Clauses of ASBITSTREAM, in the order of the parameters of the function's method. */
    private static final List<String> ASBITSTREAM_CLAUSES =
            List.of("OPTIONS", "ENCODING", "CCSID", "SET", "TYPE", "FORMAT");

    /**
     * Clauses of ASBITSTREAM in the order of arguments without keywords, after the field. PARSE has
     * the same order.
     */
    private static final List<String> ASBITSTREAM_PLACES =
            List.of("ENCODING", "CCSID", "SET", "TYPE", "FORMAT", "OPTIONS");

    private KeywordCallSyntax() {}

    /** A function name from the function table, with arguments in the order of the table. */
    record Plain(String name, List<ExpressionTree> arguments) {}

    /** Returns the converted call; null if an invalid clause was reported. */
    static @Nullable Plain plain(Call call, AnalysisContext context) {
        return switch (call.name().folded()) {
            case "SUBSTRING" -> substring(call, context);
            case "POSITION" -> position(call);
            case "OVERLAY" -> ordered("OVERLAY", call, "", "PLACING", "FROM", "FOR");
            case "TRIM" -> trim(call);
            case "EXTRACT" -> ordered("EXTRACT", call, "UNIT", "FROM");
            case "ASBITSTREAM" -> asBitstream(call);
            default -> new Plain(call.name().folded(), all(call));
        };
    }

    private static List<ExpressionTree> all(Call call) {
        return call.arguments().stream().map(Argument::value).toList();
    }

    /** Returns the argument after a keyword; null if the clause is omitted. */
    private static @Nullable ExpressionTree find(Call call, String keyword) {
        return call.arguments().stream()
                .filter(a -> a.keyword().equals(keyword))
                .map(Argument::value)
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the specified arguments in the order of their keywords; other arguments keep their
     * order.
     */
    private static Plain ordered(String name, Call call, String... keywords) {
        List<ExpressionTree> arguments = new ArrayList<>();
        for (String keyword : keywords) {
            call.arguments().stream()
                    .filter(a -> a.keyword().equals(keyword))
                    .forEach(a -> arguments.add(a.value()));
        }
        return new Plain(name, arguments);
    }

    private static @Nullable Plain substring(Call call, AnalysisContext context) {
        boolean before = find(call, "BEFORE") != null;
        boolean after = find(call, "AFTER") != null;
        if (before && after || (before || after) && find(call, "FROM") != null) {
            String text = "the clauses of this SUBSTRING cannot be combined";
            context.error(
                    ErrorCode.ESQL_ARGUMENTS,
                    call.span(),
                    text,
                    "the syntax is SUBSTRING(s FROM n FOR m), SUBSTRING(s BEFORE e FOR m) or"
                            + " SUBSTRING(s AFTER e FOR m)");
            return null;
        }
        if (before) {
            return ordered("SUBSTRING_BEFORE", call, "", "BEFORE", "FOR");
        }
        return after
                ? ordered("SUBSTRING_AFTER", call, "", "AFTER", "FOR")
                : ordered("SUBSTRING", call, "", "FROM", "FOR");
    }

    private static Plain position(Call call) {
        Plain plain = ordered("POSITION", call, "", "IN", "FROM", "REPEAT");
        if (find(call, "REPEAT") == null
                || find(call, "FROM") != null
                || plain.arguments().size() != 3) {
            return plain;
        }
        List<ExpressionTree> arguments = new ArrayList<>(plain.arguments());
        arguments.add(2, number(call.span(), 0));
        return new Plain(plain.name(), arguments);
    }

    private static Plain trim(Call call) {
        String side =
                find(call, "SIDE") instanceof Constant(_, Value value, _) && value != null
                        ? value.text()
                        : "BOTH";
        String name = side.equals("LEADING") ? "LTRIM" : side.equals("TRAILING") ? "RTRIM" : "TRIM";
        return find(call, "FROM") == null
                ? ordered(name, call, "")
                : ordered(name, call, "FROM", "");
    }

    private static Plain asBitstream(Call call) {
        List<ExpressionTree> plain =
                call.arguments().stream()
                        .filter(a -> a.keyword().isEmpty())
                        .map(Argument::value)
                        .toList();
        if (call.arguments().size() <= 1 || plain.isEmpty()) {
            return new Plain("ASBITSTREAM", plain);
        }
        List<ExpressionTree> arguments = new ArrayList<>();
        arguments.add(plain.getFirst());
        for (int i = 0; i < ASBITSTREAM_CLAUSES.size(); i++) {
            ExpressionTree clause = find(call, ASBITSTREAM_CLAUSES.get(i));
            int place = ASBITSTREAM_PLACES.indexOf(ASBITSTREAM_CLAUSES.get(i)) + 1;
            if (clause == null && place < plain.size() && !(plain.get(place) instanceof Missing)) {
                clause = plain.get(place);
            }
            ExpressionTree absent =
                    i < 3 ? number(call.span(), 0) : ConstantValues.text(call.span(), "");
            arguments.add(clause == null ? absent : clause);
        }
        arguments.addAll(plain.subList(Math.min(plain.size(), 7), plain.size()));
        return new Plain("ASBITSTREAM", arguments);
    }

    private static ExpressionTree number(Span span, long value) {
        return new Constant(span, Value.of(value), ValueType.INTEGER);
    }
}
