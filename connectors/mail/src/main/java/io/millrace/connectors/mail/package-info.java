/**
 * The node that sends e-mails, on Jakarta Mail.
 *
 * <p>{@code EmailNode} reads the addresses and contents of an e-mail from the properties of the
 * node and from the message ({@code EmailAddresses}, {@code EmailContent}). An {@code EmailMessage}
 * has the form of the e-mail, and an {@code SmtpServer} sends it. Start reading at {@link
 * io.millrace.connectors.mail.EmailOutput}.
 */
package io.millrace.connectors.mail;
