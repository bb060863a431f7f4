/**
 * The access of compiled ESQL to message trees: field references, their caches, and the statements
 * that change trees.
 *
 * <p>Input and output: {@link io.millrace.engine.message.Element}s; null is a missing field.
 * Generated code calls public static methods, and methods of two kinds of objects that it stores:
 * {@link io.millrace.engine.esql.library.tree.StepCache} per path step and {@link
 * io.millrace.engine.esql.library.tree.FieldReference} per REFERENCE variable. Start reading at
 * {@link io.millrace.engine.esql.library.tree.FieldAccess}.
 */
@NullMarked
package io.millrace.engine.esql.library.tree;

import org.jspecify.annotations.NullMarked;
