/**
 * Makes applications ready to run: ESQL and nodes are compiled, names of queues and data sources
 * noted.
 *
 * <p>In come {@link io.millrace.flows.application.ApplicationFiles}; out goes a {@link
 * io.millrace.flows.compile.CompiledApplication}, or problems. Next are the doors {@code Broker}
 * and {@code Flow}. Begin with {@link io.millrace.flows.compile.ApplicationCompiler}.
 */
package io.millrace.flows.compile;
