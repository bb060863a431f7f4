package io.millrace.store.artemis.connection;

import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Secret;
import io.millrace.store.CapturedLog;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisProvider;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.StompClient;
import io.millrace.testing.TestCertificates;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;

import org.apache.qpid.jms.JmsConnectionFactory;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.security.auth.x500.X500Principal;

/** TLS on every acceptor and to a remote broker, with the clients of each protocol. */
class TlsTest {

    private static final String PARTNER = "CN=partner,O=Partner Ltd,C=DE";

    @TempDir static Path certificates;

    @TempDir Path home;

    @TempDir Path renewals;

    private ArtemisStore store;

    @BeforeAll
    static void makeCertificates() throws Exception {
        String here = "dns:localhost,ip:127.0.0.1";
        TestCertificates.make(certificates, "broker", "CN=broker", here);
        TestCertificates.make(certificates, "renewed", "CN=broker", here);
        TestCertificates.make(certificates, "elsewhere", "CN=elsewhere", "dns:elsewhere.example");
        TestCertificates.make(certificates, "partner", PARTNER, here);
        TestCertificates.make(certificates, "stranger", "CN=stranger", here);
    }

    @AfterEach
    void close() {
        if (store != null) {
            store.close();
        }
    }

    private void open(Certificates tls, ClientAuth clients) {
        List<Acceptor> acceptors =
                Stream.of(Protocol.values())
                        .map(protocol -> Acceptor.loopback(protocol).withTls(tls, clients))
                        .toList();
        Rights rights = Rights.of(List.of("ORDERS.*"), List.of("ORDERS.*"));
        store =
                ArtemisStore.embed(
                        TestSettings.embedded(home)
                                .withAcceptors(acceptors)
                                .withUsers(
                                        List.of(
                                                new StoreUser("alice", Secret.of("wonder"), rights),
                                                new StoreUser(
                                                        "partner",
                                                        Secret.NONE,
                                                        new X500Principal(PARTNER),
                                                        rights,
                                                        0),
                                                new StoreUser(
                                                        "admin",
                                                        Secret.of("root"),
                                                        rights.withAdmin(true)))));
        store.create(QueueDefinition.named("ORDERS.IN"));
    }

    private JMSContext amqp(String user, String password, String trusted, String key) {
        String url =
                "amqps://127.0.0.1:"
                        + port(store, Protocol.AMQP)
                        + "?transport.trustStoreLocation="
                        + certificates.resolve(trusted + "-trust.p12")
                        + "&transport.trustStorePassword="
                        + TestCertificates.PASSWORD
                        + "&transport.storeType=PKCS12";
        if (key != null) {
            url +=
                    "&transport.keyStoreLocation="
                            + certificates.resolve(key + ".p12")
                            + "&transport.keyStorePassword="
                            + TestCertificates.PASSWORD;
        }
        return new JmsConnectionFactory(user, password, url).createContext();
    }

    private void mqtt(String user, String password, String key) throws Exception {
        MqttClient client =
                new MqttClient(
                        "ssl://127.0.0.1:" + port(store, Protocol.MQTT),
                        "c",
                        new MemoryPersistence());
        MqttConnectOptions options = new MqttConnectOptions();
        options.setSocketFactory(
                TestCertificates.context(certificates, key, "broker").getSocketFactory());
        if (user != null) {
            options.setUserName(user);
            options.setPassword(password.toCharArray());
        }
        client.connect(options);
        client.publish("ORDERS.IN", "mqtt".getBytes(StandardCharsets.UTF_8), 1, false);
        client.disconnect();
        client.close();
    }

    private SSLSocket socket(Protocol protocol, String key, String trusted) throws Exception {
        SSLContext context = TestCertificates.context(certificates, key, trusted);
        return (SSLSocket)
                context.getSocketFactory().createSocket("127.0.0.1", port(store, protocol));
    }

    private void stomp(String user, String password, String key) throws Exception {
        try (StompClient stomp = new StompClient(socket(Protocol.STOMP, key, "broker"))) {
            assertThat(stomp.connect(user, password)).startsWith("CONNECTED");
            assertThat(stomp.send("ORDERS.IN", "stomp")).startsWith("RECEIPT");
        }
    }

    private QueueStore core(String user, String password, Certificates tls) {
        return new ArtemisProvider()
                .open(
                        QueueStoreSettings.remote(
                                new Endpoint(
                                                "tcp://127.0.0.1:" + port(store, Protocol.CORE),
                                                new Credentials(user, Secret.of(password)))
                                        .withTls(tls)));
    }

    private static void put(QueueStore remote) {
        try (remote;
                QueueSession session = remote.session()) {
            session.put("ORDERS.IN", new QueueMessage(new Mqmd(), Bytes.utf8("core")), true);
            session.commit();
        }
    }

    private List<String> senders() {
        try (QueueSession session = store.session();
                QueueReader reader = session.reader("ORDERS.IN")) {
            List<String> senders =
                    Stream.generate(() -> reader.receive(60_000))
                            .limit(4)
                            .map(m -> m.descriptor().userIdentifier())
                            .toList();
            session.commit();
            return senders;
        }
    }

    @Test
    void everyProtocolWorksOverTls() throws Exception {
        open(pem(certificates, "broker", "partner"), ClientAuth.NONE);
        try (JMSContext jms = amqp("alice", "wonder", "broker", null)) {
            jms.createProducer().send(jms.createQueue("ORDERS.IN"), "amqp");
        }
        mqtt("alice", "wonder", null);
        stomp("alice", "wonder", null);
        put(core("alice", "wonder", Certificates.trust("t", certificates.resolve("broker.pem"))));
        assertThat(senders()).containsOnly("alice");
    }

    @Test
    void aClientWithoutTlsIsReported() throws Exception {
        open(pem(certificates, "broker", "partner"), ClientAuth.NONE);
        try (CapturedLog events =
                        new CapturedLog(
                                "io.millrace.store.artemis.embedded.CheckedAcceptorFactory");
                StompClient plain =
                        new StompClient(new Socket("127.0.0.1", port(store, Protocol.STOMP)))) {
            assertThat(plain.connect("alice", "wonder")).doesNotContain("CONNECTED");
            assertThat(events.messages())
                    .singleElement()
                    .asString()
                    .startsWith("MR7003 a client at 127.0.0.1 is rejected at port ")
                    .endsWith(
                            "which requires TLS (found STOMP); correct the port, or the TLS"
                                    + " settings of the client");
        }
    }

    @Test
    void aClientCertificateStandsForAUser() throws Exception {
        Certificates keyStore =
                new Certificates(
                        "broker",
                        null,
                        null,
                        certificates.resolve("broker.p12"),
                        Secret.of(TestCertificates.PASSWORD),
                        certificates.resolve("partner.pem"));
        open(keyStore, ClientAuth.REQUIRED);
        try (JMSContext jms = amqp(null, null, "broker", "partner")) {
            jms.createProducer().send(jms.createQueue("ORDERS.IN"), "amqp");
        }
        mqtt(null, null, "partner");
        stomp(null, null, "partner");
        put(core("", "", pem(certificates, "partner", "broker")));
        assertThat(senders()).containsOnly("partner");
        assertThat(Files.readString(home.resolve(AuditLog.FILE)))
                .contains("\"event\":\"login\",\"user\":\"partner\"");
    }

    @Test
    void aClientWithoutATrustedCertificateIsRefused() {
        open(pem(certificates, "broker", "partner"), ClientAuth.REQUIRED);
        assertThatThrownBy(() -> amqp("alice", "wonder", "broker", null).createQueue("Q"))
                .isInstanceOf(JMSRuntimeException.class);
        assertThatThrownBy(() -> amqp("alice", "wonder", "broker", "stranger").createQueue("Q"))
                .isInstanceOf(JMSRuntimeException.class);
    }

    @Test
    void aCertificateDoesNotStandForAnotherUser() throws Exception {
        open(pem(certificates, "broker", "partner"), ClientAuth.OPTIONAL);
        try (StompClient stomp = new StompClient(socket(Protocol.STOMP, "partner", "broker"))) {
            assertThat(stomp.connect("admin", "")).doesNotContain("CONNECTED");
        }
        try (StompClient stomp = new StompClient(socket(Protocol.STOMP, "partner", "broker"))) {
            assertThat(stomp.connect("admin", "root")).startsWith("CONNECTED");
        }
    }

    @Test
    void onlyCurrentProtocolsAndCiphersAreSpoken() throws Exception {
        open(pem(certificates, "broker", "partner"), ClientAuth.NONE);
        for (Protocol protocol : Protocol.values()) {
            try (SSLSocket socket = socket(protocol, null, "broker")) {
                socket.startHandshake();
                assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
            }
            try (SSLSocket socket = socket(protocol, null, "broker")) {
                socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                socket.setEnabledCipherSuites(
                        new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"});
                assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
            }
        }
    }

    @Test
    void aRenewedCertificateIsUsedWithoutARestart() throws Exception {
        for (String file : List.of(".pem", ".key")) {
            Files.copy(certificates.resolve("broker" + file), renewals.resolve("current" + file));
        }
        Path folder = renewals;
        Certificates current =
                Certificates.pem(
                        "current",
                        folder.resolve("current.pem"),
                        folder.resolve("current.key"),
                        null);
        open(current, ClientAuth.NONE);
        assertThat(serial("broker")).isNotEqualTo(serialOf("renewed"));
        for (String file : List.of(".key", ".pem")) {
            Path to = folder.resolve("current" + file);
            Files.copy(
                    certificates.resolve("renewed" + file),
                    to,
                    StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(to, FileTime.fromMillis(1_000_000));
        }
        assertThat(serial("renewed")).isEqualTo(serialOf("renewed"));
        Files.writeString(folder.resolve("current.pem"), "not a certificate");
        assertThat(serial("renewed")).as("the old one stays").isEqualTo(serialOf("renewed"));
    }

    private BigInteger serial(String trusted) throws Exception {
        try (SSLSocket socket = socket(Protocol.AMQP, null, trusted)) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSerialNumber();
        }
    }

    private static BigInteger serialOf(String name) throws Exception {
        try (var in = Files.newInputStream(certificates.resolve(name + ".pem"))) {
            return ((X509Certificate)
                            java.security.cert.CertificateFactory.getInstance("X.509")
                                    .generateCertificate(in))
                    .getSerialNumber();
        }
    }

    @Test
    void aBrokerWithAnotherHostNameIsNotTrusted() {
        open(pem(certificates, "elsewhere", "partner"), ClientAuth.NONE);
        Certificates trust = Certificates.trust("t", certificates.resolve("elsewhere.pem"));
        assertThatThrownBy(() -> core("alice", "wonder", trust))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("the TLS handshake failed: ")
                .hasMessageContaining("127.0.0.1");
    }

    @Test
    void aPortWithoutTlsIsNamed() {
        store = ArtemisStore.embed(TestSettings.embedded(home, Protocol.CORE));
        Certificates trust = Certificates.trust("t", certificates.resolve("broker.pem"));
        assertThat(TlsProbe.reason("tcp://127.0.0.1:" + port(store, Protocol.CORE), trust))
                .startsWith("it accepts connections, but no TLS");
    }

    @Test
    void unusableFilesAreNamed() throws Exception {
        Path wrong = Files.writeString(renewals.resolve("wrong.key"), "no key");
        Certificates unusable =
                Certificates.pem("unusable", certificates.resolve("broker.pem"), wrong, null);
        assertThatThrownBy(() -> open(unusable, ClientAuth.NONE))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.CERTIFICATES_UNUSABLE);
                            assertThat(e.getMessage()).contains("unusable", "wrong.key");
                        });
    }

    private String reasonOf(Certificates unusable) {
        MillraceException thrown =
                catchThrowableOfType(
                        MillraceException.class, () -> open(unusable, ClientAuth.NONE));
        assertThat(thrown.code()).isEqualTo(ErrorCode.CERTIFICATES_UNUSABLE);
        return thrown.getMessage();
    }

    @Test
    void theReasonForUnusableFilesIsNamed() throws Exception {
        Path certificate = certificates.resolve("broker.pem");
        Path key = certificates.resolve("broker.key");
        Path other = certificates.resolve("partner.key");
        assertThat(reasonOf(Certificates.pem("c", certificate, other, null)))
                .endsWith(
                        "partner.key is not the key of the certificate "
                                + certificate
                                + "; replace one of them");
        assertThat(reasonOf(Certificates.pem("c", key, certificate, null)))
                .endsWith("broker.key must contain a PEM certificate (found PRIVATE KEY)");
        assertThat(reasonOf(Certificates.pem("c", certificate, home.resolve("no.key"), null)))
                .endsWith("no.key does not exist");
        String text = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
        Path encrypted = renewals.resolve("encrypted.key");
        Files.writeString(encrypted, text.replace("PRIVATE", "ENCRYPTED PRIVATE"));
        assertThat(reasonOf(Certificates.pem("c", certificate, encrypted, null)))
                .endsWith("encrypted.key is encrypted; set passwordEnv or passwordFile");
        Path pkcs1 = renewals.resolve("pkcs1.key");
        Files.writeString(pkcs1, text.replace("PRIVATE", "RSA PRIVATE"));
        assertThat(reasonOf(Certificates.pem("c", certificate, pkcs1, null)))
                .endsWith(
                        "must have the format PKCS#8 (found RSA PRIVATE KEY); convert it with"
                                + " openssl pkcs8 -topk8 -nocrypt -in "
                                + pkcs1);
        Path keyStore = certificates.resolve("broker.p12");
        assertThat(reasonOf(new Certificates("c", null, null, keyStore, Secret.of("wrong"), null)))
                .endsWith(
                        "the password does not open the key store "
                                + keyStore
                                + "; correct passwordEnv or passwordFile");
        assertThat(reasonOf(new Certificates("c", null, null, keyStore, Secret.NONE, null)))
                .endsWith(
                        "the key store "
                                + keyStore
                                + " has a password; set passwordEnv or passwordFile");
    }

    @Test
    void aFileOfAnotherKindIsNamed() throws Exception {
        Path certificate = certificates.resolve("broker.pem");
        assertThat(reasonOf(new Certificates("c", null, null, certificate, Secret.NONE, null)))
                .endsWith(
                        certificate
                                + " must be a PKCS12 key store (found PEM text, CERTIFICATE); set"
                                + " certificate and key for PEM files");
        assertThat(reasonOf(Certificates.pem("c", certificate, renewals, null)))
                .endsWith(renewals + " is a folder, not a file");
        Path java = renewals.resolve("old.jks");
        Files.write(java, new byte[] {(byte) 0xfe, (byte) 0xed, (byte) 0xfe, (byte) 0xed});
        assertThat(reasonOf(new Certificates("c", null, null, java, Secret.NONE, null)))
                .contains("(found a JKS key store); convert it with keytool -importkeystore");
    }

    @Test
    void anExpiredCertificateIsReported() throws Exception {
        TestCertificates.make(renewals, "old", "CN=old", "dns:localhost", "-startdate", "-40d");
        try (CapturedLog log = new CapturedLog(ReloadedContext.class)) {
            open(pem(renewals, "old", "old"), ClientAuth.NONE);
            assertThat(log.messages()).anyMatch(m -> m.contains("old.pem expired at "));
        }
    }

    @Test
    void plainTextBeyondThisMachineNeedsAnExplicitChoice() throws Exception {
        Acceptor exposed = new Acceptor(Protocol.AMQP, "0.0.0.0", 0);
        QueueStoreSettings settings = TestSettings.embedded(home);
        assertThatThrownBy(() -> ArtemisStore.embed(settings.withAcceptors(List.of(exposed))))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.PLAIN_TEXT));
        store =
                ArtemisStore.embed(
                        settings.withAcceptors(
                                List.of(exposed.withTls(Certificates.NONE, ClientAuth.NONE))));
        assertThat(Files.readString(home.resolve(AuditLog.FILE)))
                .contains("\"event\":\"acceptor.plainText\"", "\"object\":\"AMQP 0.0.0.0:");
    }

    /** Returns the PEM files of a name with the certificate that it trusts. */
    private static Certificates pem(Path folder, String name, String trusted) {
        return Certificates.pem(
                name,
                folder.resolve(name + ".pem"),
                folder.resolve(name + ".key"),
                folder.resolve(trusted + ".pem"));
    }
}
