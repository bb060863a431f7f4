package io.millrace.engine.esql.syntax;

/** One statement with the text it stands in. */
public record StatementText(Lines lines, StatementTree statement) {}
