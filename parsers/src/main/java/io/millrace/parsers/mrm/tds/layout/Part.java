package io.millrace.parsers.mrm.tds.layout;

/** Kind of a parsed element: a value, a folder, or an unresolved choice. */
public interface Part {}
