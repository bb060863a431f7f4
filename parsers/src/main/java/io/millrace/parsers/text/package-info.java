/**
 * YAML with positions: the reader of flow, application, broker and model files.
 *
 * <p>Input: the text of a file. Output: a tree of {@link io.millrace.parsers.text.YamlNode}s with
 * their positions, so that errors in the file can be reported with a position; and the problems of
 * the text itself. Begin with {@link io.millrace.parsers.text.Yaml}.
 */
package io.millrace.parsers.text;
