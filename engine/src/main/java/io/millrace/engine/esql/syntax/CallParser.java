package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Call.Argument;
import io.millrace.engine.esql.syntax.ExpressionTree.Cast;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Missing;
import io.millrace.engine.esql.syntax.ExpressionTree.Star;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A parser of function calls, some of which have keywords between their arguments. */
final class CallParser extends TokenParser {

    /** Words that can precede an argument, by function. */
    private static final Map<String, Set<String>> KEYWORDS =
            Map.of(
                    "SUBSTRING", Set.of("FROM", "FOR", "BEFORE", "AFTER"),
                    "POSITION", Set.of("IN", "FROM", "REPEAT"),
                    "OVERLAY", Set.of("PLACING", "FROM", "FOR"),
                    "TRIM", Set.of("FROM"),
                    "EXTRACT", Set.of("FROM"),
                    "ROUND", Set.of("MODE"),
                    "ASBITSTREAM", Set.of("OPTIONS", "ENCODING", "CCSID", "SET", "TYPE", "FORMAT"),
                    "PARSE", Set.of("OPTIONS", "ENCODING", "CCSID", "SET", "TYPE", "FORMAT"),
                    "PASSTHRU", Set.of("TO", "VALUES"));

    private static final Map<String, String> FORMS =
            Map.of(
                    "SUBSTRING", "SUBSTRING(text FROM start FOR length)",
                    "POSITION", "POSITION(part IN text FROM start REPEAT count)",
                    "OVERLAY", "OVERLAY(text PLACING part FROM start FOR length)",
                    "TRIM", "TRIM(LEADING|TRAILING|BOTH part FROM text)",
                    "EXTRACT", "EXTRACT(unit FROM date)");

    /** Functions whose arguments can be omitted between commas: {@code PARSE(bits,,1208)}. */
    private static final Set<String> OMITTING = Set.of("ASBITSTREAM", "PARSE");

    private static final Set<String> TRIM_SIDES = Set.of("LEADING", "TRAILING", "BOTH");
    private static final List<String> CAST_CLAUSES =
            List.of("CCSID", "ENCODING", "FORMAT", "DEFAULT");

    private final ExpressionParser expressions;

    CallParser(TokenCursor cursor, ExpressionParser expressions) {
        super(cursor);
        this.expressions = expressions;
    }

    /** Parses the parenthesized arguments of a call whose name was read. */
    Call call(List<Name> schema, Name name) {
        List<Argument> arguments =
                arguments(isBuiltIn(schema) && !name.quoted() ? name.folded() : "");
        Span from = schema.isEmpty() ? name.span() : schema.getFirst().span();
        return new Call(since(from), schema, name, arguments);
    }

    /**
     * Whether a call with this schema can refer to a built-in function: the schema is absent or
     * SQL.
     */
    private static boolean isBuiltIn(List<Name> schema) {
        return schema.isEmpty()
                || schema.size() == 1
                        && !schema.getFirst().quoted()
                        && schema.getFirst().folded().equals("SQL");
    }

    /** Parses the parenthesized arguments of a function. An empty name means a routine. */
    List<Argument> arguments(String function) {
        expect("(");
        List<Argument> arguments = new ArrayList<>();
        Set<String> keywords = KEYWORDS.getOrDefault(function, Set.of());
        leadingWord(function, arguments);
        boolean first = arguments.isEmpty();
        while (!is(")")) {
            String keyword =
                    keywords.contains(peek().key()) && (!first || is("FROM")) ? keyword() : "";
            if (keyword.isEmpty() && !first && !isBehindWord(arguments)) {
                comma(function);
            }
            boolean omitted = !first && (is(",") || is(")"));
            if (omitted && keyword.isEmpty() && OMITTING.contains(function)) {
                arguments.add(new Argument("", new Missing(peek().span())));
            } else {
                argument(function, keyword, arguments);
            }
            first = false;
        }
        expect(")");
        return List.copyOf(arguments);
    }

    private String keyword() {
        return next().key();
    }

    /**
     * Whether the position follows a leading word, which is not followed by a comma: {@code
     * TRIM(BOTH 'x' FROM y)}.
     */
    private boolean isBehindWord(List<Argument> arguments) {
        return arguments.size() == 1 && arguments.getFirst().keyword().equals("SIDE");
    }

    private void comma(String function) {
        if (!accept(",")) {
            String form = FORMS.getOrDefault(function, "");
            throw failure(", or )", form.isEmpty() ? "" : "the syntax is " + form);
        }
    }

    /** Parses the leading word of EXTRACT and TRIM as a CHARACTER constant. */
    private void leadingWord(String function, List<Argument> arguments) {
        boolean extract = function.equals("EXTRACT") && cursor.isKind(TokenKind.WORD);
        boolean trim = function.equals("TRIM") && TRIM_SIDES.contains(peek().key());
        if (extract && peek(1).is("FROM")) {
            arguments.add(new Argument("UNIT", wordConstant()));
        } else if (trim && !peek(1).is(")") && !peek(1).is(".")) {
            arguments.add(new Argument("SIDE", wordConstant()));
        }
    }

    private Constant wordConstant() {
        Token word = next();
        return new Constant(word.span(), Value.of(word.key()), ValueType.CHARACTER);
    }

    private void argument(String function, String keyword, List<Argument> arguments) {
        if (keyword.equals("MODE")) {
            if (!cursor.isKind(TokenKind.WORD)) {
                throw failure("ROUND_UP, ROUND_DOWN, ROUND_HALF_EVEN or another mode");
            }
            arguments.add(new Argument(keyword, wordConstant()));
        } else if (keyword.equals("VALUES")) {
            expect("(");
            expressions.list(")").forEach(value -> arguments.add(new Argument(keyword, value)));
        } else if (keyword.isEmpty() && is("*") && peek(1).is(")")) {
            arguments.add(new Argument("", new Star(next().span())));
        } else {
            boolean bounded = function.equals("POSITION");
            arguments.add(
                    new Argument(
                            keyword, bounded ? expressions.operand() : expressions.expression()));
        }
    }

    /** Parses {@code CAST(a AS type CCSID c ...)}. */
    ExpressionTree cast() {
        Token first = next();
        expect("(");
        List<ExpressionTree> operands = new ArrayList<>();
        do {
            operands.add(expressions.expression());
        } while (accept(","));
        expect("AS");
        DataType type = new TypeParser(cursor, expressions).type();
        Map<String, ExpressionTree> clauses = new HashMap<>();
        while (CAST_CLAUSES.contains(peek().key())) {
            Token clause = next();
            if (clauses.put(clause.key(), expressions.expression()) != null) {
                cursor.report(clause.span(), "found a second " + clause.key(), "");
            }
        }
        if (is("(")) {
            throw failure(")", "write " + cursor.previous().text() + " without a length");
        }
        if (!is(")")) {
            throw failure(
                    "CCSID, ENCODING, FORMAT, DEFAULT or )",
                    Problems.didYouMean(peek().text(), CAST_CLAUSES));
        }
        next();
        return new Cast(
                since(first),
                List.copyOf(operands),
                type,
                clauses.get("CCSID"),
                clauses.get("ENCODING"),
                clauses.get("FORMAT"),
                clauses.get("DEFAULT"));
    }
}
