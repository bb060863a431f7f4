/**
 * C headers as message sets.
 *
 * <p>Text becomes tokens ({@code Lexer}), directives are followed and macros replaced ({@code
 * Preprocessor}), declarations become types with the sizes and offsets that a compiler gives them
 * ({@code DeclarationParser}, {@code Specifiers}, {@code Declarators}, {@code Struct}), and with
 * these a message set of one Custom Wire Format is made ({@code HeaderModel}). Problems have places
 * in the header. Begin with {@link io.millrace.models.c.CHeader}.
 */
package io.millrace.models.c;
