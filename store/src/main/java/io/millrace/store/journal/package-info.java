/**
 * Artemis files that are checked before they are read. A ledger lists each file with the length and
 * the checksum of its data, and each write to a journal has its own checksum.
 *
 * <p>Input: the writes of Artemis, through {@link io.millrace.store.journal.SummedFileFactory}.
 * Output: before a store is opened, the damage and the remains of an interrupted write ({@link
 * io.millrace.store.journal.FileCheck}). Begin with {@link io.millrace.store.journal.FileLedger}.
 */
package io.millrace.store.journal;
