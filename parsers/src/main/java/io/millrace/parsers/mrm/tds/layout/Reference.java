package io.millrace.parsers.mrm.tds.layout;

/**
 * The path from a folder to an earlier field that contains a length or count.
 *
 * @param up number of folders to leave first
 */
public record Reference(int up, ValueSlot field) {}
