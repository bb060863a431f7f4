/**
 * The model of messages: the fields of a message, their types, and their layout in each physical
 * format. Immutable records that neither read nor write messages.
 *
 * <p>A {@link io.millrace.parsers.model.MessageSet} comes from a {@code *.model.yaml} (package
 * {@code yaml}) or from an importer; the parsers of the domain MRM compile it for one message and
 * one physical format at a time. A further physical format is a further case of {@link
 * io.millrace.parsers.model.PhysicalFormat} and {@link
 * io.millrace.parsers.model.PhysicalProperties}, with its own reader in {@code yaml}. Begin with
 * {@code MessageSet}; {@code docs/message-sets.md} has the user's view.
 */
package io.millrace.parsers.model;
