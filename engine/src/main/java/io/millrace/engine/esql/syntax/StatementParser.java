package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.StatementTree.Branch;
import io.millrace.engine.esql.syntax.StatementTree.Handler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A parser of the statements of routines. It parses compound statements; other parsers parse the
 * simple ones.
 */
final class StatementParser {

    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final BlockRecovery blocks;
    private final Map<String, Supplier<StatementTree>> forms = new HashMap<>();

    /** Words that can start a statement or follow the last one. */
    private final Set<String> words = new TreeSet<>(BlockRecovery.TERMINATORS);

    StatementParser(TokenCursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.blocks = new BlockRecovery(cursor, this);
        new SimpleStatementParser(cursor, expressions).register(forms);
        new TreeStatementParser(cursor, expressions).register(forms);
        new DatabaseStatementParser(cursor, expressions).register(forms);
        forms.put("DECLARE", this::declare);
        forms.put("IF", this::ifStatement);
        forms.put("CASE", this::caseStatement);
        for (String labelled : BlockRecovery.LABELLED) {
            forms.put(labelled, () -> labelled(null));
        }
        words.addAll(forms.keySet());
    }

    /** Parses statements up to a word that ends them, each with its semicolon. */
    List<StatementTree> statements() {
        List<StatementTree> body = new ArrayList<>();
        blocks.correctTypo(words);
        while (!cursor.atEnd()
                && !cursor.isAny(BlockRecovery.TERMINATORS)
                && !BlockRecovery.beginsDefinition(cursor)) {
            if (!cursor.accept(";")) {
                body.add(recoveringStatement());
            }
            blocks.correctTypo(words);
        }
        return body;
    }

    private StatementTree recoveringStatement() {
        Token first = cursor.peek();
        int start = cursor.position();
        try {
            StatementTree statement = statement();
            blocks.semicolon();
            return statement;
        } catch (SyntaxFailure reported) {
            List<Name> declared = cursor.declaredAt(start);
            blocks.skipStatement(first);
            return new StatementTree.Broken(cursor.since(first), declared);
        }
    }

    /** Parses one statement without its semicolon. */
    StatementTree statement() {
        cursor.enter();
        try {
            Token first = cursor.peek();
            if (first.isName() && cursor.peek(1).is(":")) {
                Name label = cursor.name("a label");
                cursor.next();
                if (!BlockRecovery.LABELLED.contains(cursor.peek().key())) {
                    throw cursor.failure("BEGIN, WHILE, REPEAT, LOOP or FOR behind a label");
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
        return cursor.failure(
                "a statement", SyntaxHints.onStatement(first, cursor.peek(1), forms.keySet()));
    }

    private StatementTree labelled(Name label) {
        Token first = cursor.next();
        Span from = label == null ? first.span() : label.span();
        return switch (first.key()) {
            case "BEGIN" -> block(first, from, label);
            case "WHILE" -> {
                ExpressionTree condition = blocks.header("DO", expressions::expression);
                List<StatementTree> body = blocks.body("WHILE");
                blocks.close(first, "WHILE", label);
                yield new StatementTree.While(cursor.since(from), label, condition, body);
            }
            case "REPEAT" -> repeat(first, from, label);
            case "LOOP" -> {
                List<StatementTree> body = blocks.body("LOOP");
                blocks.close(first, "LOOP", label);
                yield new StatementTree.Loop(cursor.since(from), label, body);
            }
            default -> forStatement(first, from, label);
        };
    }

    private StatementTree block(Token first, Span from, Name label) {
        boolean not = cursor.is("NOT") && cursor.peek(1).is("ATOMIC");
        if (not) {
            cursor.next();
        }
        boolean atomic = cursor.accept("ATOMIC") && !not;
        List<StatementTree> body = blocks.body("BEGIN");
        blocks.close(first, "BEGIN", label);
        return new StatementTree.Block(cursor.since(from), label, atomic, body);
    }

    private StatementTree repeat(Token first, Span from, Name label) {
        List<StatementTree> body = blocks.body("REPEAT");
        ExpressionTree condition = new ExpressionTree.Missing(cursor.peek().span());
        if (cursor.accept("UNTIL")) {
            condition = untilCondition();
        } else if (cursor.is("END")) {
            cursor.report(
                    cursor.peek(),
                    "found END, expected UNTIL and a condition before END REPEAT",
                    "");
        }
        blocks.close(first, "REPEAT", label);
        return new StatementTree.Repeat(cursor.since(from), label, body, condition);
    }

    /** Parses the condition before END REPEAT, where authors often write a semicolon. */
    private ExpressionTree untilCondition() {
        return blocks.condition(
                "END",
                () -> {
                    ExpressionTree condition = expressions.expression();
                    if (cursor.is(";") && cursor.peek(1).is("END") && cursor.peek(2).is("REPEAT")) {
                        cursor.failure("END REPEAT", "no semicolon stands behind the condition");
                        cursor.next();
                    }
                    return condition;
                });
    }

    private StatementTree forStatement(Token first, Span from, Name label) {
        Name name = cursor.name("a name for the members of the list");
        ExpressionTree list = blocks.header("DO", this::forList);
        List<StatementTree> body = blocks.body("FOR");
        blocks.close(first, "FOR", label);
        return new StatementTree.For(cursor.since(from), label, name, list, body);
    }

    private ExpressionTree forList() {
        if (!cursor.is("AS")) {
            throw cursor.failure(
                    "AS", "FOR goes through a list: FOR x AS path[] DO; WHILE can count");
        }
        cursor.next();
        return expressions.expression();
    }

    private StatementTree ifStatement() {
        Token first = cursor.next();
        List<Branch> branches = new ArrayList<>();
        Token branch = first;
        do {
            ExpressionTree condition = blocks.header("THEN", expressions::expression);
            List<StatementTree> body = blocks.body("IF");
            branches.add(new Branch(cursor.since(branch), condition, body));
            branch = cursor.peek();
        } while (cursor.accept("ELSEIF"));
        List<StatementTree> otherwise = cursor.accept("ELSE") ? blocks.body("IF") : null;
        while (cursor.is("ELSE") || cursor.is("ELSEIF")) {
            cursor.report(
                    cursor.peek(),
                    "found " + cursor.peek().described() + " behind ELSE of the same IF",
                    "");
            cursor.next();
            blocks.body("IF");
        }
        boolean elseIf =
                otherwise != null
                        && !otherwise.isEmpty()
                        && otherwise.getFirst() instanceof StatementTree.If;
        String hint = "ELSE IF begins another IF; ELSEIF goes on with the same one";
        blocks.close(first, "IF", null, elseIf ? hint : "");
        return new StatementTree.If(cursor.since(first), List.copyOf(branches), otherwise);
    }

    private StatementTree caseStatement() {
        Token first = cursor.next();
        ExpressionTree operand = cursor.is("WHEN") ? null : expressions.expression();
        if (!cursor.is("WHEN")) {
            throw cursor.failure("WHEN");
        }
        List<Branch> branches = new ArrayList<>();
        while (cursor.is("WHEN")) {
            Token branch = cursor.next();
            ExpressionTree when = blocks.header("THEN", expressions::expression);
            List<StatementTree> body = blocks.body("CASE");
            branches.add(new Branch(cursor.since(branch), when, body));
        }
        List<StatementTree> otherwise = cursor.accept("ELSE") ? blocks.body("CASE") : null;
        blocks.close(first, "CASE", null);
        return new StatementTree.Case(
                cursor.since(first), operand, List.copyOf(branches), otherwise);
    }

    StatementTree declare() {
        Token first = cursor.next();
        boolean handler = cursor.is("CONTINUE") || cursor.is("EXIT");
        return handler && cursor.peek(1).is("HANDLER") ? handler(first) : variables(first);
    }

    private StatementTree variables(Token first) {
        List<Name> names = new ArrayList<>();
        do {
            names.add(cursor.name("a name to declare"));
        } while (cursor.accept(","));
        boolean shared = false;
        boolean external = false;
        boolean constant = false;
        while (Set.of("SHARED", "EXTERNAL", "CONSTANT").contains(cursor.peek().key())) {
            Token word = cursor.next();
            shared |= word.is("SHARED");
            external |= word.is("EXTERNAL");
            constant |= word.is("CONSTANT");
        }
        DataType type = new TypeParser(cursor, expressions).type();
        if (type.kind() == DataType.Kind.REFERENCE && !cursor.is(";")) {
            cursor.expect("TO");
        }
        ExpressionTree initial = cursor.is(";") || cursor.atEnd() ? null : initial();
        return new StatementTree.Declare(
                cursor.since(first), List.copyOf(names), shared, external, constant, type, initial);
    }

    /**
     * Parses the initial value. If a semicolon is missing, the next statement is not read as one.
     */
    private ExpressionTree initial() {
        boolean statement = cursor.peek().firstOnLine() && BlockRecovery.beginsStatement(cursor);
        return statement || cursor.isAny(BlockRecovery.TERMINATORS)
                ? null
                : expressions.expression();
    }

    private StatementTree handler(Token first) {
        boolean exit = cursor.next().is("EXIT");
        cursor.next();
        cursor.expect("FOR");
        List<Handler.Condition> conditions = new ArrayList<>();
        do {
            cursor.expect("SQLSTATE");
            boolean like = cursor.accept("LIKE");
            if (!like) {
                cursor.accept("VALUE");
            }
            ExpressionTree state = expressions.operand();
            ExpressionTree escape = like && cursor.accept("ESCAPE") ? expressions.operand() : null;
            conditions.add(new Handler.Condition(like, state, escape));
        } while (cursor.accept(","));
        StatementTree body = statement();
        return new Handler(cursor.since(first), exit, List.copyOf(conditions), body);
    }
}
