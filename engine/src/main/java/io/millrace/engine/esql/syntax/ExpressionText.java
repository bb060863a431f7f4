package io.millrace.engine.esql.syntax;

/** A single expression, as in a property of a node. */
public record ExpressionText(LineIndex lines, ExpressionTree expression) {}
