/**
 * Message sets in model files: {@code *.model.yaml}.
 *
 * <p>Input: the text of a file. Output: a {@link io.millrace.parsers.model.MessageSet}, the
 * positions of its parts, and all problems. In the other direction, a message set is written in a
 * canonical form, which importers use. Begin with {@link io.millrace.parsers.model.yaml.ModelYaml};
 * each kind of physical format has its own {@code FormatYaml}.
 */
package io.millrace.parsers.model.yaml;
