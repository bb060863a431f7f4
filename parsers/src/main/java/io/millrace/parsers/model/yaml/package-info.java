/**
 * Message sets as text: {@code *.model.yaml}.
 *
 * <p>Input: the text of a file. Output: a {@link io.millrace.parsers.model.MessageSet}, the
 * positions of its parts, and all problems. The reverse writes a message set as canonical text,
 * which is the result of importers. Begin with {@link io.millrace.parsers.model.yaml.ModelYaml};
 * each kind of physical format has its own {@code FormatYaml}.
 */
package io.millrace.parsers.model.yaml;
