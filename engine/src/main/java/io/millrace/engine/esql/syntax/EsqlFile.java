package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.LineIndex;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.syntax.StatementTree.Declare;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

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
        return lines.place(span.from(), span.to());
    }

    /**
     * Returns the definition of a name in the schema of this file or, without it, in the first
     * schema of its PATH that has one.
     *
     * @param bySchema definitions by schema and name
     */
    public <T> @Nullable T find(Map<String, Map<String, T>> bySchema, String name) {
        T found = bySchema.getOrDefault(schema, Map.of()).get(name);
        for (int i = 0; found == null && i < path.size(); i++) {
            found = bySchema.getOrDefault(path.get(i), Map.of()).get(name);
        }
        return found;
    }
}
