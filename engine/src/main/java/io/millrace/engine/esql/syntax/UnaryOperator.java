package io.millrace.engine.esql.syntax;

/** Operator with one operand. */
public enum UnaryOperator {
    MINUS("-"),
    PLUS("+"),
    NOT("NOT");

    private final String text;

    UnaryOperator(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
