/**
 * Publish/subscribe of the engine: topics, and the queues that subscribe to them.
 *
 * <p>Start reading at {@link io.millrace.engine.pubsub.Subscriptions}.
 */
@NullMarked
package io.millrace.engine.pubsub;

import org.jspecify.annotations.NullMarked;
