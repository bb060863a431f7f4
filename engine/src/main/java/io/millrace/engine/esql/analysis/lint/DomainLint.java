package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Create;
import io.millrace.engine.esql.syntax.TreeWalk;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Set;

/**
 * A lint check for literal domains and for folders of OutputRoot that no parser can write. A folder
 * that CREATE makes with a DOMAIN can have any name.
 */
final class DomainLint {

    private final LintPass.Reporter reporter;
    private final ParserRegistry parsers;
    private final VariableUsage usage;
    private final Set<String> accepted = new HashSet<>();

    /**
     * Whether the check cannot know all folder names, because a name is computed or no parsers are
     * known.
     */
    private boolean isOpen;

    DomainLint(
            LintPass.Reporter reporter,
            ParserRegistry parsers,
            StatementTree routine,
            VariableUsage usage) {
        this.reporter = reporter;
        this.parsers = parsers;
        this.usage = usage;
        this.isOpen = parsers.parsers().isEmpty();
        TreeWalk.statements(routine, this::named);
    }

    /** Collects the names of folders that are created with a DOMAIN. */
    private void named(StatementTree tree) {
        if (!(tree instanceof Create create) || create.domain() == null) {
            return;
        }
        PathStep identity = create.qualifiers().identity();
        String name = identity == null ? text(create.qualifiers().name()) : written(identity);
        isOpen |= name == null && (identity != null || create.qualifiers().name() != null);
        accepted.add(name == null ? "" : name);
    }

    private static @Nullable String text(@Nullable ExpressionTree tree) {
        return tree instanceof Constant c && c.value() instanceof CharacterValue(String text)
                ? text
                : null;
    }

    private static @Nullable String written(PathStep step) {
        return step.name() instanceof PathStep.Part.Written(Name name) ? name.text() : null;
    }

    void check(StatementTree tree) {
        switch (tree) {
            case StatementTree.Set set -> target(set.target());
            case Create create -> {
                target(create.target());
                domain(create);
            }
            default -> {
                // The statement creates no folder.
            }
        }
    }

    private void domain(Create create) {
        String domain = text(create.domain());
        if (create.domain() != null
                && domain != null
                && !parsers.parsers().isEmpty()
                && !parsers.isFolder(domain)) {
            unknown(create.domain().span(), "the domain " + domain + " is not known", domain);
        }
        boolean top =
                create.direction() == StatementTree.Direction.FIRSTCHILD
                        || create.direction() == StatementTree.Direction.LASTCHILD;
        ExpressionTree name = create.qualifiers().name();
        if (top
                && name != null
                && create.domain() == null
                && create.parse().isEmpty()
                && create.target() instanceof Field field
                && usage.isOutput(field)
                && field.steps().isEmpty()) {
            folder(name.span(), text(name));
        }
    }

    private void target(ExpressionTree tree) {
        if (tree instanceof Field field && usage.isOutput(field) && !field.steps().isEmpty()) {
            PathStep first = field.steps().getFirst();
            if (first.type() == null) {
                folder(first.span(), written(first));
            }
        }
    }

    private void folder(Span span, @Nullable String name) {
        if (name != null && !isOpen && !parsers.isFolder(name) && accepted.add(name)) {
            unknown(span, "the folder " + name + " is neither a header nor a domain", name);
        }
    }

    private void unknown(Span span, String text, String name) {
        String others = "expected one of " + String.join(", ", parsers.folders());
        reporter.warn(
                ErrorCode.UNKNOWN_DOMAIN_NAME,
                span,
                text,
                Problems.didYouMean(name, parsers.folders(), others));
    }
}
