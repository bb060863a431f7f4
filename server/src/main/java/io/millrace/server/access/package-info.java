/**
 * Users of the administration API and their tokens.
 *
 * <p>Input: the users and roles of {@code broker.yaml}, and the token of a request. Output: a
 * {@link io.millrace.server.access.Caller}, which decides what the request may do. Begin with
 * {@link io.millrace.server.access.UserTokens}.
 */
package io.millrace.server.access;
