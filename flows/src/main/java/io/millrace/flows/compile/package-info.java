/**
 * Preparation of applications to run: ESQL and nodes are compiled, and the names of queues and data
 * sources are registered.
 *
 * <p>Input: {@link io.millrace.flows.application.ApplicationFiles}. Output: a {@link
 * io.millrace.flows.compile.CompiledApplication}, or problems. Next are the entry types {@code
 * Broker} and {@code Flow}. Start reading at {@link io.millrace.flows.compile.ApplicationCompiler}.
 */
package io.millrace.flows.compile;
