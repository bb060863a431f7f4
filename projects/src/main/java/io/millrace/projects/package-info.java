/**
 * The import of projects of WebSphere Message Broker and its successors.
 *
 * <p>Input: folders and archives with projects. Output: {@link
 * io.millrace.flows.definition.Definitions}, which are then checked and run like the definitions in
 * Millrace's own files. The packages are stages: {@code xml}, {@code workspace}, {@code flow},
 * {@code dialect}, {@code convert}, {@code report}, {@code write}. Begin with {@link
 * io.millrace.projects.ProjectImport}.
 */
@NullMarked
package io.millrace.projects;

import org.jspecify.annotations.NullMarked;
