/**
 * Flow tests as their files have them: a message in, and what is to come of it.
 *
 * <p>In come an application's {@code tests/*.yaml}; out go {@link
 * io.millrace.flows.test.FlowTest}s, which {@link io.millrace.flows.FlowTests} runs. Begin with
 * {@link io.millrace.flows.test.FlowTestFile}. The format is described in {@code
 * docs/flow-tests.md}.
 */
package io.millrace.flows.test;
