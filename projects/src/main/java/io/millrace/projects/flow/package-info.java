/**
 * Message flows and subflows as their files define them, in the terms of the product.
 *
 * <p>Input: files {@code *.msgflow} and {@code *.subflow}. Output: {@link
 * io.millrace.projects.flow.MessageFlow}s. The next package is {@code convert}. Begin with {@link
 * io.millrace.projects.flow.FlowReader}.
 */
@NullMarked
package io.millrace.projects.flow;

import org.jspecify.annotations.NullMarked;
