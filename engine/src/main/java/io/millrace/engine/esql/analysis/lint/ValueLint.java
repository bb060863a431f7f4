package io.millrace.engine.esql.analysis.lint;

import static io.millrace.engine.error.ErrorCode.ESQL_ALWAYS_FAILS;
import static io.millrace.engine.error.ErrorCode.ESQL_PATTERN;
import static io.millrace.engine.error.ErrorCode.ESQL_POSITION;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;
import static io.millrace.engine.error.ErrorCode.ESQL_UNKNOWN_FIELD;

import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.library.Numbers;
import io.millrace.engine.esql.syntax.BinaryOperator;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Binary;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Cast;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Create;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.esql.syntax.StatementTree.Return;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.message.format.PatternMistake;
import io.millrace.engine.parser.Ccsid;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A lint check for operations that fail for every message, and for patterns that are probably not
 * what the author intended.
 */
final class ValueLint {

    private static final String FAILS = "this fails when it is executed";

    private static final Set<ValueType> CAST_TO =
            Set.of(
                    ValueType.INTEGER,
                    ValueType.FLOAT,
                    ValueType.DECIMAL,
                    ValueType.BOOLEAN,
                    ValueType.DATE,
                    ValueType.TIME,
                    ValueType.TIMESTAMP,
                    ValueType.BLOB,
                    ValueType.BIT);

    /** Types other than dates and times that a FORMAT can be used with. */
    private static final Set<ValueType> FORMATTED =
            Set.of(ValueType.INTEGER, ValueType.FLOAT, ValueType.DECIMAL, ValueType.CHARACTER);

    /** Correlation names whose folder BLOB contains the body. */
    private static final Set<String> ROOTS = Set.of("INPUTROOT", "OUTPUTROOT", "ROOT");

    private final LintPass.Reporter reporter;
    private final VariableUsage usage;

    ValueLint(LintPass.Reporter reporter, VariableUsage usage) {
        this.reporter = reporter;
        this.usage = usage;
    }

    /**
     * Checks a statement.
     *
     * @param returns type that the routine returns; null for a procedure
     */
    void check(StatementTree tree, @Nullable DataType returns) {
        if (tree instanceof Return r && r.value() instanceof Constant c && returns != null) {
            cast(c, returns);
        }
        if (tree instanceof Create create) {
            parsed(create);
        }
        if (tree instanceof Declare d) {
            scale(d.type());
            if (d.initial() instanceof Constant c) {
                cast(c, d.type());
            }
        }
        if (tree instanceof StatementTree.Set s
                && s.target() instanceof Field f
                && f.isPlainName()
                && s.value() instanceof Constant c
                && usage.find(f.root()) instanceof VariableUsage.Declared declared) {
            cast(c, declared.declaration().type());
        }
    }

    /** Warns about a string operand of PARSE, which requires bytes. */
    private void parsed(Create create) {
        for (ExpressionTree.Call.Argument argument : create.parse()) {
            if (argument.keyword().equals("BITSTREAM")
                    && argument.value() instanceof Constant c
                    && c.value() instanceof CharacterValue) {
                reporter.warn(
                        ESQL_ALWAYS_FAILS,
                        c.span(),
                        "found a string, expected a BLOB for PARSE",
                        "write CAST(... AS BLOB CCSID 1208)");
            }
        }
    }

    void check(ExpressionTree tree) {
        if (tree instanceof Cast cast) {
            scale(cast.type());
            boolean plain =
                    cast.ccsid() == null
                            && cast.encoding() == null
                            && cast.format() == null
                            && cast.otherwise() == null;
            if (plain
                    && cast.operands().size() == 1
                    && cast.operands().getFirst() instanceof Constant c) {
                cast(c, cast.type());
            }
            if (cast.ccsid() instanceof Constant ccsid
                    && ccsid.value() instanceof IntegerValue(long number)
                    && (number < 1 || number > 65_535 || !Ccsid.isKnown((int) number))) {
                reporter.warn(
                        ESQL_ALWAYS_FAILS,
                        ccsid.span(),
                        "found the CCSID " + number + ", which is not a known code page",
                        "use a CCSID such as 819, 1208 (UTF-8) or 37 (EBCDIC)");
            }
            if (cast.format() instanceof Constant format
                    && format.value() instanceof CharacterValue text) {
                format(cast, format, text);
            }
            cast.operands().forEach(this::folder);
        } else if (tree instanceof Call call) {
            position(call);
        } else if (tree instanceof Binary binary) {
            if (binary.operator() == BinaryOperator.DIVIDE) {
                division(binary);
            } else if (isComparison(binary.operator())) {
                comparison(binary);
            }
        }
    }

    /** Warns about the folder BLOB as an operand of CAST. It has no value. */
    private void folder(ExpressionTree operand) {
        if (operand instanceof Field field
                && ROOTS.contains(field.root().text().toUpperCase(Locale.ROOT))
                && field.steps().size() == 1
                && field.steps().getFirst().name() instanceof PathStep.Part.Written(Name name)
                && name.text().equals("BLOB")) {
            reporter.warn(
                    ESQL_UNKNOWN_FIELD,
                    field.span(),
                    field.root() + ".BLOB is a folder without a value, so the result is NULL",
                    "write " + field.root() + ".BLOB.BLOB for the bytes of the body");
        }
    }

    /** Warns about a SUBSTRING from a position before the first character. */
    private void position(Call call) {
        if (!call.name().text().equalsIgnoreCase("SUBSTRING") || !call.schema().isEmpty()) {
            return;
        }
        for (Call.Argument argument : call.arguments()) {
            if (argument.keyword().equals("FROM")
                    && argument.value() instanceof Constant c
                    && c.value() instanceof IntegerValue(long position)
                    && position < 1) {
                reporter.warn(
                        ESQL_POSITION,
                        c.span(),
                        "the position %d is before the first character, so the result is shorter"
                                .formatted(position),
                        "the first character has the position 1");
            }
        }
    }

    /**
     * Warns about a DECIMAL with more decimal places than digits. Most numbers exceed the range of
     * such a type.
     */
    private void scale(DataType type) {
        int precision = type.precision();
        int scale = type.scale();
        if (type.scalar() == ValueType.DECIMAL && precision > 0 && scale > precision) {
            BigDecimal limit = BigDecimal.ONE.scaleByPowerOfTen(precision - scale);
            reporter.warn(
                    ESQL_TYPE,
                    type.span(),
                    "the scale of DECIMAL(%d,%d) is greater than its precision: numbers from %s fail"
                            .formatted(precision, scale, Numbers.text(limit)),
                    "the first number counts all digits, the second only the decimal places, as "
                            + "in DECIMAL(10,2)");
        }
    }

    private void cast(Constant constant, DataType type) {
        ValueType scalar = type.scalar();
        if (scalar != null && type.kind() == Kind.SCALAR && CAST_TO.contains(scalar)) {
            cast(constant, CastTarget.of(scalar));
        }
    }

    private void cast(Constant constant, CastTarget target) {
        if (constant.value() instanceof CharacterValue text && fails(text, target)) {
            reporter.warn(
                    ESQL_ALWAYS_FAILS,
                    constant.span(),
                    "found a string that cannot be cast to " + target.type(),
                    FAILS);
        }
    }

    private static boolean fails(CharacterValue text, CastTarget target) {
        return Casts.isFailed(Casts.tryCast(text, target, null));
    }

    /** Checks a FORMAT and a literal string that is cast with this FORMAT. */
    private void format(Cast cast, Constant format, CharacterValue text) {
        ValueType type = cast.type().scalar();
        if (type == null || !FORMATTED.contains(type) && !type.isDatetime()) {
            return;
        }
        Optional<String> problem = CastTarget.of(type).formatProblem(text.value());
        if (problem.isPresent()) {
            reporter.warn(ESQL_PATTERN, format.span(), problem.get(), "correct the FORMAT");
            return;
        }
        if (type.isDatetime() || type == ValueType.CHARACTER) {
            pattern(format, text.value());
        }
        if (type != ValueType.CHARACTER
                && cast.ccsid() == null
                && cast.encoding() == null
                && cast.otherwise() == null
                && cast.operands().size() == 1
                && cast.operands().getFirst() instanceof Constant c) {
            cast(c, CastTarget.of(type).withFormat(text));
        }
    }

    private void division(Binary tree) {
        boolean zero =
                tree.right() instanceof Constant c
                        && (c.value() instanceof IntegerValue i && i.value() == 0
                                || c.value() instanceof DecimalValue d && d.value().signum() == 0);
        if (zero) {
            reporter.warn(
                    ESQL_ALWAYS_FAILS, tree.right().span(), "found a division by zero", FAILS);
        }
    }

    private static boolean isComparison(BinaryOperator operator) {
        return switch (operator) {
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            default -> false;
        };
    }

    private void comparison(Binary tree) {
        ValueType left = usage.type(tree.left());
        ValueType right = usage.type(tree.right());
        if (left == null || right == null || left == right) {
            return;
        }
        if (left == ValueType.CHARACTER) {
            comparedText(tree.left(), right);
        } else if (right == ValueType.CHARACTER) {
            comparedText(tree.right(), left);
        } else if (!(left.isNumeric() && right.isNumeric())
                && !(left.isDatetime() && right.isDatetime())) {
            reporter.warn(
                    ESQL_ALWAYS_FAILS,
                    tree.span(),
                    "found "
                            + left
                            + " compared with "
                            + right
                            + "; these types cannot be "
                            + "compared",
                    FAILS);
        }
    }

    /**
     * Warns about a string that cannot be cast to the type of the other operand of a comparison.
     */
    private void comparedText(ExpressionTree tree, ValueType other) {
        ValueType type = other == ValueType.INTEGER ? ValueType.DECIMAL : other;
        if (tree instanceof Constant c
                && c.value() instanceof CharacterValue text
                && CAST_TO.contains(type)
                && fails(text, CastTarget.of(type))) {
            reporter.warn(
                    ESQL_ALWAYS_FAILS,
                    tree.span(),
                    "found a string that cannot be cast to "
                            + other
                            + ", compared with a value of that type",
                    FAILS);
        }
    }

    /** Warns about probably mistaken letters in date patterns. */
    private void pattern(Constant format, String pattern) {
        for (PatternMistake mistake : PatternMistake.find(pattern)) {
            reporter.warn(ESQL_PATTERN, format.span(), mistake.text(), mistake.hint());
        }
    }
}
