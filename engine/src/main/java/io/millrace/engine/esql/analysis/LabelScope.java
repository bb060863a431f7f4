package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.StatementTree;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The labels of the enclosing statements, and the statements that jump to them. */
final class LabelScope {

    private record Open(String label, boolean loop) {}

    private final AnalysisContext context;
    private final Deque<Open> open = new ArrayDeque<>();

    LabelScope(AnalysisContext context) {
        this.context = context;
    }

    /** */
    void open(@Nullable Name label, boolean loop) {
        open.push(new Open(label == null ? "" : label.text(), loop));
    }

    void close() {
        open.pop();
    }

    @Nullable Statement leave(StatementTree.Leave tree) {
        if (find(tree.label()) == null) {
            unknown(tree.label());
            return null;
        }
        return new Statement.Leave(context.origin(tree.span()), tree.label().text());
    }

    @Nullable Statement iterate(StatementTree.Iterate tree) {
        Open target = find(tree.label());
        if (target == null) {
            unknown(tree.label());
            return null;
        }
        // A block has no condition: ITERATE ends it.
        return target.loop()
                ? new Statement.Iterate(context.origin(tree.span()), tree.label().text())
                : new Statement.Leave(context.origin(tree.span()), tree.label().text());
    }

    private @Nullable Open find(Name label) {
        return open.stream().filter(o -> o.label().equals(label.text())).findFirst().orElse(null);
    }

    private void unknown(Name label) {
        Set<String> known = new TreeSet<>(List.copyOf(open).stream().map(Open::label).toList());
        known.remove("");
        String hint = Problems.didYouMean(label.text(), known);
        if (hint.isEmpty() && !known.isEmpty()) {
            hint = "the enclosing labels are " + String.join(", ", known);
        }
        context.error(
                ErrorCode.ESQL_LABEL,
                label.span(),
                "no enclosing statement has the label " + label,
                hint);
    }
}
