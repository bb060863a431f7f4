/**
 * Scanners that find the fields of Tagged/Delimited String messages in their bytes.
 *
 * <p>{@link io.millrace.parsers.mrm.tds.scan.TdsContent} creates an element for a field that a
 * {@code Scanner} finds when the field is accessed; {@code DirectReader} reads single values
 * without elements. A {@code FolderFrame} is a folder in the bytes of one message, a {@code Region}
 * a layout in it. {@code Scanner} finds elements separated by delimiters or by length, {@code
 * TagScanner} elements with tags, {@code EndScanner} the ends of folders and groups. Begin with
 * {@code TdsContent}.
 */
package io.millrace.parsers.mrm.tds.scan;
