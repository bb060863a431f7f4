/**
 * Authentication and authorization of the clients of an embedded broker, and its log of refusals.
 * Input: the configured users. Output: the plugins of {@link
 * io.millrace.store.artemis.access.AccessControl}, with which package {@code embedded} starts the
 * broker.
 */
package io.millrace.store.artemis.access;
