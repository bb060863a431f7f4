package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.LineIndex;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.FieldUse;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.analysis.lint.FieldTypeLint;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.Pattern;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Signature.Returns;
import io.millrace.engine.esql.program.Statement.Block;
import io.millrace.engine.esql.program.Statement.Return;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.EsqlParser;
import io.millrace.engine.esql.syntax.ExpressionText;
import io.millrace.engine.esql.syntax.TracePattern;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A checker of node properties that contain single expressions or Trace patterns. */
final class PropertyTextAnalyzer {

    private final CompilationUnit unit;

    PropertyTextAnalyzer(CompilationUnit unit) {
        this.unit = unit;
    }

    Optional<ProgramModule> expression(
            Source source, ModuleKind kind, boolean condition, Problems problems) {
        Problems found = new Problems();
        ExpressionText text = EsqlParser.expression(source, found);
        AnalysisContext context = context(text.lines(), kind, found);
        ExpressionAnalyzer expressions = new ExpressionAnalyzer(context);
        Operand value =
                condition
                        ? expressions.truth(text.expression())
                        : expressions.operand(text.expression());
        FieldTypeLint.check(context::warning, context.fieldTypes, text.expression());
        if (value instanceof ListOperand) {
            value = expressions.scalar(value, text.expression().span());
        }
        return module(source, kind, context, value, found, problems);
    }

    Optional<ProgramModule> pattern(Source source, Problems problems) {
        Problems found = new Problems();
        TracePattern pattern = EsqlParser.pattern(source, found);
        AnalysisContext context = context(pattern.lines(), ModuleKind.FILTER, found);
        ExpressionAnalyzer expressions = new ExpressionAnalyzer(context);
        List<Operand> parts = new ArrayList<>();
        for (TracePattern.Part part : pattern.parts()) {
            parts.add(
                    switch (part) {
                        case TracePattern.Part.Text text -> new Literal(Value.of(text.text()));
                        case TracePattern.Part.Inserted inserted ->
                                expressions.operand(inserted.expression());
                    });
        }
        return module(source, ModuleKind.FILTER, context, new Pattern(parts), found, problems);
    }

    /**
     * Returns the context of a property. A property belongs to no file: the default schema is
     * searched first, then the other schemas.
     */
    private AnalysisContext context(LineIndex lines, ModuleKind kind, Problems problems) {
        EsqlFile nowhere =
                new EsqlFile(
                        lines,
                        "",
                        unit.catalog().schemas(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());
        return new AnalysisContext(unit, nowhere, lines, null, kind, null, problems);
    }

    /**
     * Returns the signature of a Main function or procedure.
     *
     * @param value return value of Main; null if Main returns no value
     */
    static Signature main(@Nullable Operand value) {
        ValueType type = value instanceof Expression expression ? expression.type() : null;
        boolean scalar = type != null;
        return new Signature(
                -1,
                "",
                "",
                "Main",
                List.of(),
                scalar ? Returns.SCALAR : Returns.NONE,
                scalar ? ScalarType.of(type) : null,
                false);
    }

    private static Optional<ProgramModule> module(
            Source source,
            ModuleKind kind,
            AnalysisContext context,
            Operand value,
            Problems found,
            Problems problems) {
        problems.addAll(found);
        boolean reachesBroken =
                context.calls.stream()
                        .flatMap(entry -> entry.reached().stream())
                        .anyMatch(entry -> entry.broken);
        if (found.hasErrors() || reachesBroken) {
            return Optional.empty();
        }
        Place place = source.at(0, Math.max(1, source.text().length()));
        Origin origin = new Origin(place, source.text().strip());
        Signature signature = main(value);
        Block body = new Block(origin, null, null, List.of(), List.of(new Return(origin, value)));
        Routine main = new Routine(signature, context.locals, body);
        List<FieldUse> fields = new ArrayList<>(context.fields.all());
        context.calls.stream()
                .flatMap(entry -> entry.reached().stream())
                .distinct()
                .forEach(entry -> fields.addAll(entry.fields));
        return Optional.of(
                new ProgramModule(source.text(), kind, place, main, Set.of(), Set.of(), fields));
    }
}
