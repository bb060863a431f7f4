/**
 * Import of COBOL copybooks.
 *
 * <p>{@code CopybookReader} splits the text into words. {@code ItemParser} creates a tree of data
 * items with their clauses. {@code StorageLayout} computes sizes and offsets according to a {@link
 * io.millrace.models.cobol.Dialect}. {@code CopybookModel} builds a message set with one Custom
 * Wire Format. Problems have positions in the copybook. Begin with {@link
 * io.millrace.models.cobol.Copybook}.
 */
package io.millrace.models.cobol;
