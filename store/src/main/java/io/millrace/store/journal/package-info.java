/**
 * Files of Artemis that are checked before they are read. A ledger lists each with the length and
 * the checksum of its data, and each write to a journal has a checksum of its own.
 *
 * <p>Input: the writes of Artemis, through {@link io.millrace.store.journal.SummedFileFactory}.
 * Output: before a store is opened, the damage and the remains of an interrupted write ({@link
 * io.millrace.store.journal.FileCheck}). Start reading at {@link
 * io.millrace.store.journal.FileLedger}.
 */
package io.millrace.store.journal;
