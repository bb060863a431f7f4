/**
 * The message assembly and its trees: elements that keep their bytes until they are changed.
 *
 * <p>Input: {@link io.millrace.engine.message.Bytes} with a {@link
 * io.millrace.engine.message.Content} created by a parser. Output: values, and for writers the
 * ranges of bytes that are still valid. Programs and nodes navigate in {@link
 * io.millrace.engine.message.Element}s, whether or not these are already parsed. Java code that
 * reads the same fields of many messages uses a {@link io.millrace.engine.message.FieldReader};
 * code that keeps positions between searches uses {@link io.millrace.engine.message.ChildSearch}. A
 * parser accesses the internal state of its elements through a {@link
 * io.millrace.engine.message.ParseState}. Start reading at {@code Element}, then {@code
 * MessageAssembly}. Trees belong to the thread of their message.
 */
@NullMarked
package io.millrace.engine.message;

import org.jspecify.annotations.NullMarked;
