/**
 * COBOL copybooks as message sets.
 *
 * <p>Text becomes words ({@code CopybookReader}), words become a tree of data items with their
 * clauses ({@code ItemParser}), items get sizes and offsets after the rules of a {@link
 * io.millrace.models.cobol.Dialect} ({@code StorageLayout}), and with these a message set of one
 * Custom Wire Format is made ({@code CopybookModel}). Problems have places in the copybook. Begin
 * with {@link io.millrace.models.cobol.Copybook}.
 */
package io.millrace.models.cobol;
