package io.millrace.connectors.camel;

import io.millrace.engine.error.SensitiveText;
import io.millrace.engine.resource.Credentials;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The credentials of an endpoint. They replace placeholders in options and are masked in Camel's
 * messages.
 */
final class Secrets {

    private final Credentials credentials;

    Secrets(Credentials credentials) {
        this.credentials = credentials;
    }

    /** Returns a value with the user and the password instead of their placeholders. */
    String filled(String value) {
        if (!ComponentSettings.hasPlaceholder(value)) {
            return value;
        }
        return value.replace(ComponentSettings.USER, credentials.user())
                .replace(ComponentSettings.PASSWORD, credentials.password().reveal());
    }

    /** Returns text for output. Asterisks replace the password, also in an encoded form. */
    String masked(String text) {
        String password = credentials.password().reveal();
        String masked = text;
        if (!password.isEmpty()) {
            masked =
                    masked.replace(password, SensitiveText.MASK)
                            .replace(
                                    URLEncoder.encode(password, StandardCharsets.UTF_8),
                                    SensitiveText.MASK);
        }
        return SensitiveText.maskedUrl(masked);
    }
}
