package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.syntax.StatementTree.Declare;

import java.util.List;

/**
 * An ESQL file.
 *
 * @param schema schema name with periods; empty for the default schema
 * @param path schemas in which unqualified routines are looked up, in order
 * @param broken names of malformed definitions and declarations outside routines
 * @param statements body of a node in the style of MQSI V2, without a module around it; empty in
 *     other files
 */
public record EsqlFile(
        LineIndex lines,
        String schema,
        List<String> path,
        List<Declare> declarations,
        List<RoutineTree> routines,
        List<ModuleTree> modules,
        List<Name> broken,
        List<StatementTree> statements) {

    public Source source() {
        return lines.source();
    }

    public Place place(Span span) {
        return lines.place(span);
    }
}
