package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.FieldUse;
import io.millrace.engine.esql.FieldUse.Tree;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtCorrelation;
import io.millrace.engine.esql.program.FieldPath.Step;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.PathStep.Index.Direction;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The references of a routine to fields in the trees of the node. The node compares the references
 * with the possible messages. References to fields that exist in no message are reported here.
 */
final class FieldUses {

    private final AnalysisContext context;
    private final Map<Field, FieldUse> uses = new IdentityHashMap<>();
    private final List<Field> inOrder = new ArrayList<>();

    /** Names of unknown folders that were reported. */
    private final Set<String> folders = new HashSet<>();

    FieldUses(AnalysisContext context) {
        this.context = context;
    }

    List<FieldUse> all() {
        return inOrder.stream().map(uses::get).toList();
    }

    /** Records a field reference together with the checked path. */
    void add(Field field, FieldPath path) {
        Tree tree = context.isText() ? null : tree(path);
        if (tree == null || uses.containsKey(field)) {
            return;
        }
        int implied = path.steps().size() - field.steps().size();
        List<FieldUse.Step> steps = new ArrayList<>();
        for (int i = 0; i < path.steps().size(); i++) {
            String name = name(path.steps().get(i), i == 0 && implied == 1);
            if (name == null) {
                break;
            }
            Place place =
                    context.place(
                            i < implied
                                    ? field.root().span()
                                    : field.steps().get(i - implied).span());
            steps.add(new FieldUse.Step(name, place));
        }
        FieldUse use = new FieldUse(tree, steps, false, null, context.place(field.span()));
        uses.put(field, use);
        inOrder.add(field);
        folder(use, implied);
        known(use);
        jsonIndex(use, field, implied);
    }

    /** Correlation names of the body, which are not folder names. */
    private static final Set<String> BODIES = Set.of("Body", "InputBody");

    /** Warns about an unknown folder of the input message: neither a header nor a domain. */
    private void folder(FieldUse use, int implied) {
        ParserRegistry parsers = context.unit.settings().parsers();
        String name = use.folder();
        if (use.tree() == Tree.INPUT_ROOT
                && implied == 0
                && !use.steps().isEmpty()
                && !parsers.parsers().isEmpty()
                && !parsers.isFolder(name)
                && folders.add(name)) {
            context.warning(
                    ErrorCode.UNKNOWN_DOMAIN_NAME,
                    use.steps().getFirst().place(),
                    "the folder " + name + " is neither a header nor a domain",
                    BODIES.contains(name)
                            ? "write InputBody, or the domain of the body after InputRoot, such as"
                                    + " InputRoot.JSON"
                            : Problems.didYouMean(
                                    name,
                                    parsers.folders(),
                                    "expected one of " + String.join(", ", parsers.folders())));
        }
    }

    /**
     * Warns about an index directly after the name of a JSON array. The items of a JSON array are
     * fields named Item.
     */
    private void jsonIndex(FieldUse use, Field field, int implied) {
        if (!use.tree().isMessage() || !use.folder().equals("JSON")) {
            return;
        }
        for (int i = 1; i < use.steps().size(); i++) {
            PathStep.Index index = i < implied ? null : field.steps().get(i - implied).index();
            String name = use.steps().get(i).name();
            if (index != null && index.direction() != Direction.LIST && !name.equals("Item")) {
                context.warning(
                        ErrorCode.ESQL_UNKNOWN_FIELD,
                        context.place(index.span()),
                        "found an index after "
                                + name
                                + "; a JSON object has at most one member "
                                + "with this name",
                        "the items of a JSON array are named Item: write %s.Item[...]%s"
                                .formatted(
                                        name,
                                        use.tree() == FieldUse.Tree.OUTPUT_ROOT
                                                ? "; before, create the array with CREATE FIELD"
                                                        + " ... IDENTITY (JSON.Array)"
                                                        + name
                                                : ""));
            }
        }
    }

    private static @Nullable Tree tree(FieldPath path) {
        if (!(path.start() instanceof AtCorrelation(Correlation start))) {
            return null;
        }
        return switch (start) {
            case INPUT_ROOT -> Tree.INPUT_ROOT;
            case OUTPUT_ROOT -> Tree.OUTPUT_ROOT;
            case OUTPUT_LOCAL_ENVIRONMENT -> Tree.OUTPUT_LOCAL_ENVIRONMENT;
            case OUTPUT_EXCEPTION_LIST -> Tree.OUTPUT_EXCEPTION_LIST;
            default -> null;
        };
    }

    private static @Nullable String name(Step step, boolean implied) {
        if (implied && step.equals(FieldPath.BODY)) {
            return FieldUse.BODY;
        }
        boolean plain = step.type() == null && step.namespace().equals(FieldPath.Name.NONE);
        return plain && step.name() instanceof FieldPath.Name.Fixed(String text) ? text : null;
    }

    /** Records an assignment to a field. */
    void assigned(ExpressionTree target, @Nullable Object value) {
        FieldUse use = target instanceof Field field ? uses.get(field) : null;
        if (use == null) {
            return;
        }
        bytes(use, value);
        integer(use, value);
        range(use, value);
        boolean complete = use.steps().size() >= ((Field) target).steps().size();
        String text = value instanceof Literal(CharacterValue(String string)) ? string : null;
        if (complete) {
            uses.put(
                    (Field) target, new FieldUse(use.tree(), use.steps(), true, text, use.place()));
        }
    }

    /** Warns about a string that is assigned to a binary field. */
    private void bytes(FieldUse use, @Nullable Object value) {
        boolean isText =
                value instanceof Expression expression && expression.type() == ValueType.CHARACTER
                        || value instanceof Expression.BuiltIn call
                                && call.name().equals("UUIDASCHAR");
        if (isText
                && use.tree() == Tree.OUTPUT_ROOT
                && use.steps().size() == 2
                && context.unit.settings().parsers().isBytes(use.folder(), use.lastName())) {
            context.warning(
                    ErrorCode.ESQL_TYPE,
                    use.place(),
                    use.folder() + "." + use.lastName() + " must be a BLOB (found a CHARACTER)",
                    "use CAST(x AS BLOB CCSID 1208), or UUIDASBLOB for a new identifier");
        }
    }

    /** Warns about a non-numeric string that is assigned to an integer field. */
    private void integer(FieldUse use, @Nullable Object value) {
        if (value instanceof Literal(CharacterValue(String text))
                && use.tree() == Tree.OUTPUT_ROOT
                && use.steps().size() == 2
                && !text.strip().matches("[+-]?[0-9]+")
                && context.unit.settings().parsers().isInteger(use.folder(), use.lastName())) {
            context.warning(
                    ErrorCode.ESQL_TYPE,
                    use.place(),
                    "%s.%s must be an INTEGER (found '%s')"
                            .formatted(use.folder(), use.lastName(), text),
                    use.lastName().equals("Expiry")
                            ? "write a number of tenths of a second, such as 100 for 10 seconds"
                            : "write a number without quotes");
        }
    }

    /** Warns about an integer that is invalid for the field of a header. */
    private void range(FieldUse use, @Nullable Object value) {
        if (value instanceof Literal(IntegerValue(long number))
                && use.tree() == Tree.OUTPUT_ROOT
                && use.steps().size() == 2) {
            String expected =
                    context.unit
                            .settings()
                            .parsers()
                            .expected(use.folder(), use.lastName(), number);
            if (!expected.isEmpty()) {
                context.warning(
                        ErrorCode.BAD_VALUE,
                        use.place(),
                        "%s.%s must be %s (found %d)"
                                .formatted(use.folder(), use.lastName(), expected, number),
                        "");
            }
        }
    }

    /** Warns about a field that cannot exist in its folder, for example in the MQMD. */
    private void known(FieldUse use) {
        if (!use.tree().isMessage() || use.steps().size() < 2) {
            return;
        }
        FieldUse.Step field = use.steps().get(1);
        Collection<String> fields = context.unit.settings().parsers().fields(use.folder());
        if (!fields.isEmpty() && !fields.contains(field.name())) {
            context.warning(
                    ErrorCode.ESQL_UNKNOWN_FIELD,
                    field.place(),
                    "the folder " + use.folder() + " has no field " + field.name(),
                    fields.size() == 1
                            ? "write %s.%s.%s"
                                    .formatted(use.folder(), fields.iterator().next(), field.name())
                            : Problems.didYouMean(
                                    field.name(),
                                    fields,
                                    "its fields are " + String.join(", ", fields)));
        }
    }
}
