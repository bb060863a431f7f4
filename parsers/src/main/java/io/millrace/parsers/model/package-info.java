/**
 * The model of messages: the fields of a message, their types, and their layout in each physical
 * format. Immutable records that neither read nor write messages.
 *
 * <p>A {@link io.millrace.parsers.model.MessageSet} is read from a {@code *.model.yaml} (package
 * {@code yaml}) or created by an importer. The parsers of the domain MRM compile it separately for
 * each message and physical format. To add a physical format, add a case to {@link
 * io.millrace.parsers.model.PhysicalFormat} and {@link
 * io.millrace.parsers.model.PhysicalProperties}, and a reader in {@code yaml}. Begin with {@code
 * MessageSet}; {@code docs/message-sets.md} describes models for users.
 */
package io.millrace.parsers.model;
