package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Statement;

import java.util.List;

/** The handlers of a block, for generated code. */
record HandlerTable(List<Statement.Handler> handlers) {}
