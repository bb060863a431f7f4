package io.millrace.engine.resource;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A reader of the files of certificates. Its checks find the errors that TLS reports without a
 * reason.
 */
public final class CertificateFiles {

    private static final Logger LOG = EventLog.of(CertificateFiles.class);

    /** Permitted versions of TLS. */
    public static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    /**
     * Cipher suites of TLS 1.3, and the suites of TLS 1.2 that have forward secrecy and
     * authentication.
     */
    public static final List<String> CIPHERS =
            List.of(
                    "TLS_AES_256_GCM_SHA384",
                    "TLS_AES_128_GCM_SHA256",
                    "TLS_CHACHA20_POLY1305_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
                    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END", Pattern.DOTALL);
    private static final String PLAIN = "PRIVATE KEY";

    /** First byte of a PKCS12 file, and of a key store in the older format of Java. */
    private static final int DER_SEQUENCE = 0x30;

    private static final int JAVA_KEY_STORE = 0xfe;

    private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

    /** Algorithms of signatures by the algorithm of the key. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    private CertificateFiles() {}

    /**
     * Returns a TLS context. Each handshake uses the current contents of the files.
     *
     * @throws MillraceException with CERTIFICATES_UNUSABLE
     */
    public static SSLContext context(Certificates files) {
        try {
            return new ReloadedManagers(files).context();
        } catch (GeneralSecurityException e) {
            throw unusable(files, reasonOrText(files, e), e);
        }
    }

    /**
     * Reads and checks the files. Logs a warning if a certificate has expired or is not yet valid.
     *
     * @throws MillraceException with CERTIFICATES_UNUSABLE
     */
    static ReloadedManagers.Loaded load(Certificates files) {
        try {
            ReloadedManagers.Loaded loaded = new ReloadedManagers.Loaded(keys(files), trust(files));
            Optional<String> mismatch = mismatch(files);
            if (mismatch.isPresent()) {
                throw unusable(files, mismatch.get(), null);
            }
            invalidDate(files).ifPresent(CertificateFiles::warn);
            return loaded;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw unusable(files, reasonOrText(files, e), e);
        }
    }

    /** Returns the times of the last changes of the files, to detect further changes. */
    public static List<FileTime> times(Certificates files) {
        return all(files).map(CertificateFiles::time).toList();
    }

    private static FileTime time(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    private static Stream<Path> all(Certificates files) {
        return Stream.of(files.certificate(), files.key(), files.keyStore(), files.trust())
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull);
    }

    /** Logs a warning about an expired or not yet valid certificate. */
    private static void warn(String text) {
        LOG.warn("{} {}", ErrorCode.CERTIFICATES_UNUSABLE.id(), text);
    }

    /** Returns the reason why the files cannot be used, or else the text of the failure. */
    public static String reasonOrText(Certificates files, Throwable failure) {
        return reason(files, failure)
                .orElseGet(
                        () ->
                                failure.getMessage()
                                        + "; expected PEM files (the key as PKCS#8) or a PKCS12"
                                        + " key store with its password");
    }

    /** Returns an exception with the reason why certificates cannot be used. */
    public static MillraceException unusable(
            Certificates files, String why, @Nullable Throwable cause) {
        return MillraceException.of(
                        ErrorCode.CERTIFICATES_UNUSABLE,
                        "certificates %s cannot be used: %s".formatted(files.name(), why))
                .inserts(Insert.of(files.name()))
                .cause(cause)
                .build();
    }

    private static @Nullable X509ExtendedKeyManager keys(Certificates files)
            throws IOException, GeneralSecurityException {
        if (!files.hasKey()) {
            return null;
        }
        char[] password = files.password().reveal().toCharArray();
        KeyStore store;
        if (files.keyStore() != null) {
            store = open(files);
        } else {
            Certificate[] chain = certificates(files.certificate()).toArray(Certificate[]::new);
            store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            String algorithm = ownCertificate(files).getPublicKey().getAlgorithm();
            store.setKeyEntry("key", key(files, algorithm), password, chain);
        }
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        return only(X509ExtendedKeyManager.class, keys.getKeyManagers());
    }

    private static @Nullable X509ExtendedTrustManager trust(Certificates files)
            throws IOException, GeneralSecurityException {
        if (files.trust() == null) {
            return null;
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates(files.trust())) {
            store.setCertificateEntry("trusted" + number++, certificate);
        }
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return only(X509ExtendedTrustManager.class, trust.getTrustManagers());
    }

    /** Returns the manager of the JDK among those of a factory. */
    private static <T> T only(Class<T> type, Object[] managers) throws GeneralSecurityException {
        return Stream.of(managers)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow(() -> new GeneralSecurityException("no " + type.getSimpleName()));
    }

    private static Collection<? extends Certificate> certificates(@Nullable Path file)
            throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(Objects.requireNonNull(file))) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in);
        }
    }

    /**
     * Returns the reason why the files cannot be used; empty if no reason is found.
     *
     * @param failure exception of the attempt to use them
     */
    public static Optional<String> reason(Certificates files, Throwable failure) {
        Optional<String> unreadable = all(files).flatMap(f -> obstacle(f).stream()).findFirst();
        if (unreadable.isPresent()) {
            return unreadable;
        }
        if (files.keyStore() != null) {
            Optional<String> store = ofKeyStore(files, files.keyStore(), failure);
            if (store.isPresent()) {
                return store;
            }
        }
        try {
            Optional<String> pem = files.key() == null ? Optional.empty() : ofPem(files);
            return pem.isPresent() || files.trust() == null ? pem : ofTrust(files.trust());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the reason why a file cannot be read; empty for a readable file. */
    public static Optional<String> obstacle(Path file) {
        if (!Files.exists(file)) {
            return Optional.of("the file " + file + " does not exist");
        }
        if (Files.isDirectory(file)) {
            return Optional.of(file + " is a folder, not a file");
        }
        return Files.isReadable(file)
                ? Optional.empty()
                : Optional.of("the file " + file + " cannot be read: permission denied");
    }

    private static Optional<String> ofKeyStore(
            Certificates files, Path keyStore, @Nullable Throwable failure) {
        for (@Nullable Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof UnrecoverableKeyException) {
                return Optional.of(
                        files.password().reveal().isEmpty()
                                ? "the key store %s has a password; set passwordEnv or passwordFile"
                                        .formatted(keyStore)
                                : """
                                the password does not open the key store %s; correct \
                                passwordEnv or passwordFile\
                                """
                                        .formatted(keyStore));
            }
        }
        try (InputStream in = Files.newInputStream(keyStore)) {
            int first = in.read();
            return first == DER_SEQUENCE
                    ? Optional.empty()
                    : Optional.of(
                            keyStore + " must be a PKCS12 key store" + found(first, keyStore));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String found(int first, Path keyStore) throws IOException {
        if (first == JAVA_KEY_STORE) {
            return """
             (found a JKS key store); convert it with keytool -importkeystore -srckeystore %s \
            -destkeystore FILE -deststoretype PKCS12\
            """
                    .formatted(keyStore);
        }
        String pem = kind(keyStore);
        return pem.isEmpty()
                ? " (found another format)"
                : " (found PEM text, %s); set certificate and key for PEM files".formatted(pem);
    }

    private static Optional<String> ofTrust(Path trust) throws IOException {
        try {
            certificates(trust);
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            return Optional.of(expected(trust, "a PEM certificate", kind(trust)));
        }
    }

    private static Optional<String> ofPem(Certificates files) throws IOException {
        String certificate = kind(files.certificate());
        String key = kind(files.key());
        boolean locked = key.equals(ENCRYPTED);
        if (!certificate.endsWith("CERTIFICATE")) {
            return Optional.of(expected(files.certificate(), "a PEM certificate", certificate));
        }
        if (key.endsWith(PLAIN) && !key.equals(PLAIN) && !locked) {
            return Optional.of(
                    "the key %s must have the format PKCS#8 (found %s); convert it with %s"
                            .formatted(
                                    files.key(),
                                    key,
                                    "openssl pkcs8 -topk8 -nocrypt -in " + files.key()));
        }
        if (!key.equals(PLAIN) && !locked) {
            return Optional.of(expected(files.key(), "a PEM private key", key));
        }
        boolean open = !files.password().reveal().isEmpty();
        if (locked) {
            return Optional.of(
                    open
                            ? "the password does not open the key "
                                    + files.key()
                                    + "; correct passwordEnv or passwordFile"
                            : "the key "
                                    + files.key()
                                    + " is encrypted; set passwordEnv or passwordFile");
        }
        return Optional.empty();
    }

    private static String expected(@Nullable Path file, String expected, String found) {
        return file
                + " must contain "
                + expected
                + " (found "
                + (found.isEmpty() ? "no PEM text" : found)
                + ")";
    }

    private static String kind(@Nullable Path file) throws IOException {
        Matcher pem =
                PEM.matcher(
                        Files.readString(
                                Objects.requireNonNull(file), StandardCharsets.ISO_8859_1));
        return pem.find() ? pem.group(1) : "";
    }

    /**
     * Returns a problem description if a key does not belong to the certificate; otherwise empty.
     */
    public static Optional<String> mismatch(Certificates files)
            throws IOException, GeneralSecurityException {
        if (files.key() == null) {
            return Optional.empty();
        }
        Certificate certificate = ownCertificate(files);
        String algorithm = certificate.getPublicKey().getAlgorithm();
        String signature = SIGNATURES.get(algorithm);
        return signature == null || signs(files, certificate, algorithm, signature)
                ? Optional.empty()
                : Optional.of(
                        "the key %s is not the key of the certificate %s; replace one of them"
                                .formatted(files.key(), files.certificate()));
    }

    private static boolean signs(
            Certificates files, Certificate certificate, String algorithm, String signature)
            throws IOException, GeneralSecurityException {
        try {
            byte[] content = {1, 2, 3};
            Signature signing = Signature.getInstance(signature);
            signing.initSign(key(files, algorithm));
            signing.update(content);
            byte[] signed = signing.sign();
            Signature verification = Signature.getInstance(signature);
            verification.initVerify(certificate.getPublicKey());
            verification.update(content);
            return verification.verify(signed);
        } catch (InvalidKeySpecException | InvalidKeyException otherAlgorithm) {
            return false;
        }
    }

    private static PrivateKey key(Certificates files, String algorithm)
            throws IOException, GeneralSecurityException {
        Matcher pem =
                PEM.matcher(
                        Files.readString(
                                Objects.requireNonNull(files.key()), StandardCharsets.ISO_8859_1));
        // Parameters of an elliptic curve can precede the key.
        do {
            if (!pem.find()) {
                throw new GeneralSecurityException(files.key() + " contains no key");
            }
        } while (!pem.group(1).endsWith(PLAIN));
        byte[] content = Base64.getMimeDecoder().decode(pem.group(2));
        KeyFactory keys = KeyFactory.getInstance(algorithm);
        if (!pem.group(1).equals(ENCRYPTED)) {
            return keys.generatePrivate(new PKCS8EncodedKeySpec(content));
        }
        EncryptedPrivateKeyInfo encrypted = new EncryptedPrivateKeyInfo(content);
        String protection = encrypted.getAlgParameters().toString();
        Cipher cipher = Cipher.getInstance(protection);
        cipher.init(
                Cipher.DECRYPT_MODE,
                SecretKeyFactory.getInstance(protection)
                        .generateSecret(new PBEKeySpec(files.password().reveal().toCharArray())),
                encrypted.getAlgParameters());
        return keys.generatePrivate(encrypted.getKeySpec(cipher));
    }

    /**
     * Returns a problem description for an expired or not yet valid certificate; empty for a valid
     * certificate.
     */
    public static Optional<String> invalidDate(Certificates files)
            throws IOException, GeneralSecurityException {
        if (!files.hasKey() || !(ownCertificate(files) instanceof X509Certificate own)) {
            return Optional.empty();
        }
        Date now = new Date();
        Path file = files.keyStore() == null ? files.certificate() : files.keyStore();
        if (own.getNotAfter().before(now)) {
            return Optional.of(
                    "certificate %s expired at %s; replace it: clients reject it"
                            .formatted(file, own.getNotAfter().toInstant()));
        }
        return own.getNotBefore().after(now)
                ? Optional.of(
                        "certificate %s is valid from %s; until then clients reject it"
                                .formatted(file, own.getNotBefore().toInstant()))
                : Optional.empty();
    }

    private static Certificate ownCertificate(Certificates files)
            throws IOException, GeneralSecurityException {
        if (files.keyStore() == null) {
            try (InputStream in =
                    Files.newInputStream(Objects.requireNonNull(files.certificate()))) {
                return CertificateFactory.getInstance("X.509").generateCertificate(in);
            }
        }
        KeyStore store = open(files);
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) {
                return store.getCertificate(alias);
            }
        }
        throw new GeneralSecurityException(files.keyStore() + " has no key");
    }

    /** Opens the PKCS12 file. */
    public static KeyStore open(Certificates files) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        String password = files.password().reveal();
        try (InputStream in = Files.newInputStream(Objects.requireNonNull(files.keyStore()))) {
            store.load(in, password.isEmpty() ? null : password.toCharArray());
        }
        return store;
    }
}
