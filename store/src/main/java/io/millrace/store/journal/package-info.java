/**
 * Journals whose every write carries a sum, so that what a failure of the power has torn, or a disk
 * has changed, is told from what is whole.
 *
 * <p>In come the writes of Artemis' journals, through {@link
 * io.millrace.store.journal.SummedFileFactory}; out goes, before a journal is opened after an end
 * that was not orderly, how far each file can be trusted: {@link
 * io.millrace.store.journal.FlushChain}. Who uses a journal decides what is done about it. Begin
 * with {@link io.millrace.store.journal.Flush}.
 */
package io.millrace.store.journal;
