package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.SensitiveText;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.analysis.GlobalVariables.Pending;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Cast;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtCorrelation;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Field;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.ValueType;

import java.util.List;

/** A checker of the initial values of the variables of schemas and modules. */
final class GlobalInitializerAnalyzer {

    private GlobalInitializerAnalyzer() {}

    /** Reports a configured value that does not match the type of the EXTERNAL variable. */
    private static void external(CompilationUnit unit, Pending pending, AnalysisContext context) {
        String text = unit.settings().externals().get(pending.variable().name());
        ValueType type = pending.declaration().type().scalar();
        if (text != null
                && type != null
                && Casts.isFailed(
                        Casts.tryCast(new CharacterValue(text), CastTarget.of(type), null))) {
            context.error(
                    ErrorCode.ESQL_ALWAYS_FAILS,
                    pending.declaration().names().getFirst().span(),
                    "the external "
                            + pending.variable().name()
                            + " must be of type "
                            + type
                            + " (found '"
                            + SensitiveText.shown(pending.variable().name(), text)
                            + "')",
                    "correct externals.%s in application.yaml, in overrides.yaml or after --set"
                            .formatted(pending.variable().name()));
        }
    }

    static GlobalDefinition definition(
            CompilationUnit unit, Pending pending, ErrorRegions damage, Problems problems) {
        Declare tree = pending.declaration();
        ModuleKind kind = pending.module() == null ? null : pending.module().kind();
        AnalysisContext context =
                new AnalysisContext(
                        unit,
                        pending.file(),
                        pending.file().lines(),
                        pending.module(),
                        kind,
                        null,
                        problems);
        DeclarationAnalyzer declarations =
                new DeclarationAnalyzer(context, new ExpressionAnalyzer(context));
        declarations.checkType(tree);
        ExpressionTree replacement = unit.globals().replacement(pending);
        Operand initial =
                declarations.initial(tree, replacement == null ? tree.initial() : replacement);
        if (replacement != null
                && initial instanceof Expression text
                && pending.variable().type() != null) {
            initial = new Cast(List.of(text), pending.variable().type(), null, null, null, null);
            external(unit, pending, context);
        }
        boolean callsBroken =
                context.calls.stream()
                        .flatMap(entry -> entry.reached().stream())
                        .anyMatch(entry -> entry.tree.body() == null);
        if (context.isBroken() || callsBroken) {
            damage.add(pending.file(), tree.span());
            initial = null;
        }
        boolean reference = pending.variable().kind() == Kind.REFERENCE;
        if (reference && initial == null) {
            FieldPath anywhere =
                    new FieldPath(new AtCorrelation(Correlation.ENVIRONMENT), List.of());
            initial = new Field(anywhere);
        }
        return new GlobalDefinition(
                context.origin(tree.span()), pending.variable(), initial, context.locals);
    }
}
