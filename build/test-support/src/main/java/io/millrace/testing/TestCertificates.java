package io.millrace.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.stream.Stream;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Self-signed certificates, made with the JDK's keytool, as PKCS12 and as PEM files. */
public final class TestCertificates {

    public static final String PASSWORD = "changeit";

    private TestCertificates() {}

    /** Makes files for localhost like {@link #make(Path, String, String, String, String...)}. */
    public static void make(Path folder, String name) throws Exception {
        make(folder, name, "CN=" + name, "dns:localhost,ip:127.0.0.1");
    }

    /**
     * Makes NAME.p12, NAME.pem, NAME.key and NAME-trust.p12 in a folder.
     *
     * @param more further options of keytool
     */
    public static void make(
            Path folder, String name, String subject, String alternativeNames, String... more)
            throws Exception {
        Path store = folder.resolve(name + ".p12");
        Files.deleteIfExists(store);
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process =
                new ProcessBuilder(
                                Stream.concat(
                                                Stream.of(
                                                        keytool,
                                                        // Halves its processor time.
                                                        "-J-XX:TieredStopAtLevel=1",
                                                        "-J-XX:+UseSerialGC",
                                                        "-genkeypair",
                                                        "-alias",
                                                        "key",
                                                        "-keyalg",
                                                        "EC",
                                                        "-groupname",
                                                        "secp256r1",
                                                        "-dname",
                                                        subject,
                                                        "-ext",
                                                        "san=" + alternativeNames,
                                                        "-validity",
                                                        "30",
                                                        "-storetype",
                                                        "PKCS12",
                                                        "-keystore",
                                                        store.toString(),
                                                        "-storepass",
                                                        PASSWORD),
                                                Stream.of(more))
                                        .toList())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(output);
        }
        KeyStore made = load(store);
        write(
                folder.resolve(name + ".pem"),
                "CERTIFICATE",
                made.getCertificate("key").getEncoded());
        write(
                folder.resolve(name + ".key"),
                "PRIVATE KEY",
                made.getKey("key", PASSWORD.toCharArray()).getEncoded());
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("trusted", made.getCertificate("key"));
        try (var out = Files.newOutputStream(folder.resolve(name + "-trust.p12"))) {
            trust.store(out, PASSWORD.toCharArray());
        }
    }

    private static void write(Path file, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(
                file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    /**
     * Returns the context of a client.
     *
     * @param key name of its certificate; null for none
     * @param trusted name of the certificate that it trusts
     */
    public static SSLContext context(Path folder, String key, String trusted) throws Exception {
        KeyManagerFactory keys = null;
        if (key != null) {
            keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(load(folder.resolve(key + ".p12")), PASSWORD.toCharArray());
        }
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(load(folder.resolve(trusted + "-trust.p12")));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
