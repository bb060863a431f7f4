package io.millrace.engine.esql.syntax;

/** Operator between two operands. */
public enum BinaryOperator {
    OR("OR", 1),
    AND("AND", 2),
    EQUAL("=", 4),
    NOT_EQUAL("<>", 4),
    LESS("<", 4),
    LESS_OR_EQUAL("<=", 4),
    GREATER(">", 4),
    GREATER_OR_EQUAL(">=", 4),
    ADD("+", 5),
    SUBTRACT("-", 5),
    CONCATENATE("||", 5),
    MULTIPLY("*", 6),
    DIVIDE("/", 6);

    /** Precedence of NOT: lower than comparisons, higher than AND. */
    static final int NOT_STRENGTH = 3;

    /** Precedence of =, LIKE, IN, BETWEEN and IS. */
    static final int COMPARISON_STRENGTH = 4;

    private final String text;
    private final int strength;

    BinaryOperator(String text, int strength) {
        this.text = text;
        this.strength = strength;
    }

    /** Returns the precedence. An operator with a higher value binds tighter. */
    int strength() {
        return strength;
    }

    /**
     * Whether {@code (a op b) op c} always equals {@code a op (b op c)}, including NULL and the
     * order of evaluation.
     */
    boolean isAssociative() {
        return this == OR || this == AND || this == CONCATENATE;
    }

    @Override
    public String toString() {
        return text;
    }
}
