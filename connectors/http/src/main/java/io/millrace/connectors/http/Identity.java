package io.millrace.connectors.http;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.resource.Credentials;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Locale;

/**
 * The sender of a request, as in the IdentitySource fields of Properties (IIB: "Identity").
 *
 * @param type type of the token: {@code usernameAndPassword}, {@code bearer} or {@code X.509}
 * @param token name of the user, bearer token, or certificate in Base64
 * @param password password; empty if there is none
 * @param issuedBy issuer of a certificate; empty if there is none
 */
record Identity(String type, String token, String password, String issuedBy) {

    /** Kind of authentication that an input node requires. */
    enum Kind {
        NONE,
        BASIC,
        BEARER,
        CERTIFICATE;

        static Kind of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * Returns the user and password of an Authorization header; null if the header contains none.
     */
    static Identity basic(String authorization) {
        if (!authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
            return null;
        }
        try {
            byte[] decoded = Base64.getDecoder().decode(authorization.substring(6).strip());
            String text = new String(decoded, StandardCharsets.UTF_8);
            int colon = text.indexOf(':');
            return colon < 0
                    ? null
                    : new Identity(
                            "usernameAndPassword",
                            text.substring(0, colon),
                            text.substring(colon + 1),
                            "");
        } catch (IllegalArgumentException invalid) {
            return null;
        }
    }

    /** Returns the bearer token of an Authorization header; null if the header contains none. */
    static Identity bearer(String authorization) {
        if (!authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return null;
        }
        String token = authorization.substring(7).strip();
        return token.isEmpty() ? null : new Identity("bearer", token, "", "");
    }

    /** Returns the identity of a TLS client; null if the client presented no certificate. */
    static Identity certificate(Certificate[] chain) {
        if (chain.length == 0 || !(chain[0] instanceof X509Certificate own)) {
            return null;
        }
        try {
            return new Identity(
                    "X.509",
                    Base64.getEncoder().encodeToString(own.getEncoded()),
                    "",
                    own.getIssuerX500Principal().getName());
        } catch (CertificateEncodingException e) {
            return null;
        }
    }

    /** Whether this is the user and password, or the bearer token, of credentials. */
    boolean matches(Credentials credentials) {
        String secret = credentials.password().reveal();
        return type.equals("bearer")
                ? isEqual(token, secret)
                : isEqual(token, credentials.user()) & isEqual(password, secret);
    }

    private static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(
                one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** Sets the fields of a Properties folder. */
    void set(Element properties) {
        set(properties, "IdentitySourceType", type);
        set(properties, "IdentitySourceToken", token);
        set(properties, "IdentitySourcePassword", password);
        set(properties, "IdentitySourceIssuedBy", issuedBy);
    }

    private static void set(Element properties, String name, String text) {
        Element field = properties.child(name);
        if (field == null) {
            properties.add(name, text);
        } else {
            field.value(Value.of(text));
        }
    }

    /** Returns the type only: the other fields are secrets. */
    @Override
    public String toString() {
        return type;
    }
}
