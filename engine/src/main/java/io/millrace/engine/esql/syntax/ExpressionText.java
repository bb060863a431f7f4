package io.millrace.engine.esql.syntax;

/** A single expression, as in a property of a node. */
public record ExpressionText(Lines lines, ExpressionTree expression) {}
