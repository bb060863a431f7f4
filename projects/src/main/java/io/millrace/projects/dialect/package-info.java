/**
 * The differences between the node types of other products and the node types of Millrace.
 *
 * <p>Input: the table {@code dialect.txt} and the registry of node types. Output: {@link
 * io.millrace.projects.dialect.NodeDialect}s, which {@code convert} applies. Begin with {@link
 * io.millrace.projects.dialect.Dialect}.
 */
@NullMarked
package io.millrace.projects.dialect;

import org.jspecify.annotations.NullMarked;
