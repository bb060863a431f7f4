package io.millrace.engine.esql.syntax;

/** A single expression, as a property of a node holds it. */
public record ExpressionText(Lines lines, ExpressionTree expression) {}
