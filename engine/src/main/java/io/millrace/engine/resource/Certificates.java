package io.millrace.engine.resource;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Files for TLS under one name: the certificate and key that this side presents, and the
 * authorities that it trusts. The files are PEM or, for {@code keyStore}, PKCS12.
 *
 * @param name name in {@code broker.yaml}
 * @param certificate certificate chain, own certificate first; null with a key store, or if only
 *     trust is set
 * @param key private key of the certificate (PKCS#8); null if {@code certificate} is null
 * @param keyStore PKCS12 file with certificate chain and key; null for PEM files
 * @param password password of the key or the key store
 * @param trust certificates of the trusted authorities; null for the authorities of the JDK
 */
public record Certificates(
        String name,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path keyStore,
        Secret password,
        @Nullable Path trust) {

    /** Plain text, chosen explicitly. */
    public static final Certificates NONE =
            new Certificates("none", null, null, null, Secret.NONE, null);

    public Certificates {
        Objects.requireNonNull(password);
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of certificates must not be empty");
        }
        if ((certificate == null) != (key == null) || certificate != null && keyStore != null) {
            throw new IllegalArgumentException(
                    "certificates "
                            + name
                            + " must have certificate and key, or keyStore, or only trust");
        }
    }

    /** Returns certificates in PEM files; {@code trust} can be null. */
    public static Certificates pem(String name, Path certificate, Path key, Path trust) {
        return new Certificates(name, certificate, key, null, Secret.NONE, trust);
    }

    /** Returns authorities to trust, for a client that has no certificate. */
    public static Certificates trust(String name, Path trust) {
        return new Certificates(name, null, null, null, Secret.NONE, trust);
    }

    /** Whether a certificate and key are available to present to the other side. */
    public boolean hasKey() {
        return key != null || keyStore != null;
    }
}
