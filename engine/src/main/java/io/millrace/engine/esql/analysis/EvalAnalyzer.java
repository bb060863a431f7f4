package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.LineIndex;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.analysis.Symbol.ComputedName;
import io.millrace.engine.esql.analysis.Symbol.Declared;
import io.millrace.engine.esql.analysis.Symbol.PointsAtScalar;
import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.EvaluationSite;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.WholeValue;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Tree;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Return;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.EsqlParser;
import io.millrace.engine.esql.syntax.ExpressionText;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.StatementText;
import io.millrace.engine.esql.syntax.StatementTree;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A checker of EVAL: some checks run at compile time, the others at run time (ESQL reference, "EVAL
 * statement", "EVAL function").
 */
final class EvalAnalyzer {

    private EvalAnalyzer() {}

    /**
     * Returns an EVAL at the position of a context.
     *
     * @param text expression that returns the source text
     */
    static Evaluation at(AnalysisContext context, Expression text, boolean statement) {
        List<Local> visible = new ArrayList<>();
        Map<String, Symbol> known = new TreeMap<>();
        context.visible().forEach((name, symbol) -> known.put(name, moved(symbol, visible)));
        Site site =
                new Site(
                        context.unit,
                        context.file,
                        context.module,
                        context.kind,
                        statement,
                        Map.copyOf(known),
                        visible.size());
        return new Evaluation(text, visible, site);
    }

    /**
     * Returns a symbol for use in an EVAL string. Variables of the symbol have the slots that the
     * routine of the EVAL string assigns.
     */
    private static Symbol moved(Symbol symbol, List<Local> visible) {
        return switch (symbol) {
            case Declared(Local local, boolean constant) ->
                    new Declared(slot(local, visible), constant);
            case PointsAtScalar(Local local, boolean constant) ->
                    new PointsAtScalar(slot(local, visible), constant);
            case ComputedName(Local local, boolean namespace) ->
                    new ComputedName(slot(local, visible), namespace);
            default -> symbol;
        };
    }

    private static Local slot(Local local, List<Local> visible) {
        if (!visible.contains(local)) {
            visible.add(local);
        }
        return new Local(local.name(), visible.indexOf(local), local.kind(), local.type());
    }

    private record Site(
            CompilationUnit unit,
            EsqlFile file,
            @Nullable ModuleTree module,
            @Nullable ModuleKind kind,
            boolean statement,
            Map<String, Symbol> known,
            int count)
            implements EvaluationSite {

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public Optional<ProgramModule> check(Source text, Problems problems) {
            Problems found = new Problems();
            Optional<ProgramModule> checked =
                    statement ? statement(text, found) : expression(text, found);
            problems.addAll(found);
            return found.hasErrors() ? Optional.empty() : checked;
        }

        private Optional<ProgramModule> statement(Source source, Problems found) {
            StatementText text = EsqlParser.statement(source, found);
            AnalysisContext context = context(text.lines(), found);
            StatementTree written = text.statement();
            Statement.Block body =
                    new StatementAnalyzer(context, new ExpressionAnalyzer(context))
                            .block(
                                    new StatementTree.Block(
                                            written.span(), null, false, List.of(written)));
            return module(source, context, body, null);
        }

        private Optional<ProgramModule> expression(Source source, Problems found) {
            ExpressionText text = EsqlParser.expression(source, found);
            AnalysisContext context = context(text.lines(), found);
            ExpressionAnalyzer expressions = new ExpressionAnalyzer(context);
            Operand value = expressions.operand(text.expression());
            if (value instanceof ListOperand) {
                value = expressions.scalar(value, text.expression().span());
            }
            if (value instanceof Tree tree) {
                value = new WholeValue(tree);
            }
            Origin origin = context.origin(text.expression().span());
            Statement.Block body =
                    new Statement.Block(
                            origin, null, null, List.of(), List.of(new Return(origin, value)));
            return module(source, context, body, value);
        }

        private AnalysisContext context(LineIndex lines, Problems problems) {
            AnalysisContext context =
                    new AnalysisContext(unit, file, lines, module, kind, null, problems);
            Local[] slots = new Local[count];
            known.values().forEach(symbol -> keep(symbol, slots));
            context.locals.addAll(List.of(slots));
            context.beginText(known);
            return context;
        }

        private static void keep(Symbol symbol, Local[] slots) {
            switch (symbol) {
                case Declared(Local local, boolean _) -> slots[local.slot()] = local;
                case PointsAtScalar(Local local, boolean _) -> slots[local.slot()] = local;
                case ComputedName(Local local, boolean _) -> slots[local.slot()] = local;
                default -> {}
            }
        }

        private Optional<ProgramModule> module(
                Source source,
                AnalysisContext context,
                Statement.Block body,
                @Nullable Operand value) {
            boolean reachesBroken =
                    context.calls.stream()
                            .flatMap(entry -> entry.reached().stream())
                            .anyMatch(entry -> entry.broken);
            if (context.isBroken() || reachesBroken) {
                return Optional.empty();
            }
            Signature signature = PropertyTextAnalyzer.main(value);
            Place place = source.at(0, Math.max(1, source.text().length()));
            return Optional.of(
                    new ProgramModule(
                            source.name(),
                            kind == null ? ModuleKind.COMPUTE : kind,
                            place,
                            new Routine(signature, context.locals, body),
                            Set.of(),
                            Set.of(),
                            List.of()));
        }
    }
}
