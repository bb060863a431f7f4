package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_ARGUMENTS;
import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;

import io.millrace.engine.esql.program.Call.Argument;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.Name;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.CallStored;
import io.millrace.engine.esql.program.StoredProcedure;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.StatementTree.Invoke;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** A checker of CALL of routines in LANGUAGE DATABASE (WMQI ESQL reference, "CALL statement"). */
final class StoredProcedureCallAnalyzer {

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;

    StoredProcedureCallAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    /** Returns the call; null if an error was reported. */
    @Nullable Statement call(
            Invoke tree, RoutineEntry routine, StoredProcedure procedure, @Nullable Target into) {
        context.calls.add(routine);
        List<ExpressionTree> written =
                tree.call().arguments().stream().map(ExpressionTree.Call.Argument::value).toList();
        int parameters = procedure.parameters().size();
        if (written.size() != parameters + procedure.resultSets()) {
            wrongNumber(tree, procedure, written.size());
            return null;
        }
        List<Argument> arguments = new ArrayList<>();
        for (int i = 0; i < parameters; i++) {
            arguments.add(
                    expressions
                            .calls()
                            .argument(written.get(i), procedure.parameters().get(i), null));
        }
        List<FieldPath> lists = new ArrayList<>();
        for (ExpressionTree list : written.subList(parameters, written.size())) {
            lists.add(list(list));
        }
        if (tree.into() != null && procedure.returns() == null) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.into().span(),
                    "found INTO, but the procedure has no RETURNS clause");
        }
        List<PathStep> database = database(tree);
        Expression source = database.size() < 2 ? null : name(database.getFirst());
        Expression schema = schema(tree, procedure, database);
        boolean sound = !arguments.contains(null) && !lists.contains(null) && !context.isBroken();
        return sound
                ? new CallStored(
                        context.origin(tree.span()),
                        procedure,
                        source,
                        schema,
                        arguments,
                        lists,
                        into)
                : null;
    }

    /** Returns the schema of the call; null if the schema of the definition applies. */
    private @Nullable Expression schema(
            Invoke tree, StoredProcedure procedure, List<PathStep> database) {
        if (!database.isEmpty()) {
            return name(database.getLast());
        }
        if (tree.externalSchema() != null) {
            return expressions.expect(
                    tree.externalSchema(), "the name of a schema", ValueType.CHARACTER);
        }
        if (procedure.schema().equals("%")) {
            context.error(
                    ESQL_ARGUMENTS,
                    tree.span(),
                    "the definition of " + tree.call().name() + " requires a schema in the CALL",
                    "write IN Database.SOURCE.SCHEMA or EXTERNAL SCHEMA 'SCHEMA' after it");
        }
        return null;
    }

    private void wrongNumber(Invoke tree, StoredProcedure procedure, int found) {
        int sets = procedure.resultSets();
        String lists = sets == 0 ? "" : " and " + sets + " for its result sets";
        context.error(
                ESQL_ARGUMENTS,
                tree.span(),
                "found "
                        + found
                        + " arguments, but "
                        + tree.call().name()
                        + " takes "
                        + procedure.parameters().size()
                        + lists);
    }

    private @Nullable FieldPath list(ExpressionTree tree) {
        String what = "a list such as Environment.Rows[] for a result set";
        FieldPath path = expressions.paths().require(tree, what);
        if (path != null && !path.isList()) {
            context.error(
                    ESQL_ARGUMENTS,
                    tree.span(),
                    "found " + context.text(tree.span()) + ", expected " + what);
            return null;
        }
        return path;
    }

    /** Returns the names after {@code IN Database}; empty if the clause is omitted. */
    private List<PathStep> database(Invoke tree) {
        if (tree.database() == null) {
            return List.of();
        }
        boolean sound =
                tree.database() instanceof Field field
                        && field.root().folded().equals("DATABASE")
                        && !field.steps().isEmpty()
                        && field.steps().size() <= 2;
        if (sound) {
            return ((Field) tree.database()).steps();
        }
        String text = "found " + context.text(tree.database().span());
        context.error(
                ESQL_NOT_ALLOWED_HERE,
                tree.database().span(),
                text + ", expected Database.SCHEMA or Database.SOURCE.SCHEMA");
        return List.of();
    }

    private Expression name(PathStep step) {
        return SelectAnalyzer.text(expressions.paths().name(step.name(), Name.NONE));
    }
}
