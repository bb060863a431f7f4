package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Create;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.esql.syntax.StatementTree.For;
import io.millrace.engine.esql.syntax.StatementTree.Invoke;
import io.millrace.engine.esql.syntax.StatementTree.Loop;
import io.millrace.engine.esql.syntax.StatementTree.Move;
import io.millrace.engine.esql.syntax.StatementTree.MoveTo;
import io.millrace.engine.esql.syntax.StatementTree.Repeat;
import io.millrace.engine.esql.syntax.StatementTree.While;
import io.millrace.engine.esql.syntax.TreeWalk;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A lint check for a reference in a Main to a field of OutputRoot that no earlier statement can
 * have created. OutputRoot is empty at the beginning of a Main. Such a reference refers to
 * OutputRoot itself. A reference that the program moves or tests with LASTMOVE is not reported.
 */
final class ReferenceLint {

    private static final Set<String> OTHER_TREES =
            Set.of(
                    "INPUTROOT",
                    "INPUTBODY",
                    "INPUTPROPERTIES",
                    "INPUTLOCALENVIRONMENT",
                    "OUTPUTLOCALENVIRONMENT",
                    "INPUTEXCEPTIONLIST",
                    "OUTPUTEXCEPTIONLIST",
                    "ENVIRONMENT");

    private final LintPass.Reporter reporter;
    private final VariableUsage usage;

    /** References that are moved, tested, or passed to a routine. */
    private final Set<String> known = new HashSet<>();

    /** Statements that can have been executed before the current statement. */
    private final List<StatementTree> before = new ArrayList<>();

    ReferenceLint(LintPass.Reporter reporter, VariableUsage usage) {
        this.reporter = reporter;
        this.usage = usage;
    }

    /** Checks the body of a Main. */
    void check(StatementTree body) {
        if (!usage.evaluates()) {
            TreeWalk.statements(body, this::known);
            visit(body);
        }
    }

    private void known(StatementTree tree) {
        switch (tree) {
            case MoveTo(_, Field reference, _) -> known.add(VariableUsage.key(reference.root()));
            case Move move when move.reference() instanceof Field reference ->
                    known.add(VariableUsage.key(reference.root()));
            case Create create when create.as() != null ->
                    known.add(VariableUsage.key(create.as()));
            case StatementTree.Attach attach when attach.reference() instanceof Field reference ->
                    known.add(VariableUsage.key(reference.root()));
            default -> {
                // The statement moves no reference.
            }
        }
        TreeWalk.expressions(tree).forEach(e -> TreeWalk.expressions(e, this::knownArgument));
    }

    private void knownArgument(ExpressionTree tree) {
        if (tree instanceof Call call) {
            for (Call.Argument argument : call.arguments()) {
                if (argument.value() instanceof Field field && field.isPlainName()) {
                    known.add(VariableUsage.key(field.root()));
                }
            }
        }
    }

    private void visit(StatementTree tree) {
        if (tree instanceof Declare declare && isReferenceToOutput(declare)) {
            check(declare, (Field) declare.initial());
        }
        if (isLoop(tree)) {
            TreeWalk.statements(tree, before::add);
        } else {
            before.add(tree);
        }
        TreeWalk.children(tree).forEach(this::visit);
    }

    private static boolean isLoop(StatementTree tree) {
        return tree instanceof While
                || tree instanceof Repeat
                || tree instanceof Loop
                || tree instanceof For;
    }

    private boolean isReferenceToOutput(Declare declare) {
        return declare.type().kind() == Kind.REFERENCE
                && declare.initial() instanceof Field field
                && usage.isOutput(field)
                && !field.steps().isEmpty()
                && field.steps().stream().allMatch(PathStep::isPlainName);
    }

    private void check(Declare declare, Field path) {
        Name name = declare.names().getFirst();
        if (!known.contains(VariableUsage.key(name))
                && before.stream().noneMatch(s -> mayCreate(s, path))) {
            String written = text(path);
            reporter.warn(
                    ErrorCode.ESQL_UNKNOWN_FIELD,
                    path.span(),
                    "%s does not exist here, so %s refers to OutputRoot itself"
                            .formatted(written, name.text()),
                    "create the field before the declaration: CREATE FIELD " + written + ";");
        }
    }

    private static String text(Field path) {
        StringBuilder text = new StringBuilder(path.root().text());
        path.steps().forEach(s -> text.append('.').append(step(s)));
        return text.toString();
    }

    private static String step(PathStep step) {
        if (!(step.name() instanceof PathStep.Part.Written(Name name))) {
            return "";
        }
        return name.quoted() ? '"' + name.text() + '"' : name.text();
    }

    /** Whether a statement itself, without nested statements, can create a field of a path. */
    private boolean mayCreate(StatementTree tree, Field path) {
        return switch (tree) {
            case StatementTree.Set set -> mayContain(set.target(), path) || callsRoutine(tree);
            case Create create -> mayContain(create.target(), path) || callsRoutine(tree);
            case Invoke _, StatementTree.Attach _, StatementTree.Passthru _ -> true;
            default -> callsRoutine(tree);
        };
    }

    private static boolean callsRoutine(StatementTree tree) {
        return TreeWalk.expressions(tree).stream().anyMatch(LintPass::calls);
    }

    private boolean mayContain(ExpressionTree tree, Field path) {
        if (!(tree instanceof Field target)) {
            return true;
        }
        if (!usage.isOutput(target)) {
            return !isElsewhere(target);
        }
        int common = Math.min(target.steps().size(), path.steps().size());
        for (int i = 0; i < common; i++) {
            PathStep step = target.steps().get(i);
            if (step.name() instanceof PathStep.Part.Written(Name name)
                    && step.namespace() instanceof PathStep.Part.None
                    && path.steps().get(i).name() instanceof PathStep.Part.Written(Name other)
                    && !name.text().equals(other.text())) {
                return false;
            }
        }
        return true;
    }

    /** Whether a target is certainly not in OutputRoot. */
    private boolean isElsewhere(Field target) {
        VariableUsage.Declared variable = usage.find(target.root());
        if (variable == null) {
            return usage.isIn(OTHER_TREES, target);
        }
        return variable.declaration().type().kind() != Kind.REFERENCE
                || variable.declaration().initial() instanceof Field initial
                        && !known.contains(VariableUsage.key(target.root()))
                        && usage.isIn(OTHER_TREES, initial);
    }
}
