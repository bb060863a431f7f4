package io.millrace.flows;

/**
 * Memory that its owner uses, and the limit.
 *
 * @param owner the heap, the messages of all flows, the message of an instance (with the name of
 *     its thread), or the SHARED variables or compiled EVAL strings of a flow
 */
public record MemoryUse(String owner, long usedBytes, long maximumBytes) {}
