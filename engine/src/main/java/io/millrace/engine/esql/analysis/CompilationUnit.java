package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.EsqlSettings;

/** The objects shared by the checks of all routines of a compilation. */
record CompilationUnit(
        EsqlSettings settings,
        RoutineCatalog catalog,
        GlobalVariables globals,
        TypeConstants types) {}
