/**
 * Message sets as text: {@code *.model.yaml}.
 *
 * <p>In comes the text of a file; out go a {@link io.millrace.parsers.model.MessageSet}, the places
 * of its parts, and everything that is wrong with it. Back goes a message set as canonical text,
 * which is what importers end in. Begin with {@link io.millrace.parsers.model.yaml.ModelYaml}; each
 * kind of physical format has a {@code FormatYaml} of its own.
 */
package io.millrace.parsers.model.yaml;
