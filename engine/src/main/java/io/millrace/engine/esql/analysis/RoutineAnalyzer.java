package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_ARGUMENTS;
import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;

import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.analysis.Symbol.Broken;
import io.millrace.engine.esql.analysis.lint.LintPass;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.RoutineTree.Parameter;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** A checker of routines: parameters, body, and the rules for Main. */
final class RoutineAnalyzer {

    private final CompilationUnit unit;
    private final Problems problems;

    RoutineAnalyzer(CompilationUnit unit, Problems problems) {
        this.unit = unit;
        this.problems = problems;
    }

    /**
     * @param damaged whether the file of the routine is malformed, so that parts of the routine can
     *     be missing
     */
    void check(RoutineEntry entry, boolean damaged) {
        ModuleKind kind = entry.module == null ? null : entry.module.kind();
        AnalysisContext context =
                new AnalysisContext(
                        unit,
                        entry.file,
                        entry.file.lines(),
                        entry.module,
                        kind,
                        entry.tree,
                        problems);
        signature(entry, context);
        parameters(entry.tree, context);
        StatementTree body = entry.tree.body();
        if (isExternal(entry.tree, context)) {
            entry.checked = external(entry, context);
        } else if (body != null) {
            StatementTree.Block block =
                    body instanceof StatementTree.Block b
                            ? b
                            : new StatementTree.Block(body.span(), null, false, List.of(body));
            Statement.Block checked =
                    new StatementAnalyzer(context, new ExpressionAnalyzer(context)).block(block);
            entry.checked = new Routine(entry.signature, context.locals, checked);
            if (!damaged && !context.isBroken()) {
                boolean isMain =
                        context.module != null && entry.tree.name().folded().equals("MAIN");
                LintPass.check(
                        context::warning,
                        unit.settings().parsers(),
                        entry.tree,
                        context.module,
                        isMain,
                        context.fieldTypes);
            }
        }
        entry.calls.addAll(context.calls);
        entry.terminals.addAll(context.terminals);
        entry.labels.addAll(context.labels);
        entry.fields.addAll(context.fields.all());
        entry.broken |= context.isBroken();
        if (entry.broken) {
            entry.checked = empty(entry, context);
        }
    }

    /** Whether the routine is external. Reports errors in the external name. */
    private static boolean isExternal(RoutineTree tree, AnalysisContext context) {
        boolean own = tree.language().isEmpty() || tree.language().equals("ESQL");
        if (tree.external() == null && !own) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.name().span(),
                    "a routine in LANGUAGE " + tree.language() + " requires an EXTERNAL NAME");
        }
        if (tree.external() != null && tree.language().equals("ESQL")) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.external().span(),
                    "found EXTERNAL NAME, but a routine in LANGUAGE ESQL has a body");
        }
        return tree.external() != null;
    }

    private static @Nullable Routine external(RoutineEntry entry, AnalysisContext context) {
        RoutineTree tree = entry.tree;
        return switch (tree.language()) {
            case "JAVA" -> new JavaRoutineAnalyzer(context).routine(entry);
            case "DATABASE", "" -> new StoredProcedureAnalyzer(context).routine(entry);
            case "ESQL" -> null;
            default -> {
                context.unsupported(tree.name().span(), "a routine in LANGUAGE " + tree.language());
                yield null;
            }
        };
    }

    /**
     * Returns a placeholder for an invalid routine. Modules that can reach the placeholder are not
     * run.
     */
    private static Routine empty(RoutineEntry entry, AnalysisContext context) {
        Origin origin = context.origin(entry.tree.name().span());
        List<Local> parameters = context.locals.subList(0, entry.signature.parameters().size());
        return new Routine(
                entry.signature,
                parameters,
                new Statement.Block(origin, null, null, List.of(), List.of()));
    }

    private static void signature(RoutineEntry entry, AnalysisContext context) {
        RoutineTree tree = entry.tree;
        if (tree.lacksReturns()) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.name().span(),
                    "the function " + tree.name() + " returns a value, but has no RETURNS clause",
                    "write RETURNS and a type after the parameters");
        } else if (tree.function() && tree.returns() == null) {
            context.warning(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.name().span(),
                    "the function " + tree.name() + " has no RETURNS clause",
                    "it can be called as a procedure only; write RETURNS and a type");
        }
        if (entry.signature.index() >= 0) {
            return;
        }
        if (!tree.parameters().isEmpty()) {
            context.error(
                    ESQL_ARGUMENTS,
                    tree.parameters().getFirst().span(),
                    "found parameters; the node calls Main without arguments");
        }
        DataType returns = tree.returns();
        if (returns != null
                && returns.kind() != Kind.UNKNOWN
                && returns.scalar() != ValueType.BOOLEAN) {
            context.error(
                    ESQL_TYPE,
                    returns.span(),
                    "Main returns " + TypeMapping.text(returns) + ", expected BOOLEAN");
        }
    }

    private static void parameters(RoutineTree tree, AnalysisContext context) {
        for (Parameter parameter : tree.parameters()) {
            DataType type = parameter.type();
            Local local =
                    context.newLocal(
                            parameter.name().text(),
                            TypeMapping.kind(type),
                            TypeMapping.scalar(type));
            boolean unknown = type.kind() == Kind.UNKNOWN;
            if (unknown) {
                context.markBroken();
            }
            context.declare(
                    parameter.name(),
                    unknown ? Broken.INSTANCE : Symbol.of(local, type, parameter.constant()));
        }
    }
}
