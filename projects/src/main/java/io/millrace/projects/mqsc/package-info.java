/**
 * Definitions of queues in MQSC, the command language of MQ.
 *
 * <p>Input: the text of a file with {@code DEFINE} statements. Output: the key {@code queues} of an
 * {@code application.yaml} or {@code broker.yaml}, and problems for what has no equivalent. Begin
 * with {@link io.millrace.projects.mqsc.MqscImport}.
 */
@NullMarked
package io.millrace.projects.mqsc;

import org.jspecify.annotations.NullMarked;
