/**
 * Publish/subscribe of the engine: topics, and the queues that subscribe to them.
 *
 * <p>Start reading at {@link io.millrace.engine.pubsub.Subscriptions}.
 */
package io.millrace.engine.pubsub;
