/**
 * Finds the fields of Tagged/Delimited String messages in their bytes.
 *
 * <p>{@link io.millrace.parsers.mrm.tds.scan.TdsContent} creates elements for the fields that a
 * {@code Scanner} finds, only when they are accessed; {@code DirectReader} reads single values
 * without elements. A {@code FolderFrame} is a folder in the bytes of one message, a {@code Region}
 * a layout in it. {@code Scanner} follows separation by delimiters and by length, {@code
 * TagScanner} separation by tags, {@code EndScanner} the ends of folders and groups. Begin with
 * {@code TdsContent}.
 */
package io.millrace.parsers.mrm.tds.scan;
