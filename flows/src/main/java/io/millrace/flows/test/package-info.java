/**
 * Flow tests as defined in their files: an input message and the expected result.
 *
 * <p>Input: an application's {@code tests/*.yaml}. Output: {@link
 * io.millrace.flows.test.FlowTest}s, which {@link io.millrace.flows.FlowTests} runs. Start reading
 * at {@link io.millrace.flows.test.FlowTestFile}. The format is described in {@code
 * docs/flow-tests.md}.
 */
package io.millrace.flows.test;
