/**
 * ESQL as text: lexer, recovering parser, syntax tree.
 *
 * <p>In comes a {@link io.millrace.engine.error.Source}; out goes a tree of records with spans into
 * the text, and one {@link io.millrace.engine.error.Problem} for each place that is not
 * well-formed. The parser accepts the whole language, also what cannot be run yet; what names mean
 * is the business of {@code analysis}, which is next. Keywords are not reserved, so that every
 * decision looks at where a word stands. Begin with {@link
 * io.millrace.engine.esql.syntax.EsqlParser}.
 */
package io.millrace.engine.esql.syntax;
