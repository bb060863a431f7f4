package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.LineIndex;

/** A statement with the text that contains it. */
public record StatementText(LineIndex lines, StatementTree statement) {}
