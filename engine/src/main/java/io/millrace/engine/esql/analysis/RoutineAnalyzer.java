package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.message.ValueType;

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
     * @param damaged whether the file of the routine is malformed, so that parts can be missing
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
            if (!damaged) {
                LintPass.check(context, entry.tree);
            }
        }
        entry.calls.addAll(context.calls);
        entry.terminals.addAll(context.terminals);
        entry.labels.addAll(context.labels);
        entry.broken |= context.isBroken();
        if (entry.broken) {
            entry.checked = empty(entry, context);
        }
    }

    /** Whether the routine is external; reports errors in its external name. */
    private static boolean isExternal(RoutineTree tree, AnalysisContext context) {
        boolean own = tree.language().isEmpty() || tree.language().equals("ESQL");
        if (tree.external() == null && !own) {
            String text =
                    "a routine in LANGUAGE "
                            + tree.language()
                            + " says where it is: no EXTERNAL NAME";
            context.error(ErrorCode.ESQL_NOT_ALLOWED_HERE, tree.name().span(), text);
        }
        if (tree.external() != null && tree.language().equals("ESQL")) {
            String text = "found EXTERNAL NAME, but a routine in LANGUAGE ESQL has a body";
            context.error(ErrorCode.ESQL_NOT_ALLOWED_HERE, tree.external().span(), text);
        }
        return tree.external() != null;
    }

    private static Routine external(RoutineEntry entry, AnalysisContext context) {
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
     * Returns a placeholder for the index of an invalid routine. Modules that reach it cannot be
     * run.
     */
    private static Routine empty(RoutineEntry entry, AnalysisContext context) {
        Origin origin = context.origin(entry.tree.name().span());
        List<Variable.Local> parameters =
                context.locals.subList(0, entry.signature.parameters().size());
        return new Routine(
                entry.signature,
                parameters,
                new Statement.Block(origin, null, null, List.of(), List.of()));
    }

    private static void signature(RoutineEntry entry, AnalysisContext context) {
        RoutineTree tree = entry.tree;
        if (tree.function() && tree.returns() == null) {
            String text = "the function " + tree.name() + " has no RETURNS clause";
            context.warning(
                    ErrorCode.ESQL_NOT_ALLOWED_HERE,
                    tree.name().span(),
                    text,
                    "it can be called as a procedure only; write RETURNS and a type");
        }
        if (entry.signature.index() >= 0) {
            return;
        }
        if (!tree.parameters().isEmpty()) {
            String text = "Main is called by the node, which passes nothing; found parameters";
            context.error(ErrorCode.ESQL_ARGUMENTS, tree.parameters().getFirst().span(), text);
        }
        boolean truth =
                tree.returns() == null
                        || tree.returns().kind() == DataType.Kind.UNKNOWN
                        || tree.returns().scalar() == ValueType.BOOLEAN;
        if (!truth) {
            String text = "Main returns " + TypeMapping.text(tree.returns()) + ", expected BOOLEAN";
            context.error(ErrorCode.ESQL_TYPE, tree.returns().span(), text);
        }
    }

    private static void parameters(RoutineTree tree, AnalysisContext context) {
        for (RoutineTree.Parameter parameter : tree.parameters()) {
            DataType type = parameter.type();
            Variable.Local local =
                    context.newLocal(
                            parameter.name().text(),
                            TypeMapping.kind(type),
                            TypeMapping.scalar(type));
            boolean unknown = type.kind() == DataType.Kind.UNKNOWN;
            if (unknown) {
                context.markBroken();
            }
            context.declare(
                    parameter.name(),
                    unknown
                            ? Symbol.Broken.INSTANCE
                            : DeclarationAnalyzer.symbol(local, type, parameter.constant()));
        }
    }
}
