/**
 * Prepares applications to run: compiles ESQL and nodes, and registers the names of queues and data
 * sources.
 *
 * <p>Input: {@link io.millrace.flows.application.ApplicationFiles}. Output: a {@link
 * io.millrace.flows.compile.CompiledApplication}, or problems. Next are the entry types {@code
 * Broker} and {@code Flow}. Start reading at {@link io.millrace.flows.compile.ApplicationCompiler}.
 */
package io.millrace.flows.compile;
