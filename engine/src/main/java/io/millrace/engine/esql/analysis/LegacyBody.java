package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.message.ValueType;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The converter of node bodies in the style of MQSI V2: statements without a module. The statements
 * become the Main of a module with the name of the file.
 */
final class LegacyBody {

    private static final Pattern COMPUTE =
            Pattern.compile("\\b(Input|Output)(Root|Body|Properties|\\w*List)\\b");
    private static final Pattern RETURN = Pattern.compile("(?i)\\bRETURN\\b");

    private LegacyBody() {}

    /**
     * Returns a file in which such statements are inside a module. A file without such statements
     * is returned unchanged.
     */
    static EsqlFile inModule(EsqlFile file) {
        List<StatementTree> statements = file.statements();
        if (statements.isEmpty()) {
            return file;
        }
        Span span = statements.getFirst().span().to(statements.getLast().span());
        Span start = new Span(span.from(), span.from() + 1);
        StatementTree body = new Block(span, null, false, statements);
        DataType truth = DataType.of(start, Kind.SCALAR, ValueType.BOOLEAN);
        RoutineTree main =
                new RoutineTree(
                        span,
                        new Name(start, "Main", false),
                        true,
                        List.of(),
                        truth,
                        false,
                        "",
                        0,
                        null,
                        body);
        ModuleTree module =
                new ModuleTree(
                        span,
                        kind(file),
                        new Name(start, stem(file.source().name()), false),
                        List.of(),
                        List.of(main));
        List<ModuleTree> modules = new ArrayList<>(file.modules());
        modules.add(module);
        return new EsqlFile(
                file.lines(),
                file.schema(),
                file.path(),
                file.declarations(),
                file.routines(),
                List.copyOf(modules),
                file.broken(),
                List.of());
    }

    /**
     * Returns the kind of module, inferred from the trees and statements in the file. Only Compute
     * nodes have trees named Input and Output; only Filter nodes have RETURN.
     */
    private static ModuleKind kind(EsqlFile file) {
        String text = file.source().text();
        if (COMPUTE.matcher(text).find()) {
            return ModuleKind.COMPUTE;
        }
        return RETURN.matcher(text).find() ? ModuleKind.FILTER : ModuleKind.DATABASE;
    }

    /**
     * Returns the base name of a file, for example {@code PriceOrder} of {@code
     * esql/PriceOrder.esql}.
     */
    private static String stem(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
