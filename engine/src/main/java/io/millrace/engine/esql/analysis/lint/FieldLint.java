package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.TreeWalk;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;

/** A lint check for fields whose place or type a domain or header determines. */
final class FieldLint {

    private static final Set<String> ROOTS = Set.of("INPUTROOT", "OUTPUTROOT", "ROOT");

    /** Folders of the JSON domain below its root. */
    private static final Set<String> JSON = Set.of("Data", "Padding");

    private static final Set<String> BYTES =
            Set.of("MsgId", "CorrelId", "GroupId", "AccountingToken");

    private static final Set<String> INTEGERS =
            Set.of(
                    "Version",
                    "Report",
                    "MsgType",
                    "Expiry",
                    "Feedback",
                    "Encoding",
                    "CodedCharSetId",
                    "Priority",
                    "Persistence",
                    "BackoutCount",
                    "PutApplType",
                    "MsgSeqNumber",
                    "Offset",
                    "MsgFlags",
                    "OriginalLength");

    private final LintPass.Reporter reporter;
    private final VariableUsage usage;

    FieldLint(LintPass.Reporter reporter, VariableUsage usage) {
        this.reporter = reporter;
        this.usage = usage;
    }

    void check(StatementTree tree) {
        if (tree instanceof StatementTree.Set set
                && set.clause() == StatementTree.Set.Clause.NONE
                && set.target() instanceof Field target) {
            List<String> names = names(target);
            if (names.size() == 2 && names.getFirst().equals("MQMD")) {
                header(names.get(1), set.value());
            }
        }
        for (ExpressionTree expression : TreeWalk.expressions(tree)) {
            TreeWalk.expressions(
                    expression,
                    e -> {
                        if (e instanceof Field field) {
                            json(tree, field);
                        }
                    });
        }
    }

    private void json(StatementTree tree, Field field) {
        List<String> names = names(field);
        if (names.size() < 2 || !names.getFirst().equals("JSON") || JSON.contains(names.get(1))) {
            return;
        }
        boolean written = tree instanceof StatementTree.Set set && set.target() == field;
        String path = field.root() + ".JSON." + names.get(1);
        String below = "the content of a JSON message is below Data";
        reporter.warn(
                ErrorCode.ESQL_NOT_ALLOWED_HERE,
                field.span(),
                written ? "found " + path + ", but " + below : path + " is always NULL: " + below,
                names.get(1).equalsIgnoreCase("Data")
                        ? "write Data"
                        : "write " + field.root() + ".JSON.Data." + names.get(1));
    }

    private void header(String name, ExpressionTree value) {
        ValueType type = usage.type(value);
        if (BYTES.contains(name) && type != null && type != ValueType.BLOB) {
            reporter.warn(
                    ErrorCode.ESQL_TYPE,
                    value.span(),
                    "found a value of type " + type + ", expected a BLOB for MQMD." + name,
                    "use UUIDASBLOB or CAST(... AS BLOB)");
        }
        if (INTEGERS.contains(name)
                && value instanceof Constant c
                && c.value() instanceof CharacterValue text
                && Casts.isFailed(Casts.tryCast(text, CastTarget.of(ValueType.INTEGER), null))) {
            reporter.warn(
                    ErrorCode.ESQL_TYPE,
                    value.span(),
                    "found a string, expected an INTEGER for MQMD." + name,
                    name.equals("Expiry") ? "write a number of tenths of a second" : "");
        }
    }

    /** Returns the first two names of a path of a message; empty if they are not literal. */
    private List<String> names(Field field) {
        boolean isMessage =
                ROOTS.contains(field.root().folded())
                        && !field.root().quoted()
                        && field.rootIndex() == null
                        && usage.find(field.root()) == null
                        && field.steps().size() > 1;
        if (!isMessage) {
            return List.of();
        }
        String first = name(field.steps().get(0));
        String second = name(field.steps().get(1));
        return first == null || second == null
                ? List.of()
                : field.steps().size() == 2 || first.equals("JSON")
                        ? List.of(first, second)
                        : List.of();
    }

    private static @Nullable String name(PathStep step) {
        return step.type() == null
                        && step.namespace() instanceof PathStep.Part.None
                        && step.name() instanceof PathStep.Part.Written written
                ? written.name().text()
                : null;
    }
}
