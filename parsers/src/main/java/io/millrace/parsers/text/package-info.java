/**
 * YAML with positions: the reader of flow, application, broker and model files.
 *
 * <p>In comes the text of a file; out goes a tree of {@link io.millrace.parsers.text.YamlNode}s,
 * each of which knows its place, so that whoever checks the file can point at what is wrong; and
 * the problems of the text itself. Begin with {@link io.millrace.parsers.text.Yaml}.
 */
package io.millrace.parsers.text;
