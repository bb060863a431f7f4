/**
 * Nodes that read messages from queues and put messages to queues.
 *
 * <p>Input: checked node definitions. Output: node plans. Start reading at {@link
 * io.millrace.nodes.mq.MQInput}.
 */
package io.millrace.nodes.mq;
