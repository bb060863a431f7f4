package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;

import io.millrace.engine.esql.analysis.Symbol.Broken;
import io.millrace.engine.esql.analysis.Symbol.Declared;
import io.millrace.engine.esql.analysis.Symbol.PointsAtScalar;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Tree;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.StatementTree;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** A checker of DECLARE statements in routines and of initial values in all declarations. */
final class DeclarationAnalyzer {

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;

    DeclarationAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    void declare(StatementTree.Declare tree, List<Statement> into) {
        if (tree.shared() || tree.external()) {
            String word = tree.shared() ? "SHARED" : "EXTERNAL";
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    "found " + word + " in a routine; it is allowed only in a module or schema");
        }
        checkType(tree);
        Symbol known =
                tree.type().kind() == DataType.Kind.UNKNOWN
                        ? Broken.INSTANCE
                        : ConstantValues.symbol(tree);
        if (known == null) {
            known = pointedAt(tree);
        }
        Operand initial = known == null ? initial(tree, tree.initial()) : null;
        for (Name name : tree.names()) {
            if (known != null) {
                context.declare(name, known);
            } else {
                Local variable =
                        context.newLocal(
                                name.text(),
                                TypeMapping.kind(tree.type()),
                                TypeMapping.scalar(tree.type()));
                context.declare(name, Symbol.of(variable, tree.type(), tree.constant()));
                if (variable.kind() != Variable.Kind.REFERENCE || initial != null) {
                    into.add(new Statement.Declare(context.origin(tree.span()), variable, initial));
                }
            }
        }
    }

    /**
     * Returns the symbol for a REFERENCE to a scalar variable; null for other declarations. The
     * REFERENCE is an alias of that variable ("ESQL REFERENCE data type": allowed for
     * compatibility).
     */
    private @Nullable Symbol pointedAt(StatementTree.Declare tree) {
        return tree.type().kind() == DataType.Kind.REFERENCE
                        && tree.initial() instanceof ExpressionTree.Field field
                        && field.isPlainName()
                        && context.find(field.root().text()) instanceof Declared declared
                        && declared.variable().kind() == Variable.Kind.SCALAR
                ? new PointsAtScalar(declared.variable(), declared.constant())
                : null;
    }

    /** Checks the rules that apply to all declarations. */
    void checkType(StatementTree.Declare tree) {
        if (tree.type().isPathName() && tree.initial() == null && !tree.external()) {
            String text =
                    "a "
                            + tree.type().kind()
                            + " is a constant and must be declared with its value";
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    text,
                    "DECLARE " + tree.names().getFirst() + " " + tree.type().kind() + " '...'");
        }
        if (tree.shared() && tree.type().kind() == DataType.Kind.REFERENCE) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    """
                    found a SHARED REFERENCE; a message tree is deleted after its message is \
                    processed\
                    """,
                    "declare a SHARED ROW");
        }
        if (tree.type().kind() == DataType.Kind.REFERENCE && tree.initial() == null) {
            String text = "a REFERENCE must be declared with the field that it points to";
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    text,
                    "DECLARE " + tree.names().getFirst() + " REFERENCE TO path");
        }
    }

    /** Returns the initial value; null if the initial value is omitted or invalid. */
    @Nullable Operand initial(StatementTree.Declare tree, @Nullable ExpressionTree written) {
        if (written == null) {
            return null;
        }
        return switch (TypeMapping.kind(tree.type())) {
            case SCALAR -> expressions.value(written);
            case REFERENCE -> {
                FieldPath path =
                        expressions
                                .paths()
                                .requireSingle(written, "a field reference for a REFERENCE");
                yield path == null ? null : new Operand.Field(path);
            }
            case ROW -> row(written);
        };
    }

    private @Nullable Operand row(ExpressionTree written) {
        int faults = context.faults();
        Operand operand = expressions.operand(written);
        if (context.faults() > faults || operand instanceof Tree || operand instanceof Literal) {
            return operand;
        }
        String found = operand instanceof ListOperand ? "a list" : "a single value";
        context.error(ESQL_TYPE, written.span(), "found " + found + ", expected a tree for a ROW");
        return null;
    }
}
