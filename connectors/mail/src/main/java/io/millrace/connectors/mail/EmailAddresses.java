package io.millrace.connectors.mail;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import jakarta.mail.Address;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;

import java.io.UnsupportedEncodingException;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The addresses of an e-mail. */
record EmailAddresses(
        InternetAddress from,
        List<InternetAddress> to,
        List<InternetAddress> cc,
        List<InternetAddress> bcc,
        List<InternetAddress> replyTo) {

    /** Maximum number of recipients of an e-mail. */
    static final int MAX_RECIPIENTS = 1_000;

    /**
     * Reads the addresses of an e-mail.
     *
     * @throws MillraceException with PROPERTY_VALUE for an invalid address or too many recipients,
     *     with DESTINATION_MISSING if the sender or all recipients are missing
     */
    static EmailAddresses of(EmailFields fields) {
        List<InternetAddress> from = parse("From", fields.from());
        EmailAddresses all =
                new EmailAddresses(
                        from.isEmpty() ? null : from.getFirst(),
                        parse("To", fields.to()),
                        parse("Cc", fields.cc()),
                        parse("Bcc", fields.bcc()),
                        parse("Reply-To", fields.replyTo()));
        if (from.size() > 1) {
            throw invalid("From", "must be one address", fields.from());
        }
        int recipients = all.to.size() + all.cc.size() + all.bcc.size();
        if (from.isEmpty() || recipients == 0) {
            throw new MillraceException(
                    ErrorCode.DESTINATION_MISSING,
                    from.isEmpty()
                            ? "the e-mail has no sender; set the property 'from' or the field"
                                    + " EmailOutputHeader.From"
                            : "the e-mail has no recipient; set the property 'to' or the field"
                                    + " EmailOutputHeader.To");
        }
        if (recipients > MAX_RECIPIENTS) {
            throw new MillraceException(
                    ErrorCode.PROPERTY_VALUE,
                    "an e-mail must have at most %d recipients (found %d)"
                            .formatted(MAX_RECIPIENTS, recipients));
        }
        return all;
    }

    /** Returns all recipients, each once. */
    Address[] recipients() {
        Set<Address> all = new LinkedHashSet<>(to);
        all.addAll(cc);
        all.addAll(bcc);
        return all.toArray(Address[]::new);
    }

    /**
     * Reads a list of addresses that are separated by commas.
     *
     * @param name name of the list in a failure
     * @throws MillraceException with PROPERTY_VALUE
     */
    static List<InternetAddress> parse(String name, String text) {
        List<InternetAddress> addresses = new ArrayList<>();
        try {
            for (InternetAddress address : InternetAddress.parse(line(name, text), true)) {
                if (address.isGroup()) {
                    throw invalid(name, "must not contain groups", text);
                }
                address.setAddress(ascii(name, address.getAddress()));
                address.validate();
                // The display name is encoded, as it can contain any character.
                address.setPersonal(address.getPersonal(), StandardCharsets.UTF_8.name());
                addresses.add(address);
            }
        } catch (AddressException e) {
            throw invalid(
                    name,
                    "must be e-mail addresses separated by commas: " + e.getMessage(),
                    e.getRef() == null ? text : e.getRef());
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException(e);
        }
        return addresses;
    }

    /**
     * Checks that a text is one line, because it becomes part of a header, and returns the text.
     *
     * @throws MillraceException with PROPERTY_VALUE for line breaks and other control characters
     */
    static String line(String name, String text) {
        if (text.chars().anyMatch(c -> c < ' ' && c != '\t' || c == 0x7F)) {
            throw invalid(name, "must not contain line breaks or other control characters", text);
        }
        return text;
    }

    /** Returns an address with the domain in ASCII form. */
    private static String ascii(String name, String address) {
        int at = address.lastIndexOf('@');
        String local = address.substring(0, at + 1);
        String domain = address.substring(at + 1);
        if (!isAscii(local)) {
            throw invalid(name, "must have only ASCII characters before @", address);
        }
        try {
            return isAscii(domain) ? address : local + IDN.toASCII(domain);
        } catch (IllegalArgumentException e) {
            throw invalid(name, "must have a valid domain", address);
        }
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static MillraceException invalid(String name, String rule, String found) {
        String shown = found.length() > 200 ? found.substring(0, 200) + "..." : found;
        return new MillraceException(
                ErrorCode.PROPERTY_VALUE, "%s %s (found %s)".formatted(name, rule, shown));
    }
}
