package io.millrace.engine.esql.syntax;

/** A statement with the text that contains it. */
public record StatementText(LineIndex lines, StatementTree statement) {}
