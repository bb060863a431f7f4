package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Between;
import io.millrace.engine.esql.syntax.ExpressionTree.Binary;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Cast;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.ExpressionTree.In;
import io.millrace.engine.esql.syntax.ExpressionTree.Is;
import io.millrace.engine.esql.syntax.ExpressionTree.Like;
import io.millrace.engine.esql.syntax.ExpressionTree.Unary;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Attach;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.esql.syntax.StatementTree.Create;
import io.millrace.engine.esql.syntax.StatementTree.Delete;
import io.millrace.engine.esql.syntax.StatementTree.Detach;
import io.millrace.engine.esql.syntax.StatementTree.Move;
import io.millrace.engine.esql.syntax.StatementTree.MoveTo;
import io.millrace.engine.esql.syntax.StatementTree.Propagate;
import io.millrace.engine.esql.syntax.TreeWalk;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The variables, references and trees that the statements of a loop can change. A reference into an
 * unknown tree can point into any tree.
 */
final class LoopChanges {

    private static final Set<String> PURE =
            Set.of(
                    "CARDINALITY",
                    "COALESCE",
                    "EXISTS",
                    "FIELDNAME",
                    "LASTMOVE",
                    "LENGTH",
                    "LOWER",
                    "POSITION",
                    "SINGULAR",
                    "SUBSTRING",
                    "TRIM",
                    "UPPER");

    private static final Set<String> INPUT =
            Set.of(
                    "INPUTROOT",
                    "INPUTBODY",
                    "INPUTPROPERTIES",
                    "INPUTEXCEPTIONLIST",
                    "ROOT",
                    "BODY",
                    "PROPERTIES");

    private static final Set<String> OTHER =
            Set.of(
                    "OUTPUTROOT",
                    "OUTPUTLOCALENVIRONMENT",
                    "OUTPUTEXCEPTIONLIST",
                    "OUTPUTDESTINATIONLIST",
                    "INPUTLOCALENVIRONMENT",
                    "INPUTDESTINATIONLIST",
                    "LOCALENVIRONMENT",
                    "DESTINATIONLIST",
                    "ENVIRONMENT");

    /** The tree that contains the field of a path. */
    private enum Tree {
        INPUT,
        OTHER,
        UNKNOWN
    }

    private final VariableUsage usage;
    private final Set<String> retargeted;
    private final VariableUsage inside;
    private final Set<String> moved = new HashSet<>();

    /** Whether a statement changes the input message, and whether one changes any tree. */
    private boolean changesInput;

    private boolean changesTrees;

    /**
     * @param usage variables of the routine
     * @param retargeted references that the routine can move to other trees
     * @param body statements of the loop
     */
    LoopChanges(VariableUsage usage, Set<String> retargeted, Span span, List<StatementTree> body) {
        this.usage = usage;
        this.retargeted = retargeted;
        Block loop = new Block(span, null, false, body);
        this.inside = new VariableUsage(loop);
        TreeWalk.statements(loop, this::statement);
    }

    private void statement(StatementTree tree) {
        switch (tree) {
            case StatementTree.Set set when isScalar(set.target()) -> {}
            case StatementTree.Set set -> changed(set.target());
            case Create create -> {
                changed(create.target());
                if (create.as() != null) {
                    moved.add(VariableUsage.key(create.as()));
                }
            }
            case Delete delete -> changed(delete.target());
            case Attach attach -> {
                changed(attach.reference());
                changed(attach.target());
            }
            case Detach detach -> changed(detach.reference());
            case Move move -> moved(move.reference());
            case MoveTo move -> moved(move.reference());
            case Propagate _ -> changesTrees = true;
            default -> {
                // The statement changes no tree.
            }
        }
    }

    private boolean isScalar(ExpressionTree target) {
        return target instanceof Field field
                && field.isPlainName()
                && usage.find(field.root()) instanceof VariableUsage.Declared declared
                && declared.isScalar();
    }

    private void changed(ExpressionTree target) {
        changesTrees = true;
        changesInput |= !(target instanceof Field field) || tree(field.root()) != Tree.OTHER;
    }

    private void moved(ExpressionTree reference) {
        if (reference instanceof Field field) {
            moved.add(VariableUsage.key(field.root()));
        }
    }

    private Tree tree(Name root) {
        VariableUsage.Declared declared = usage.find(root);
        if (declared == null) {
            return INPUT.contains(root.folded())
                    ? Tree.INPUT
                    : OTHER.contains(root.folded()) ? Tree.OTHER : Tree.UNKNOWN;
        }
        if (declared.declaration().type().kind() == Kind.ROW) {
            return Tree.OTHER;
        }
        return !retargeted.contains(VariableUsage.key(root))
                        && declared.declaration().initial() instanceof Field initial
                        && isBefore(initial.root(), declared)
                ? tree(initial.root())
                : Tree.UNKNOWN;
    }

    /**
     * Whether a name is not declared after a variable. The check ends chains of references: {@code
     * DECLARE r REFERENCE TO r.a} refers to another variable r.
     */
    private boolean isBefore(Name name, VariableUsage.Declared declared) {
        VariableUsage.Declared used = usage.find(name);
        return used == null || used.name().span().from() < declared.name().span().from();
    }

    /**
     * Whether an expression has the same value in each iteration. Collects the variables of the
     * expression.
     */
    boolean isFixed(ExpressionTree tree, Set<Name> variables) {
        boolean own =
                switch (tree) {
                    case Constant _, Unary _, Binary _, Between _, Is _, In _, Like _, Cast _ ->
                            true;
                    case Field field -> isFixed(field, variables);
                    case Call call -> PURE.contains(call.name().folded());
                    default -> false;
                };
        return own && TreeWalk.children(tree).stream().allMatch(child -> isFixed(child, variables));
    }

    private boolean isFixed(Field field, Set<Name> variables) {
        VariableUsage.Declared declared = usage.find(field.root());
        if (declared != null) {
            variables.add(field.root());
        }
        if (declared != null && declared.isScalar()) {
            return !inside.sets(field.root());
        }
        boolean reference = declared != null && declared.declaration().type().kind() != Kind.ROW;
        return switch (tree(field.root())) {
            case INPUT -> !changesInput && !moved.contains(VariableUsage.key(field.root()));
            case OTHER -> !changesTrees && !moved.contains(VariableUsage.key(field.root()));
            case UNKNOWN ->
                    reference && !changesTrees && !moved.contains(VariableUsage.key(field.root()));
        };
    }
}
