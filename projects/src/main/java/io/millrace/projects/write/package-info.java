/**
 * The conversion of definitions to the files of an application.
 *
 * <p>Input: {@link io.millrace.flows.definition.Definitions}. Output: a folder with YAML, ESQL,
 * message sets and other files, which has the same behaviour as the definitions. Begin with {@link
 * io.millrace.projects.write.ApplicationWriter}.
 */
@NullMarked
package io.millrace.projects.write;

import org.jspecify.annotations.NullMarked;
