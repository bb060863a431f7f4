/**
 * The ESQL syntax: lexer, recovering parser, syntax tree.
 *
 * <p>Input: a {@link io.millrace.engine.error.Source}. Output: a tree of records with spans into
 * the text, and one {@link io.millrace.engine.error.Problem} for each malformed place. The parser
 * accepts the whole language, including what cannot be run yet. Names are resolved in the next
 * phase, {@code analysis}. Keywords are not reserved, so every decision depends on the position of
 * a word. Start reading at {@link io.millrace.engine.esql.syntax.EsqlParser}.
 */
@NullMarked
package io.millrace.engine.esql.syntax;

import org.jspecify.annotations.NullMarked;
