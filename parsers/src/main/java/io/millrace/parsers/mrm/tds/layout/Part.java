package io.millrace.parsers.mrm.tds.layout;

/** What an element was found to be: a value, a folder, or a choice that is not resolved. */
public interface Part {}
