package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.ModuleKind;
import java.util.List;

/** {@code CREATE kind MODULE name ... END MODULE}. */
public record Module(
        Span span, ModuleKind kind, Name name, List<Statement.Declare> declarations, List<Routine> routines) {}
