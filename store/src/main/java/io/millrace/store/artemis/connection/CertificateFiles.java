package io.millrace.store.artemis.connection;

import io.millrace.engine.resource.Certificates;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
import java.util.Collections;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Checks of the files of certificates. They find the errors that TLS reports without a reason. */
final class CertificateFiles {

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END", Pattern.DOTALL);
    private static final String PLAIN = "PRIVATE KEY";
    private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

    /** Algorithms of signatures by the algorithm of the key. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    private CertificateFiles() {}

    /**
     * Returns the reason why the files cannot be used; empty if no reason is found.
     *
     * @param failure exception of the attempt to use them
     */
    static Optional<String> reason(Certificates files, Throwable failure) {
        Optional<String> missing =
                Stream.of(files.certificate(), files.key(), files.keyStore(), files.trust())
                        .filter(f -> f != null && !Files.exists(f))
                        .findFirst()
                        .map(f -> "the file " + f + " does not exist");
        if (missing.isPresent()) {
            return missing;
        }
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof UnrecoverableKeyException && files.keyStore() != null) {
                return Optional.of(
                        "the password does not open the key store "
                                + files.keyStore()
                                + "; correct passwordEnv or passwordFile");
            }
        }
        try {
            return files.key() == null ? Optional.empty() : ofPem(files);
        } catch (IOException e) {
            return Optional.empty();
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

    private static String expected(Path file, String expected, String found) {
        return file
                + " must contain "
                + expected
                + " (found "
                + (found.isEmpty() ? "no PEM text" : found)
                + ")";
    }

    private static String kind(Path file) throws IOException {
        Matcher pem = PEM.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        return pem.find() ? pem.group(1) : "";
    }

    /** Returns a description of a key that does not belong to its certificate, otherwise empty. */
    static Optional<String> mismatch(Certificates files)
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
        Matcher pem = PEM.matcher(Files.readString(files.key(), StandardCharsets.ISO_8859_1));
        while (pem.find() && !pem.group(1).endsWith(PLAIN)) {
            // Parameters of an elliptic curve can precede the key.
        }
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

    /** Returns a description of a certificate that is not valid now; empty if it is valid. */
    static Optional<String> invalidDate(Certificates files)
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
            try (InputStream in = Files.newInputStream(files.certificate())) {
                return CertificateFactory.getInstance("X.509").generateCertificate(in);
            }
        }
        KeyStore store = open(files);
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) {
                return store.getCertificate(alias);
            }
        }
        return null;
    }

    /** Opens the PKCS12 file. */
    static KeyStore open(Certificates files) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        String password = files.password().reveal();
        try (InputStream in = Files.newInputStream(files.keyStore())) {
            store.load(in, password.isEmpty() ? null : password.toCharArray());
        }
        return store;
    }
}
