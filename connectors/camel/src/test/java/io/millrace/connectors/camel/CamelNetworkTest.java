package io.millrace.connectors.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.testing.FaultProxy;
import io.millrace.testing.FaultProxy.Fault;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Faults of the network between the nodes for Camel and a server: each takes the failure terminal
 * with the code that states whether the server can have received the message, the next message is
 * not affected, and no connection remains when the flow has ended.
 */
@Timeout(300)
class CamelNetworkTest {

    private static final String NOT_SENT = "4032 ";
    private static final String UNKNOWN = "4033 ";
    private static final Duration LONG = Duration.ofMinutes(2);

    /** A component that sends, and a word in the answer to a complete message. */
    enum Caller {
        HTTP("HTTP/1.1 200"),
        FTP("226 "),
        JMS(""),
        KAFKA("");

        private final String answer;

        Caller(String answer) {
            this.answer = answer;
        }

        /** Returns the code for a server that accepts a connection and never answers. */
        String silence() {
            return this == JMS || this == KAFKA ? NOT_SENT : UNKNOWN;
        }
    }

    @TempDir Path folder;
    private final CamelBroker broker = new CamelBroker().openGate();
    private Counterpart counterpart;
    private FaultProxy proxy;

    @AfterEach
    void stop() throws Exception {
        broker.close();
        proxy.close();
        if (counterpart != null) {
            counterpart.close();
        }
    }

    private void deploy(Caller caller) throws Exception {
        String node =
                switch (caller) {
                    case HTTP -> {
                        proxy = new FaultProxy(broker.gatePort());
                        yield """
                        type: CamelRequest, uri: "http://127.0.0.1:%d/", \
                        parameters: [connectTimeout=500, responseTimeout=500, soTimeout=500]\
                        """
                                .formatted(proxy.port());
                    }
                    case FTP -> {
                        FtpCounterpart ftp =
                                new FtpCounterpart(Files.createDirectory(folder.resolve("f")));
                        counterpart = ftp;
                        proxy = new FaultProxy(ftp.port());
                        yield """
                        type: CamelOutput, credentials: partner, uri: "ftp://127.0.0.1:%d/out", \
                        parameters: [passiveMode=true, connectTimeout=500, soTimeout=500, \
                        timeout=500, reconnectDelay=10]\
                        """
                                .formatted(proxy.port());
                    }
                    case JMS -> {
                        JmsCounterpart jms =
                                new JmsCounterpart(Files.createDirectory(folder.resolve("j")));
                        counterpart = jms;
                        proxy = new FaultProxy(jms.port());
                        yield "type: CamelOutput, "
                                + JmsCounterpart.queue(
                                        "OUT",
                                        "tcp://127.0.0.1:%d?callTimeout=500&connectionTtl=1000"
                                                .formatted(proxy.port()));
                    }
                    case KAFKA -> {
                        KafkaCounterpart kafka = new KafkaCounterpart();
                        counterpart = kafka;
                        proxy = KafkaServer.proxy();
                        yield "type: CamelOutput, " + kafka.output(proxy.port());
                    }
                };
        broker.deploy(
                CamelBroker.sending(node),
                CamelBroker.modules(""),
                counterpart == null ? "" : counterpart.settings());
    }

    /** Sends a message and returns the failure, or "sent". */
    private String sent() {
        broker.put("IN", "text");
        return broker.takeAny("OUT", "FAILED").replaceFirst("^text$", "sent");
    }

    private void assertRecovered() {
        proxy.heal();
        assertThat(sent()).isEqualTo("sent");
        broker.broker.undeploy("app");
        await().atMost(LONG).until(() -> proxy.connections() == 0);
    }

    /** The client of Kafka can have a connection before the message. */
    @ParameterizedTest
    @EnumSource(names = "KAFKA", mode = EnumSource.Mode.EXCLUDE)
    void aServerThatClosesConnectionsFailsTheMessage(Caller caller) throws Exception {
        deploy(caller);
        proxy.refuse(true);
        assertThat(sent()).startsWith(caller.silence());
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource
    void aHalfOpenConnectionFailsTheMessage(Caller caller) throws Exception {
        deploy(caller);
        proxy.silence();
        assertThat(sent()).startsWith(caller.silence());
        assertRecovered();
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP, KEEP", "HTTP, CUT", "HTTP, RESET",
        "FTP, KEEP", "FTP, CUT", "FTP, RESET"
    })
    void theOutcomeIsUnknownIfTheAnswerIsLost(Caller caller, Fault fault) throws Exception {
        deploy(caller);
        proxy.answer(caller.answer, fault);
        assertThat(sent()).startsWith(UNKNOWN);
        assertRecovered();
    }

    @Test
    void theOutcomeIsUnknownIfKafkaDoesNotAcknowledge() throws Exception {
        deploy(Caller.KAFKA);
        assertThat(sent()).isEqualTo("sent");
        proxy.silence();
        assertThat(sent()).startsWith(UNKNOWN);
        assertRecovered();
    }

    /** The client of Kafka connects again without a message. */
    @ParameterizedTest
    @EnumSource(names = "KAFKA", mode = EnumSource.Mode.EXCLUDE)
    void aConnectionThatEndsBetweenTwoMessagesIsReplaced(Caller caller) throws Exception {
        deploy(caller);
        assertThat(sent()).isEqualTo("sent");
        proxy.cut();
        await().atMost(LONG).until(() -> proxy.connections() == 0);
        // The client of the component http does not repeat a request with a body.
        assertThat(sent()).startsWith(caller == Caller.HTTP ? UNKNOWN : "sent");
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource
    void delaysBelowTheTimeOutDoNotFailTheMessage(Caller caller) throws Exception {
        deploy(caller);
        proxy.delay(5);
        assertThat(sent()).isEqualTo("sent");
        assertRecovered();
    }

    @Test
    void aServerThatAcceptsNoConnectionsReceivesNothing() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        List<Socket> waiting = new ArrayList<>();
        // The queue of the port is full, so the system ignores further connections.
        try (ServerSocket server = new ServerSocket(0, 1, loopback)) {
            SocketAddress address = server.getLocalSocketAddress();
            while (connects(address, waiting)) {}
            String uri = "127.0.0.1:" + server.getLocalPort();
            proxy = new FaultProxy(server.getLocalPort());
            for (String node :
                    List.of(
                            "type: CamelRequest, uri: \"http://%s/\", parameters:"
                                    + " [connectTimeout=300, responseTimeout=500]",
                            "type: CamelOutput, uri: \"ftp://%s/out\", parameters:"
                                    + " [connectTimeout=300, reconnectDelay=10]")) {
                broker.deploy(
                        CamelBroker.sending(node.formatted(uri)), CamelBroker.modules(""), "");
                assertThat(sent()).startsWith(NOT_SENT);
            }
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }

    private static boolean connects(SocketAddress address, List<Socket> open) throws IOException {
        Socket socket = new Socket();
        open.add(socket);
        try {
            socket.connect(address, 300);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Test
    void aMessageIsReceivedAgainIfTheConnectionEndsBeforeItIsAcknowledged() throws Exception {
        try (CamelBroker gated = new CamelBroker()) {
            JmsCounterpart jms = new JmsCounterpart(Files.createDirectory(folder.resolve("j")));
            counterpart = jms;
            proxy = new FaultProxy(jms.port());
            jms.offer("one");
            String url = "tcp://127.0.0.1:%d?callTimeout=500".formatted(proxy.port());
            gated.deploy(gated.gated(JmsCounterpart.queue("IN", url)), "", jms.settings());
            assertThat(gated.awaitArrival()).isEqualTo("one");
            proxy.reset();
            await().atMost(LONG).until(() -> proxy.connections() == 0);
            gated.openGate();
            assertThat(gated.take("OUT")).isEqualTo("one");
            assertThat(gated.take("OUT")).as("again").isEqualTo("one");
            await().atMost(LONG).until(() -> jms.pending() == 0);
        }
    }
}
