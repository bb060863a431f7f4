package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.syntax.StatementTree.Declare;

import java.util.List;

/** A module: {@code CREATE kind MODULE name ... END MODULE}. */
public record ModuleTree(
        Span span,
        ModuleKind kind,
        Name name,
        List<Declare> declarations,
        List<RoutineTree> routines) {}
