/**
 * COBOL copybooks as message sets.
 *
 * <p>Text becomes words ({@code CopybookReader}). Words become a tree of data items with their
 * clauses ({@code ItemParser}). Items get sizes and offsets by the rules of a {@link
 * io.millrace.models.cobol.Dialect} ({@code StorageLayout}). From these a message set with one
 * Custom Wire Format is created ({@code CopybookModel}). Problems have positions in the copybook.
 * Begin with {@link io.millrace.models.cobol.Copybook}.
 */
package io.millrace.models.cobol;
