package io.millrace.connectors.http;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Self-signed certificates, made with the JDK's keytool. */
final class TestCertificates {

    private static final String PASSWORD = "changeit";

    private TestCertificates() {}

    /** Makes NAME.p12, NAME.pem and NAME.key for localhost in a folder. */
    static void make(Path folder, String name) throws Exception {
        Path file = folder.resolve(name + ".p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String arguments =
                "-genkeypair -alias key -keyalg EC -groupname secp256r1 -dname CN=%s -ext"
                        + " san=dns:localhost,ip:127.0.0.1 -validity 30 -storetype PKCS12"
                        + " -storepass %s -keystore ";
        ProcessBuilder builder = new ProcessBuilder(keytool);
        for (String argument : arguments.formatted(name, PASSWORD).split(" ")) {
            builder.command().add(argument);
        }
        builder.command().add(file.toString());
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(output);
        }
        KeyStore store = load(file);
        write(
                folder.resolve(name + ".pem"),
                "CERTIFICATE",
                store.getCertificate("key").getEncoded());
        write(
                folder.resolve(name + ".key"),
                "PRIVATE KEY",
                store.getKey("key", PASSWORD.toCharArray()).getEncoded());
    }

    private static void write(Path file, String kind, byte[] content) throws Exception {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(
                file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private static KeyStore load(Path file) throws Exception {
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
    static SSLContext context(Path folder, String key, String trusted) throws Exception {
        KeyManagerFactory keys = null;
        if (key != null) {
            keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(load(folder.resolve(key + ".p12")), PASSWORD.toCharArray());
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(
                "trusted", load(folder.resolve(trusted + ".p12")).getCertificate("key"));
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
