package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Statement;

import java.util.List;

/** The handlers of a block, as generated code knows them. */
record HandlerTable(List<Statement.Handler> handlers) {}
