/**
 * Publish/subscribe as the engine owns it: topics, and the queues that subscribed to them.
 *
 * <p>Begin with {@link io.millrace.engine.pubsub.Subscriptions}.
 */
package io.millrace.engine.pubsub;
