/**
 * C headers as message sets.
 *
 * <p>Text becomes tokens ({@code Lexer}). Directives are processed and macros replaced ({@code
 * Preprocessor}). Declarations become types with the sizes and offsets of a compiler ({@code
 * DeclarationParser}, {@code Struct}). From these a message set with one Custom Wire Format is
 * created ({@code HeaderModel}). Problems have positions in the header. Begin with {@link
 * io.millrace.models.c.CHeader}.
 */
package io.millrace.models.c;
