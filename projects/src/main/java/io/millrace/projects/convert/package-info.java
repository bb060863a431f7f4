/**
 * The conversion of projects to definitions of flows, with positions in the original files.
 *
 * <p>Input: projects of {@code workspace}, flows of {@code flow}, the {@code dialect}. Output:
 * {@link io.millrace.flows.definition.Definitions} and the {@link
 * io.millrace.projects.convert.Finding}s of {@code report}. Begin with {@link
 * io.millrace.projects.convert.ProjectConverter}.
 */
@NullMarked
package io.millrace.projects.convert;

import org.jspecify.annotations.NullMarked;
