/**
 * Flow tests: their files, and the comparison of a result with the expected result.
 *
 * <p>Input: an application's {@code tests/*.yaml}. Output: {@link
 * io.millrace.flows.test.FlowTest}s, which {@link io.millrace.flows.FlowTests} runs. Start reading
 * at {@link io.millrace.flows.test.FlowTestFile}. The format is described in {@code
 * docs/flow-tests.md}.
 */
package io.millrace.flows.test;
