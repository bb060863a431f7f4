package io.millrace.parsers.mrm.tds.layout;

/**
 * The way from a folder to an earlier field that holds a length or number.
 *
 * @param up number of folders to leave first
 */
public record Reference(int up, ValueSlot field) {}
