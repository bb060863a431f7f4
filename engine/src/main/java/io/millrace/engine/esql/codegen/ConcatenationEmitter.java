package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.AppendableText;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.PrimitiveOperators;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Expression.Cast;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.Statement.SetVariable;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytecode writer for {@code a || b || c}, which joins several values in one step. A string that is
 * appended to a variable is added in place.
 */
final class ConcatenationEmitter extends BytecodeWriter {

    /** Maximum number of values that are joined in one step. */
    private static final int MAX_COUNT = 4;

    private final ExpressionEmitter body;

    ConcatenationEmitter(ExpressionEmitter body) {
        super(body);
        this.body = body;
    }

    /**
     * An operand.
     *
     * @param before literal before the operand; null if absent
     * @param e operand; if it has literals around it, a CAST of an INTEGER to CHARACTER
     * @param after literal after the operand; null if absent
     */
    private record Piece(@Nullable String before, Expression e, @Nullable String after) {
        boolean isText() {
            return isCharacter(e);
        }
    }

    /** Pushes the result of a concatenation. */
    void concatenation(Arithmetic concatenation) {
        List<Piece> pieces = pieces(Concatenation.operands(concatenation, false));
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
            switch (count) {
                case 1 -> call(Operators::concat);
                case 2 -> call(Operators::concat3);
                default -> call(Operators::concat4);
            }
            at += count;
        }
    }

    private void value(Piece piece) {
        if (piece.before() == null && piece.after() == null) {
            body.value(piece.e());
            return;
        }
        constant(piece.before() == null ? "" : piece.before());
        body.numbers.pushWithFlag(digits(piece.e()), ValueForm.LONG);
        constant(piece.after() == null ? "" : piece.after());
        call(PrimitiveOperators::digitsBetween);
    }

    /** Joins literals with each other and with adjacent numbers where the join cannot fail. */
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

    private @Nullable Piece join(Piece last, Expression e) {
        String text = literal(e);
        String before = literal(last.e());
        if (text != null && before != null) {
            return new Piece(null, new Literal(Value.of(before + text)), null);
        }
        if (text != null && digits(last.e()) != null) {
            return new Piece(
                    last.before(), last.e(), last.after() == null ? text : last.after() + text);
        }
        return before != null && digits(e) != null ? new Piece(before, e, null) : null;
    }

    private static @Nullable String literal(Expression e) {
        return e instanceof Literal(CharacterValue(String text)) ? text : null;
    }

    /** Returns the INTEGER that an expression converts to digits; null for other expressions. */
    private @Nullable Expression digits(Expression e) {
        return e instanceof Cast cast && body.isTextOfInteger(cast)
                ? cast.operands().getFirst()
                : null;
    }

    /**
     * Whether an operand can be evaluated before the operands to its left are joined. This is the
     * case if its evaluation has no side effect, or if the join cannot fail.
     */
    private static boolean mayComeEarly(List<Piece> pieces, int index) {
        Expression e = pieces.get(index).e();
        return e instanceof Literal
                || e instanceof VariableValue
                || pieces.subList(0, index).stream().allMatch(Piece::isText);
    }

    private static boolean isCharacter(Expression e) {
        return e.type() == ValueType.CHARACTER;
    }

    /** An evaluated value to append. */
    private sealed interface Part {}

    private record Words(@Nullable Value text) implements Part {}

    /** Digits of a number in two local variables. */
    private record Digits(int number, int isNull) implements Part {}

    private record Kept(int slot) implements Part {}

    /**
     * Writes a statement for which {@link Concatenation#appends} is true. The variable changes
     * after all operands are evaluated.
     */
    void append(SetVariable set) {
        Local variable = (Local) set.variable();
        List<Expression> operands = Concatenation.operands(set.value(), true);
        List<Part> parts = new ArrayList<>();
        for (Expression e : operands.subList(1, operands.size())) {
            parts.add(part(e));
            if (!isCharacter(e)) {
                check(variable, parts);
            }
        }
        body.storage.loadHeld(variable);
        parts.forEach(this::append);
        body.storage.storeHeld(variable);
    }

    private Part part(Expression e) {
        if (literal(e) != null) {
            return new Words(Value.of(literal(e)));
        }
        Expression number = digits(e);
        if (number == null) {
            body.value(e);
            return new Kept(store());
        }
        Digits digits =
                new Digits(out.allocateLocal(TypeKind.LONG), out.allocateLocal(TypeKind.INT));
        body.numbers.pushWithFlag(number, ValueForm.LONG);
        out.istore(digits.isNull());
        out.lstore(digits.number());
        return digits;
    }

    private void append(Part part) {
        switch (part) {
            case Words(Value text) -> {
                constant(text.text());
                environment();
                call(AppendableText::appendText);
            }
            case Digits(int number, int isNull) -> {
                out.lload(number);
                out.iload(isNull);
                environment();
                call(AppendableText::appendNumber);
            }
            case Kept(int slot) -> {
                out.aload(slot);
                environment();
                call(AppendableText::append);
            }
        }
    }

    /**
     * Writes a check that the value of a variable can be joined, before the next part is evaluated.
     */
    private void check(Local variable, List<Part> parts) {
        Label isText = label();
        load(parts.getLast());
        call(AppendableText::takes);
        out.ifne(isText);
        body.load(variable);
        for (Part part : parts) {
            load(part);
            call(Operators::concat);
        }
        out.pop();
        at(isText);
    }

    private void load(Part part) {
        switch (part) {
            case Words(Value text) -> constant(text, Value.class);
            case Digits(int number, int isNull) -> {
                out.lload(number);
                out.iload(isNull);
                call(PrimitiveOperators::digits);
            }
            case Kept(int slot) -> out.aload(slot);
        }
    }
}
