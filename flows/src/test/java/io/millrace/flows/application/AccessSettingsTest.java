package io.millrace.flows.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.ClientAuth;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.security.auth.x500.X500Principal;

class AccessSettingsTest {

    @TempDir Path folder;

    private final Problems problems = new Problems();

    private QueueStoreSettings read(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("broker.yaml"), yaml);
        return BrokerFile.read(file, problems).store();
    }

    private void assertProblem(ErrorCode code, String text) {
        assertThat(problems.all())
                .anySatisfy(
                        problem -> {
                            assertThat(problem.code()).isEqualTo(code);
                            assertThat(problem.toString()).contains(text);
                        });
    }

    private void create(String... files) throws IOException {
        for (String file : files) {
            Files.createFile(folder.resolve(file));
        }
    }

    @Test
    void certificatesAcceptorsAndUsersAreRead() throws IOException {
        create("b.pem", "b.key", "ca.pem");
        QueueStoreSettings store =
                read(
                        """
                        home: home
                        certificates:
                          broker: {certificate: b.pem, key: b.key, trust: ca.pem}
                        acceptors:
                          - {protocol: amqp, host: 0.0.0.0, tls: broker, clientAuth: required}
                          - {protocol: mqtt, host: "::", tls: none}
                          - {protocol: stomp}
                        users:
                          partner:
                            certificate: "CN=partner, O=Partner Ltd"
                            put: [A]
                            create: ["B.*"]
                            setIdentity: true
                        """);
        assertThat(problems.all()).isEmpty();
        Acceptor amqp = store.acceptors().getFirst();
        assertThat(amqp.tls())
                .isEqualTo(
                        Certificates.pem(
                                "broker",
                                folder.resolve("b.pem"),
                                folder.resolve("b.key"),
                                folder.resolve("ca.pem")));
        assertThat(amqp.clientAuth()).isEqualTo(ClientAuth.REQUIRED);
        assertThat(store.acceptors().get(1).isExposed()).isTrue();
        assertThat(store.acceptors().get(2).isExposed()).isFalse();
        StoreUser partner = store.users().getFirst();
        assertThat(partner.certificate()).isEqualTo(new X500Principal("CN=partner,O=Partner Ltd"));
        assertThat(partner.rights().create()).containsExactly("B.*");
        assertThat(partner.rights().context()).isEqualTo(Rights.Context.IDENTITY);
    }

    @Test
    void plainTextBeyondThisMachineIsAProblem() throws IOException {
        read("home: home\nacceptors: [{protocol: amqp, host: 0.0.0.0}]\n");
        assertProblem(ErrorCode.PLAIN_TEXT, "0.0.0.0");
    }

    @Test
    void plainTextToABrokerOnAnotherMachineIsAProblem() throws IOException {
        create("ca.pem");
        read("url: tcp://broker.example:61616\n");
        assertProblem(ErrorCode.PLAIN_TEXT, "url");
        Problems none = new Problems();
        for (String allowed :
                new String[] {
                    "url: tcp://127.0.0.1:61616\n",
                    "url: tcp://[::1]:61616\n",
                    "url: tcp://broker.example:61616\ntls: none\n",
                    "url: tcp://broker.example:61616\ntls: t\ncertificates: {t: {trust: ca.pem}}\n"
                }) {
            Path file = Files.writeString(folder.resolve("allowed.yaml"), allowed);
            BrokerFile.read(file, none);
        }
        assertThat(none.all()).isEmpty();
    }

    @Test
    void wrongSettingsAreReported() throws IOException {
        read(
                """
                home: home
                certificates:
                  half: {certificate: b.pem}
                  broker: {keyStore: b.p12, passwordEnv: P}
                  ca: {trust: ca.pem}
                acceptors:
                  - {protocol: amqp, tls: brokr}
                  - {protocol: core, tls: ca}
                  - {protocol: mqtt, tls: broker, clientAuth: optional}
                users:
                  nobody: {put: [A]}
                  wrong: {certificate: partner}
                """);
        assertProblem(ErrorCode.BAD_VALUE, "half");
        assertProblem(ErrorCode.BAD_VALUE, "brokr");
        assertProblem(ErrorCode.BAD_VALUE, "only trust");
        assertProblem(ErrorCode.BAD_VALUE, "clientAuth requires");
        assertProblem(ErrorCode.MISSING_KEY, "nobody");
        assertProblem(ErrorCode.BAD_VALUE, "'partner' is not the subject");
    }
}
