/**
 * What node types share: how they describe themselves, how they run ESQL, and how messages are put
 * to queues.
 *
 * <p>Begin with {@link io.millrace.nodes.common.Description}.
 */
package io.millrace.nodes.common;
