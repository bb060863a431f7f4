package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.LineIndex;

/** A single expression, as in a property of a node. */
public record ExpressionText(LineIndex lines, ExpressionTree expression) {}
