package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Attach;
import io.millrace.engine.esql.syntax.StatementTree.Create;
import io.millrace.engine.esql.syntax.StatementTree.Eval;
import io.millrace.engine.esql.syntax.TreeWalk;
import io.millrace.engine.message.Value.CharacterValue;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A lint check for items of a JSON array that is never created. The items are then written as a
 * member named Item of a JSON object, or as a member that is an array only if there are several.
 */
final class JsonArrayLint {

    private static final String ITEM = "Item";

    private final LintPass.Reporter reporter;
    private final VariableUsage usage;
    private final ModuleTree module;

    /** Names of fields that are created with a type or receive a copy of a tree. */
    private final Set<String> arrays = new HashSet<>();

    /** Paths of OutputRoot that receive a tree. */
    private final List<List<String>> copies = new ArrayList<>();

    private final Set<List<String>> reported = new HashSet<>();

    /** Whether the arrays of the module have been collected. */
    private boolean isCollected;

    /** Whether statements can create arrays that the source does not show. */
    private boolean isOpen;

    JsonArrayLint(LintPass.Reporter reporter, ModuleTree module, VariableUsage usage) {
        this.reporter = reporter;
        this.module = module;
        this.usage = usage;
    }

    void check(StatementTree tree) {
        ExpressionTree target =
                switch (tree) {
                    case StatementTree.Set set -> set.target();
                    case Create create when create.direction() == null -> create.target();
                    default -> null;
                };
        if (!(target instanceof Field field) || !usage.isOutput(field)) {
            return;
        }
        List<String> names = names(field);
        if (!names.isEmpty() && names.getFirst().equals("JSON")) {
            if (names.size() > 2 && tree instanceof StatementTree.Set) {
                list(field, names);
            }
            for (int i = 2; i < names.size(); i++) {
                PathStep step = field.steps().get(i);
                if (names.get(i).equals(ITEM) && step.index() != null) {
                    item(field, names.subList(0, i), i);
                }
            }
        }
    }

    /** Warns about a list of members with one name, of which a single one is no array. */
    private void list(Field field, List<String> names) {
        PathStep last = field.steps().getLast();
        String name = names.getLast();
        if (last.index() != null
                && last.index().direction() == PathStep.Index.Direction.LIST
                && !name.equals(ITEM)
                && !name.isEmpty()
                && reported.add(names)) {
            reporter.warn(
                    ErrorCode.ESQL_UNKNOWN_FIELD,
                    last.span(),
                    "with one row, %s is not a JSON array".formatted(name),
                    """
                    create the array with IDENTITY (JSON.Array)%s, and assign its items: %s.Item[]\
                    """
                            .formatted(name, name));
        }
    }

    private void item(Field field, List<String> array, int at) {
        collect();
        String name = array.getLast();
        boolean isCopied = copies.stream().anyMatch(c -> isPrefix(c, array));
        boolean isTyped = arrays.contains(name) || field.steps().get(at - 1).type() != null;
        if (isOpen || isCopied || isTyped || name.isEmpty() || !reported.add(array)) {
            return;
        }
        String parent = String.join(".", array.subList(0, array.size() - 1));
        reporter.warn(
                ErrorCode.ESQL_UNKNOWN_FIELD,
                field.steps().get(at).span(),
                name + " is not created as a JSON array, so its items are members named Item",
                array.contains(ITEM) || array.contains("")
                        ? "create the array before its items with IDENTITY (JSON.Array)" + name
                        : "before the first item, CREATE FIELD OutputRoot.%s.%s IDENTITY (JSON.Array)%s"
                                .formatted(parent, name, name));
    }

    private static boolean isPrefix(List<String> copy, List<String> array) {
        return copy.size() <= array.size() && copy.equals(array.subList(0, copy.size()));
    }

    /** Returns the names of a path, with an empty string for each computed name. */
    static List<String> names(Field field) {
        return field.steps().stream().map(JsonArrayLint::name).toList();
    }

    private static String name(PathStep step) {
        return step.name() instanceof PathStep.Part.Written(Name name) ? name.text() : "";
    }

    /**
     * Collects the arrays that the routines of the module can create. Unused routines are skipped.
     */
    private void collect() {
        if (isCollected) {
            return;
        }
        isCollected = true;
        Set<String> called = new HashSet<>(Set.of("MAIN"));
        Set<String> own = new HashSet<>();
        for (RoutineTree routine : module.routines()) {
            own.add(routine.name().folded());
            if (routine.body() != null) {
                calls(routine.body(), called);
            }
        }
        for (RoutineTree routine : module.routines()) {
            if (routine.body() != null && called.contains(routine.name().folded())) {
                TreeWalk.statements(routine.body(), this::statement);
            }
        }
        called.remove("MAIN");
        isOpen |= !own.containsAll(called);
    }

    /** Adds the names of the routines that statements call. */
    private static void calls(StatementTree body, Set<String> called) {
        TreeWalk.statements(
                body,
                statement ->
                        TreeWalk.expressions(statement)
                                .forEach(tree -> TreeWalk.expressions(tree, e -> call(e, called))));
    }

    private static void call(ExpressionTree tree, Set<String> called) {
        if (tree instanceof Call call && VariableUsage.isRoutine(call)) {
            called.add(call.name().folded().toUpperCase(Locale.ROOT));
        }
    }

    private void statement(StatementTree tree) {
        for (ExpressionTree expression : TreeWalk.expressions(tree)) {
            TreeWalk.expressions(expression, this::types);
        }
        switch (tree) {
            case StatementTree.Set set -> {
                if (set.clause() != StatementTree.Set.Clause.NONE) {
                    typed(set.target());
                } else if (!(set.value() instanceof Constant)) {
                    copy(set.target());
                }
            }
            case Create create -> {
                if (create.qualifiers().identity() != null) {
                    add(name(create.qualifiers().identity()));
                } else if (create.qualifiers().type() != null) {
                    String name = text(create.qualifiers().name());
                    if (name == null) {
                        typed(create.target());
                    } else {
                        add(name);
                    }
                }
                isOpen |= create.from() != null || !create.parse().isEmpty();
            }
            case Attach _, Eval _ -> isOpen = true;
            default -> {
                // The statement creates no array.
            }
        }
    }

    /** Records the fields of a path that are specified with a type. */
    private void types(ExpressionTree tree) {
        if (tree instanceof Field field) {
            field.steps().stream()
                    .filter(step -> step.type() != null)
                    .forEach(step -> add(name(step)));
        }
        isOpen |= tree instanceof Call call && call.name().folded().equals("EVAL");
    }

    private void typed(ExpressionTree target) {
        boolean known = target instanceof Field field && !field.steps().isEmpty();
        add(known ? name(((Field) target).steps().getLast()) : "");
    }

    private void add(String name) {
        isOpen |= name.isEmpty();
        arrays.add(name);
    }

    /** Records a path that can receive a tree. A reference can refer to any path. */
    private void copy(ExpressionTree target) {
        if (!(target instanceof Field field)) {
            return;
        }
        if (usage.isOutput(field)) {
            List<String> names = names(field);
            copies.add(names);
        } else if (!field.steps().isEmpty()
                && !field.root().folded().startsWith("ENVIRONMENT")
                && !field.root().folded().startsWith("OUTPUTLOCALENVIRONMENT")) {
            isOpen = true;
        }
    }

    private static @Nullable String text(@Nullable ExpressionTree tree) {
        return tree instanceof Constant c && c.value() instanceof CharacterValue(String text)
                ? text
                : null;
    }
}
