/**
 * Files of Artemis that are checked before they are read: a ledger lists each with the length and
 * the sum of what was written to it, and each write to a journal carries a sum of its own.
 *
 * <p>Input: the writes of Artemis, through {@link io.millrace.store.journal.SummedFileFactory}.
 * Output: before a store is opened, what is damaged and what an interrupted write left ({@link
 * io.millrace.store.journal.FileCheck}). Begin with {@link io.millrace.store.journal.FileLedger}.
 */
package io.millrace.store.journal;
