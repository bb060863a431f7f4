package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.EsqlSettings;

/** The objects shared by the checks of all routines of a compilation. */
record Unit(EsqlSettings settings, Catalog catalog, Globals globals, TypeConstants types) {}
