/**
 * The backout counts of messages, which survive the process. Input: received, committed and backed
 * out messages of sessions. Output: the count of each message, and the messages that may have ended
 * a process. Begin with {@link io.millrace.store.artemis.backout.BackoutCounts}.
 */
package io.millrace.store.artemis.backout;
