package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.EsqlSettings;

/** What is the same for all routines of a compilation. */
record Unit(EsqlSettings settings, Catalog catalog, Globals globals, TypeConstants types) {}
