/**
 * Nodes that take messages from queues and put messages to queues.
 *
 * <p>In come checked node definitions; out go node plans. Begin with {@link
 * io.millrace.nodes.mq.MQInput}.
 */
package io.millrace.nodes.mq;
