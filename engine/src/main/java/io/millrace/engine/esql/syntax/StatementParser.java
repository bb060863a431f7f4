package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree.Missing;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.esql.syntax.StatementTree.Branch;
import io.millrace.engine.esql.syntax.StatementTree.Broken;
import io.millrace.engine.esql.syntax.StatementTree.Case;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.esql.syntax.StatementTree.For;
import io.millrace.engine.esql.syntax.StatementTree.Handler;
import io.millrace.engine.esql.syntax.StatementTree.If;
import io.millrace.engine.esql.syntax.StatementTree.Loop;
import io.millrace.engine.esql.syntax.StatementTree.Repeat;
import io.millrace.engine.esql.syntax.StatementTree.While;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A parser of the statements of routines. This class parses compound statements; other parsers
 * parse simple statements.
 */
final class StatementParser extends TokenParser {

    /** Types that are common names of variables. */
    private static final Set<String> NAMES_AND_TYPES =
            Set.of("NAME", "NAMESPACE", "ROW", "LIST", "DATE", "TIME", "TIMESTAMP", "INTERVAL");

    private static final String FOR_LIST =
            "FOR iterates over a list: FOR x AS path[] DO; use WHILE to count";

    private final ExpressionParser expressions;
    private final BlockRecovery blocks;
    private final Map<String, Supplier<StatementTree>> forms = new HashMap<>();

    /** Words that can start a statement or follow the last statement. */
    private final Set<String> words = new TreeSet<>(StatementWords.TERMINATORS);

    StatementParser(TokenCursor cursor, ExpressionParser expressions) {
        super(cursor);
        this.expressions = expressions;
        this.blocks = new BlockRecovery(cursor, this);
        new SimpleStatementParser(cursor, expressions).register(forms);
        new TreeStatementParser(cursor, expressions).register(forms);
        new DatabaseStatementParser(cursor, expressions).register(forms);
        forms.put("DECLARE", this::declare);
        forms.put("IF", this::ifStatement);
        forms.put("CASE", this::caseStatement);
        for (String labelled : StatementWords.LABELLED) {
            forms.put(labelled, () -> labelled(null));
        }
        words.addAll(forms.keySet());
    }

    /** Parses a list of statements with semicolons, up to a word that ends the list. */
    List<StatementTree> statements() {
        List<StatementTree> body = new ArrayList<>();
        blocks.correctTypo(words);
        while (!atEnd() && !cursor.isAny(StatementWords.TERMINATORS) && !beginsDefinition()) {
            if (!accept(";") && !blocks.skipsCatch()) {
                body.add(recoveringStatement());
            }
            blocks.correctTypo(words);
        }
        return body;
    }

    private StatementTree recoveringStatement() {
        Token first = peek();
        int start = cursor.position();
        try {
            StatementTree statement = statement();
            blocks.semicolon();
            return statement;
        } catch (SyntaxFailure reported) {
            List<Name> declared = cursor.declaredAt(start);
            blocks.skipStatement(first);
            return new Broken(since(first), declared);
        }
    }

    /** Parses one statement without the semicolon. */
    StatementTree statement() {
        cursor.enter();
        try {
            Token first = peek();
            if (first.isName() && peek(1).is(":") && !peek(2).is("=")) {
                Name label = name("a label");
                next();
                if (!StatementWords.LABELLED.contains(peek().key())) {
                    throw failure("BEGIN, WHILE, REPEAT, LOOP or FOR after a label");
                }
                return labelled(label);
            }
            Supplier<StatementTree> form = forms.get(first.key());
            if (form == null) {
                throw unknown(first);
            }
            return form.get();
        } finally {
            cursor.leave();
        }
    }

    private SyntaxFailure unknown(Token first) {
        return failure("a statement", SyntaxHints.onStatement(first, peek(1), forms.keySet()));
    }

    private StatementTree labelled(@Nullable Name label) {
        Token first = next();
        Span from = label == null ? first.span() : label.span();
        return switch (first.key()) {
            case "BEGIN" -> block(first, from, label);
            case "WHILE" -> {
                ExpressionTree condition = blocks.header("DO", expressions::expression);
                List<StatementTree> body = blocks.body("WHILE");
                blocks.close(first, "WHILE", label);
                yield new While(since(from), label, condition, body);
            }
            case "REPEAT" -> repeat(first, from, label);
            case "LOOP" -> {
                List<StatementTree> body = blocks.body("LOOP");
                blocks.close(first, "LOOP", label);
                yield new Loop(since(from), label, body);
            }
            default -> forStatement(first, from, label);
        };
    }

    private StatementTree block(Token first, Span from, @Nullable Name label) {
        boolean not = is("NOT") && peek(1).is("ATOMIC");
        if (not) {
            next();
        }
        boolean atomic = accept("ATOMIC") && !not;
        List<StatementTree> body = blocks.body("BEGIN");
        blocks.close(first, "BEGIN", label);
        return new Block(since(from), label, atomic, body);
    }

    private StatementTree repeat(Token first, Span from, @Nullable Name label) {
        List<StatementTree> body = blocks.body("REPEAT");
        ExpressionTree condition = new Missing(peek().span());
        if (accept("UNTIL")) {
            condition = untilCondition();
        } else if (is("END")) {
            cursor.report(
                    peek(), "found END, expected UNTIL and a condition before END REPEAT", "");
        }
        blocks.close(first, "REPEAT", label);
        return new Repeat(since(from), label, body, condition);
    }

    /** Parses the condition before END REPEAT, where authors often write a semicolon. */
    private ExpressionTree untilCondition() {
        return blocks.condition(
                "END",
                () -> {
                    ExpressionTree condition = expressions.expression();
                    if (is(";") && peek(1).is("END") && peek(2).is("REPEAT")) {
                        failure("END REPEAT", "remove the semicolon after the condition");
                        next();
                    }
                    return condition;
                });
    }

    private StatementTree forStatement(Token first, Span from, @Nullable Name label) {
        if (!peek().isName()) {
            throw failure("a name for the members of the list", FOR_LIST);
        }
        Name name = name("a name for the members of the list");
        ExpressionTree list = blocks.header("DO", this::forList);
        List<StatementTree> body = blocks.body("FOR");
        blocks.close(first, "FOR", label);
        return new For(since(from), label, name, list, body);
    }

    private ExpressionTree forList() {
        if (!is("AS")) {
            throw failure("AS", FOR_LIST);
        }
        next();
        return expressions.expression();
    }

    private StatementTree ifStatement() {
        Token first = next();
        List<Branch> branches = new ArrayList<>();
        Token branch = first;
        do {
            ExpressionTree condition = blocks.header("THEN", expressions::expression);
            List<StatementTree> body = blocks.body("IF");
            branches.add(new Branch(since(branch), condition, body));
            branch = peek();
        } while (accept("ELSEIF"));
        List<StatementTree> otherwise = accept("ELSE") ? blocks.body("IF") : null;
        while (is("ELSE") || is("ELSEIF")) {
            cursor.report(peek(), "found " + peek().described() + " after ELSE of the same IF", "");
            next();
            blocks.body("IF");
        }
        boolean elseIf =
                otherwise != null && !otherwise.isEmpty() && otherwise.getFirst() instanceof If;
        String hint = "ELSE IF starts another IF; use ELSEIF to continue the same IF";
        blocks.close(first, "IF", null, elseIf ? hint : "");
        return new If(since(first), List.copyOf(branches), otherwise);
    }

    private StatementTree caseStatement() {
        Token first = next();
        ExpressionTree operand = is("WHEN") ? null : expressions.expression();
        if (!is("WHEN")) {
            throw failure("WHEN");
        }
        List<Branch> branches = new ArrayList<>();
        while (is("WHEN")) {
            Token branch = next();
            ExpressionTree when = blocks.header("THEN", expressions::expression);
            List<StatementTree> body = blocks.body("CASE");
            branches.add(new Branch(since(branch), when, body));
        }
        List<StatementTree> otherwise = accept("ELSE") ? blocks.body("CASE") : null;
        blocks.close(first, "CASE", null);
        return new Case(since(first), operand, List.copyOf(branches), otherwise);
    }

    StatementTree declare() {
        Token first = next();
        boolean handler = is("CONTINUE") || is("EXIT");
        return handler && peek(1).is("HANDLER") ? handler(first) : variables(first);
    }

    private StatementTree variables(Token first) {
        List<Name> names = new ArrayList<>();
        do {
            names.add(name("a name to declare"));
        } while (accept(","));
        boolean shared = false;
        boolean external = false;
        boolean constant = false;
        while (Set.of("SHARED", "EXTERNAL", "CONSTANT").contains(peek().key())) {
            Token word = next();
            shared |= word.is("SHARED");
            external |= word.is("EXTERNAL");
            constant |= word.is("CONSTANT");
        }
        typeFirst(names);
        DataType type = new TypeParser(cursor, expressions).type();
        if (type.kind() == Kind.REFERENCE && !is(";")) {
            expect("TO");
        }
        if (is("DEFAULT") && !peek(1).is(";")) {
            throw failure(
                    "an initial value or ;",
                    "write the initial value after the type, without DEFAULT");
        }
        ExpressionTree initial = is(";") || atEnd() ? null : initial();
        return new Declare(
                since(first), List.copyOf(names), shared, external, constant, type, initial);
    }

    /** Reports a declaration with the type before the name, as in other languages. */
    private void typeFirst(List<Name> names) {
        String first = names.getFirst().folded();
        boolean named = names.size() == 1 && peek().isName() && !TypeParser.isType(peek());
        if (!named) {
            return;
        }
        if (first.equals("FUNCTION") || first.equals("PROCEDURE")) {
            throw failure("a type", "write CREATE " + first + " in a module, outside of routines");
        }
        Token word = cursor.previous();
        if (isTypeOfOtherDialect(word)) {
            return;
        }
        if (TypeParser.isType(word) || first.equals("REF")) {
            boolean reference = first.startsWith("REF");
            throw failure(
                    "a type such as INTEGER or CHARACTER",
                    "write the name before the type: DECLARE "
                            + peek().text()
                            + " "
                            + (reference ? "REFERENCE TO path" : first));
        }
    }

    /**
     * Whether the word after a declared name is a type of another dialect, as in {@code DECLARE
     * name VARCHAR(20)}. Types that are common names of variables can be the declared name.
     */
    private boolean isTypeOfOtherDialect(Token name) {
        return NAMES_AND_TYPES.contains(name.key())
                && !OtherDialectHints.type(peek().key()).isEmpty()
                && (isUpper(peek()) || !isUpper(name));
    }

    private static boolean isUpper(Token token) {
        return token.text().equals(token.key());
    }

    /**
     * Parses the initial value. If a semicolon is missing, the next statement is not parsed as the
     * value.
     */
    private @Nullable ExpressionTree initial() {
        boolean statement = peek().firstOnLine() && beginsStatement();
        return statement || cursor.isAny(StatementWords.TERMINATORS)
                ? null
                : expressions.expression();
    }

    private StatementTree handler(Token first) {
        boolean exit = next().is("EXIT");
        next();
        expect("FOR");
        List<Handler.Condition> conditions = new ArrayList<>();
        do {
            expect("SQLSTATE");
            boolean like = accept("LIKE");
            if (!like) {
                accept("VALUE");
            }
            ExpressionTree state = expressions.operand();
            ExpressionTree escape = like && accept("ESCAPE") ? expressions.operand() : null;
            conditions.add(new Handler.Condition(like, state, escape));
        } while (accept(","));
        StatementTree body = statement();
        return new Handler(since(first), exit, List.copyOf(conditions), body);
    }
}
