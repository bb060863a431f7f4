package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Missing;
import io.millrace.engine.esql.syntax.StatementTree.Attach;
import io.millrace.engine.esql.syntax.StatementTree.Delete;
import io.millrace.engine.esql.syntax.StatementTree.Detach;
import io.millrace.engine.esql.syntax.StatementTree.Direction;
import io.millrace.engine.esql.syntax.StatementTree.Move;
import io.millrace.engine.esql.syntax.StatementTree.MoveTo;
import io.millrace.engine.esql.syntax.StatementTree.Qualifiers;
import io.millrace.engine.esql.syntax.StatementTree.Repetition;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A parser of statements that navigate in trees or change them. */
final class TreeStatementParser extends TokenParser {

    private static final Map<String, Direction> DIRECTIONS =
            Map.of(
                    "PARENT", Direction.PARENT,
                    "PREVIOUSSIBLING", Direction.PREVIOUSSIBLING,
                    "NEXTSIBLING", Direction.NEXTSIBLING,
                    "FIRSTCHILD", Direction.FIRSTCHILD,
                    "LASTCHILD", Direction.LASTCHILD);

    private static final List<String> PARSE_ORDER =
            List.of("BITSTREAM", "ENCODING", "CCSID", "SET", "TYPE", "FORMAT", "OPTIONS");

    private final ExpressionParser expressions;

    TreeStatementParser(TokenCursor cursor, ExpressionParser expressions) {
        super(cursor);
        this.expressions = expressions;
    }

    void register(Map<String, Supplier<StatementTree>> forms) {
        forms.put("MOVE", this::move);
        forms.put("CREATE", this::create);
        forms.put("ATTACH", this::attach);
        forms.put("DETACH", this::detach);
        forms.put("DELETE", this::delete);
    }

    private ExpressionTree field(String what) {
        return expressions.fields().field(what);
    }

    private StatementTree move() {
        Token first = next();
        ExpressionTree reference = field("a reference to move");
        if (accept("TO")) {
            ExpressionTree target = field("a field reference to move to");
            return new MoveTo(since(first), reference, target);
        }
        Direction direction = direction("TO, ");
        Clauses clauses = new Clauses();
        while (clauses.read()) {
            // Each iteration parses one clause.
        }
        return new Move(since(first), reference, direction, clauses.qualifiers(), clauses.repeat);
    }

    private Direction direction(String before) {
        Direction direction = DIRECTIONS.get(peek().key());
        if (direction == null) {
            String directions = "PREVIOUSSIBLING, NEXTSIBLING, FIRSTCHILD or LASTCHILD";
            throw failure(
                    before.contains("TO") ? before + "PARENT, " + directions : before + directions);
        }
        next();
        return direction;
    }

    private StatementTree create() {
        Token first = next();
        boolean field = accept("FIELD");
        if (field && is("OF") && peek(1).isName()) {
            throw failure("a field reference", "write CREATE FIELD path, without OF");
        }
        Direction direction = field ? null : direction("FIELD, ");
        if (!field) {
            expect("OF");
        }
        ExpressionTree target = field("a field reference");
        Create create = new Create();
        boolean named = false;
        while (true) {
            Token clause = peek();
            if (named && (clause.is("TYPE") || clause.is("NAMESPACE"))) {
                cursor.warn(
                        ErrorCode.ESQL_NOT_ALLOWED_HERE,
                        clause.span(),
                        "found " + clause.text() + " after NAME",
                        "write the clauses in the order TYPE, NAMESPACE, NAME");
            }
            named |= clause.is("NAME");
            if (!create.clause() && !create.clauses.read()) {
                break;
            }
        }
        return new StatementTree.Create(
                since(first),
                direction,
                target,
                create.as,
                create.domain,
                create.clauses.qualifiers(),
                create.clauses.repeat,
                create.value,
                create.from,
                create.parse);
    }

    private StatementTree attach() {
        Token first = next();
        ExpressionTree reference = field("a reference to attach");
        expect("TO");
        ExpressionTree target = field("a field reference");
        expect("AS");
        Direction direction = direction("");
        return new Attach(since(first), reference, target, direction);
    }

    private StatementTree detach() {
        Token first = next();
        ExpressionTree reference = field("a reference to detach");
        return new Detach(since(first), reference);
    }

    private StatementTree delete() {
        Token first = next();
        if (is("FROM")) {
            return DatabaseStatementParser.delete(cursor, expressions, first);
        }
        if (accept("FIELD")) {
            ExpressionTree target = field("a field to delete");
            return new Delete(since(first), null, target);
        }
        if (peek().isName() && (peek(1).is(".") || peek(1).is(";"))) {
            throw failure(
                    "FIELD, FROM, PREVIOUSSIBLING, NEXTSIBLING, FIRSTCHILD or LASTCHILD",
                    is("DATABASE")
                            ? "write DELETE FROM before the table"
                            : "write DELETE FIELD before a path; SET a variable to NULL");
        }
        Direction direction = direction("FIELD, FROM, ");
        expect("OF");
        ExpressionTree target = field("a field reference");
        return new Delete(since(first), direction, target);
    }

    /** A parser of the clauses of CREATE that specify the content of the new element. */
    private final class Create {
        private final Clauses clauses = new Clauses();
        private @Nullable Name as;
        private @Nullable ExpressionTree domain;
        private @Nullable ExpressionTree value;
        private @Nullable ExpressionTree from;
        private List<Call.Argument> parse = List.of();

        boolean clause() {
            Token word = peek();
            switch (word.key()) {
                case "AS" -> {
                    next();
                    as = name("a reference");
                }
                case "DOMAIN" -> {
                    next();
                    domain = expressions.expression();
                }
                case "VALUE" -> {
                    next();
                    value = expressions.expression();
                }
                case "FROM" -> {
                    next();
                    from = field("a field to copy");
                }
                case "PARSE" -> {
                    next();
                    parse = named(expressions.calls().arguments("PARSE"));
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        /** Returns the arguments with keywords. Arguments without a keyword have a fixed order. */
        private List<Call.Argument> named(List<Call.Argument> arguments) {
            List<Call.Argument> named = new ArrayList<>();
            for (int i = 0; i < arguments.size(); i++) {
                Call.Argument argument = arguments.get(i);
                if (argument.value() instanceof Missing) {
                    continue;
                }
                boolean positional = argument.keyword().isEmpty() && i < PARSE_ORDER.size();
                named.add(
                        positional
                                ? new Call.Argument(PARSE_ORDER.get(i), argument.value())
                                : argument);
            }
            return List.copyOf(named);
        }
    }

    /** A parser of the clauses TYPE, NAMESPACE, NAME, IDENTITY and REPEAT. */
    private final class Clauses {
        private @Nullable ExpressionTree type;
        private @Nullable ExpressionTree namespace;
        private boolean anyNamespace;
        private @Nullable ExpressionTree name;
        private @Nullable PathStep identity;
        private Repetition repeat = Repetition.NONE;

        boolean read() {
            switch (peek().key()) {
                case "TYPE" -> {
                    next();
                    type = expressions.expression();
                }
                case "NAMESPACE" -> {
                    next();
                    anyNamespace = accept("*");
                    namespace = anyNamespace ? null : expressions.expression();
                }
                case "NAME" -> {
                    next();
                    name = expressions.expression();
                }
                case "IDENTITY" -> {
                    next();
                    identity = expressions.fields().step();
                }
                case "REPEAT" -> {
                    next();
                    boolean repeatsType = accept("TYPE");
                    boolean repeatsName = accept("NAME");
                    repeatsType |= repeatsName && accept("TYPE");
                    repeat = repetition(repeatsType, repeatsName);
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        private static Repetition repetition(boolean type, boolean name) {
            if (type == name) {
                return Repetition.TYPE_NAME;
            }
            return type ? Repetition.TYPE : Repetition.NAME;
        }

        Qualifiers qualifiers() {
            return new Qualifiers(type, namespace, anyNamespace, name, identity);
        }
    }
}
