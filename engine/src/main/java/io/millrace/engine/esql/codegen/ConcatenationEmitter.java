package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.AppendableText;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.PrimitiveOperators;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Bytecode writer for {@code a || b || c}, which joins several values in one step. If a variable is
 * appended to, the text is added in place.
 */
final class ConcatenationEmitter {

    /** Maximum number of values that are joined in one step. */
    private static final int MAX_COUNT = 4;

    /** Maximum number of values that one statement appends; more values are joined first. */
    private static final int MAX_APPENDED = 20;

    private static final ScalarType CHARACTER = ScalarType.of(ValueType.CHARACTER);

    private final MethodEmitter body;
    private final BytecodeWriter code;

    ConcatenationEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    /**
     * An operand.
     *
     * @param before literal before the operand; null for none
     * @param e operand; with literals around it, a CAST of an INTEGER to CHARACTER
     * @param after literal after the operand; null for none
     */
    private record Piece(String before, Expression e, String after) {
        boolean isText() {
            return isCharacter(e);
        }
    }

    /** Pushes the result of a concatenation. */
    void value(Arithmetic concatenation) {
        List<Piece> pieces = pieces(operands(concatenation, body::isCut));
        value(pieces.getFirst());
        for (int at = 1; at < pieces.size(); ) {
            int count = 1;
            value(pieces.get(at));
            while (count < MAX_COUNT - 1
                    && at + count < pieces.size()
                    && mayComeEarly(pieces, at + count)) {
                value(pieces.get(at + count));
                count++;
            }
            Class<?>[] types = new Class<?>[count + 1];
            java.util.Arrays.fill(types, Value.class);
            code.call(Operators.class, "concat", types);
            at += count;
        }
    }

    private void value(Piece piece) {
        if (piece.before() == null && piece.after() == null) {
            body.expressions.value(piece.e());
            return;
        }
        code.constant(piece.before() == null ? "" : piece.before(), String.class);
        body.numbers.pushWithFlag(digits(piece.e()), ValueForm.LONG);
        code.constant(piece.after() == null ? "" : piece.after(), String.class);
        code.call(
                PrimitiveOperators.class,
                "text",
                String.class,
                long.class,
                int.class,
                String.class);
    }

    /** Joins literals with each other and with adjacent numbers, if nothing can fail. */
    private List<Piece> pieces(List<Expression> operands) {
        List<Piece> pieces = new ArrayList<>();
        boolean surely = true;
        for (Expression e : operands) {
            Piece last = surely && !pieces.isEmpty() ? pieces.getLast() : null;
            Piece joined = last == null ? null : join(last, e);
            if (joined == null) {
                pieces.add(new Piece(null, e, null));
            } else {
                pieces.set(pieces.size() - 1, joined);
            }
            surely &= isCharacter(e);
        }
        return pieces;
    }

    private Piece join(Piece last, Expression e) {
        String text = literal(e);
        String before = literal(last.e());
        if (text != null && before != null) {
            return new Piece(null, new Expression.Literal(Value.of(before + text)), null);
        }
        if (text != null && digits(last.e()) != null) {
            String after = last.after() == null ? text : last.after() + text;
            return new Piece(last.before(), last.e(), after);
        }
        return before != null && digits(e) != null ? new Piece(before, e, null) : null;
    }

    private static String literal(Expression e) {
        return e instanceof Expression.Literal(Value.CharacterValue(String text)) ? text : null;
    }

    /** Returns the INTEGER whose digits an expression produces; null for other expressions. */
    private Expression digits(Expression e) {
        return e instanceof Expression.Cast cast
                        && !body.isCut(e)
                        && body.expressions.isTextOfInteger(cast)
                ? cast.operands().getFirst()
                : null;
    }

    /** Returns the operands of concatenations that are nested to the left. */
    private static List<Expression> operands(
            Arithmetic concatenation, Predicate<Expression> isApart) {
        List<Expression> operands = new ArrayList<>();
        Expression rest = concatenation;
        while (rest instanceof Arithmetic a
                && a.operator() == Arithmetic.Operator.CONCATENATE
                && !isApart.test(a)) {
            operands.add(a.right());
            rest = a.left();
        }
        operands.add(rest);
        return operands.reversed();
    }

    /**
     * Whether an operand can be evaluated before the operands before it are joined, without a
     * visible difference. This is the case if the operand has no visible effect, or if the join
     * cannot fail.
     */
    private static boolean mayComeEarly(List<Piece> pieces, int index) {
        Expression e = pieces.get(index).e();
        return e instanceof Expression.Literal
                || e instanceof Expression.VariableValue
                || pieces.subList(0, index).stream().allMatch(Piece::isText);
    }

    private static boolean isCharacter(Expression e) {
        return e.type() == ValueType.CHARACTER;
    }

    /** Whether a statement appends to a variable. */
    static boolean appends(Variable variable, Object value) {
        return CHARACTER.equals(variable.type())
                && value instanceof Arithmetic a
                && a.operator() == Arithmetic.Operator.CONCATENATE
                && appends(variable, operands(a, e -> false));
    }

    private static boolean appends(Variable variable, List<Expression> operands) {
        return operands.size() <= MAX_APPENDED
                && operands.getFirst() instanceof Expression.VariableValue(Variable first)
                && first.equals(variable);
    }

    /** An evaluated value to append. */
    private sealed interface Part {}

    private record Words(Value text) implements Part {}

    /** Digits of a number in two local variables. */
    private record Digits(int number, int isNull) implements Part {}

    private record Kept(int slot) implements Part {}

    /**
     * Writes a statement that {@link #appends}. The variable changes after all operands are
     * evaluated.
     */
    void append(Statement.SetVariable set) {
        Variable.Local variable = (Variable.Local) set.variable();
        List<Expression> operands = operands((Arithmetic) set.value(), e -> false);
        List<Part> parts = new ArrayList<>();
        for (Expression e : operands.subList(1, operands.size())) {
            parts.add(part(e));
            if (!isCharacter(e)) {
                check(variable, parts);
            }
        }
        body.storage().loadHeld(variable);
        parts.forEach(this::append);
        body.storage().storeHeld(variable);
    }

    private Part part(Expression e) {
        if (literal(e) != null) {
            return new Words(Value.of(literal(e)));
        }
        Expression number = digits(e);
        if (number == null) {
            body.expressions.value(e);
            return new Kept(code.store());
        }
        Digits digits =
                new Digits(
                        code.out.allocateLocal(TypeKind.LONG),
                        code.out.allocateLocal(TypeKind.INT));
        body.numbers.pushWithFlag(number, ValueForm.LONG);
        code.out.istore(digits.isNull());
        code.out.lstore(digits.number());
        return digits;
    }

    private void append(Part part) {
        Class<?>[] types =
                switch (part) {
                    case Words(Value text) -> {
                        code.constant(text.text(), String.class);
                        yield new Class<?>[] {String.class};
                    }
                    case Digits digits -> {
                        code.out.lload(digits.number());
                        code.out.iload(digits.isNull());
                        yield new Class<?>[] {long.class, int.class};
                    }
                    case Kept(int slot) -> {
                        code.out.aload(slot);
                        yield new Class<?>[] {Value.class};
                    }
                };
        code.environment();
        List<Class<?>> all = new ArrayList<>(List.of(types));
        all.addFirst(Object.class);
        all.add(EsqlEnvironment.class);
        code.call(AppendableText.class, "append", all.toArray(Class<?>[]::new));
    }

    /**
     * Writes a check that fails for a value that cannot be joined, before the next part is
     * evaluated.
     */
    private void check(Variable.Local variable, List<Part> parts) {
        Label isText = code.label();
        load(parts.getLast());
        code.call(AppendableText.class, "takes", Value.class);
        code.out.ifne(isText);
        body.load(variable);
        for (Part part : parts) {
            load(part);
            code.call(Operators.class, "concat", Value.class, Value.class);
        }
        code.out.pop();
        code.at(isText);
    }

    private void load(Part part) {
        switch (part) {
            case Words(Value text) -> code.constant(text, Value.class);
            case Digits(int number, int isNull) -> {
                code.out.lload(number);
                code.out.iload(isNull);
                code.call(PrimitiveOperators.class, "text", long.class, int.class);
            }
            case Kept(int slot) -> code.out.aload(slot);
        }
    }
}
