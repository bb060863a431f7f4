package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.LineIndex;

/** A statement and the text that contains the statement. */
public record StatementText(LineIndex lines, StatementTree statement) {}
