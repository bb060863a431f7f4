package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;

import java.util.List;

/**
 * A file of ESQL.
 *
 * @param schema with dots; empty for the default schema
 * @param path the schemas in which unqualified routines are looked for, in order
 * @param broken names of definitions and declarations outside routines that were not well-formed
 * @param statements a node's body in the way of MQSI V2, without a module around it; empty in other
 *     files
 */
public record EsqlFile(
        Lines lines,
        String schema,
        List<String> path,
        List<StatementTree.Declare> declarations,
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
