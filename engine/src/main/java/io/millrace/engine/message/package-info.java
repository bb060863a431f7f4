/**
 * The message assembly and its trees: elements that know their bytes until someone changes them.
 *
 * <p>In come {@link io.millrace.engine.message.Bytes} with a {@link
 * io.millrace.engine.message.Content} made by a parser; out go values, and for writers the
 * stretches of bytes that are still true. Programs and nodes walk {@link
 * io.millrace.engine.message.Element}s without knowing whether those exist yet; Java that takes the
 * same fields from many messages has a {@link io.millrace.engine.message.FieldReader}. Begin with
 * {@code Element}, then read {@code MessageAssembly}. Trees belong to the thread of their message.
 */
package io.millrace.engine.message;
