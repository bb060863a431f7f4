/**
 * YAML with source positions, used to read flow, application, broker and model files.
 *
 * <p>Input: the text of a file. Output: a tree of {@link io.millrace.parsers.text.YamlNode}s with
 * their positions, so that errors can be reported with a position, and the syntax problems of the
 * file. Begin with {@link io.millrace.parsers.text.Yaml}.
 */
package io.millrace.parsers.text;
