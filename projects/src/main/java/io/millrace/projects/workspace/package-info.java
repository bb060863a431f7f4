/**
 * Projects in folders and archives, before their flows are read.
 *
 * <p>Input: a folder or archive. Output: {@link io.millrace.projects.workspace.Project}s with their
 * kinds, references and files. The next package is {@code flow}. Begin with {@link
 * io.millrace.projects.workspace.Workspace}.
 */
@NullMarked
package io.millrace.projects.workspace;

import org.jspecify.annotations.NullMarked;
