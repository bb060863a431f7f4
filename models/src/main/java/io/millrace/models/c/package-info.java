/**
 * Import of C headers.
 *
 * <p>{@code Lexer} splits the text into tokens. {@code Preprocessor} executes directives and
 * replaces macros. {@code DeclarationParser}, {@code Specifiers}, {@code Declarators} and {@code
 * Struct} create types with the sizes and offsets that a compiler uses. {@code HeaderModel} builds
 * a message set with one Custom Wire Format from the types. Problems have positions in the header.
 * Begin with {@link io.millrace.models.c.CHeader}.
 */
package io.millrace.models.c;
