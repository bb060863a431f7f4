package io.millrace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.JdbcDrivers;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Retry;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.resource.Secret;
import io.millrace.store.artemis.ArtemisProvider;
import io.millrace.store.jdbc.JdbcProvider;

import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Connections to servers that accept no connections yet. */
final class UnavailableResourcesTest {

    private static final Retry OFTEN = new Retry(1_000, new RetryDelay(1, 50));

    private static final JdbcDrivers DRIVERS =
            JdbcDrivers.load(UnavailableResourcesTest.class.getClassLoader());

    private static final StoreUser ALICE =
            new StoreUser(
                    "alice",
                    Secret.of("wonder"),
                    Rights.of(List.of("*"), List.of("*")).withAdmin(true));

    @TempDir Path folder;

    /** Waits for the first connection to a port, refuses it, and closes the port. */
    private static int refuseOne(ServerSocket socket) throws IOException {
        int port = socket.getLocalPort();
        socket.accept().close();
        socket.close();
        return port;
    }

    private static ServerSocket listen() throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    private static Endpoint endpoint(int port, Retry retry) {
        return new Endpoint(
                "tcp://127.0.0.1:" + port,
                new Credentials("alice", Secret.of("wonder")),
                null,
                Endpoint.DEFAULT_TIMEOUT_MILLIS,
                retry);
    }

    private static QueueStore open(int port, Retry retry) {
        return new ArtemisProvider().open(QueueStoreSettings.remote(endpoint(port, retry)));
    }

    @Test
    void aRemoteBrokerThatStartsLaterIsConnected() throws Exception {
        try (ServerSocket socket = listen()) {
            int port = socket.getLocalPort();
            CompletableFuture<QueueStore> opened =
                    CompletableFuture.supplyAsync(() -> open(port, OFTEN));
            refuseOne(socket);
            Acceptor core = Acceptor.loopback(Acceptor.Protocol.CORE).withPort(port);
            try (QueueStore _ =
                            new ArtemisProvider()
                                    .open(
                                            TestSettings.embedded(folder)
                                                    .withAcceptors(List.of(core))
                                                    .withUsers(List.of(ALICE)));
                    QueueStore remote = opened.get()) {
                assertThat(remote.exists(QueueStore.DEAD_LETTER_QUEUE)).isTrue();
            }
        }
    }

    @Test
    void withoutRetryTheFirstFailureIsReported() throws Exception {
        try (ServerSocket socket = listen()) {
            int port = socket.getLocalPort();
            CompletableFuture<Integer> refused =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return refuseOne(socket);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            });
            assertThatThrownBy(() -> open(port, Retry.NONE))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.QUEUE_STORE_DOWN));
            assertThat(refused.get()).isEqualTo(port);
        }
    }

    @Test
    void aDatabaseThatStartsLaterIsConnected() throws Exception {
        try (ServerSocket socket = listen()) {
            int port = socket.getLocalPort();
            DataSourceDefinition late =
                    new DataSourceDefinition(
                            "LATE",
                            "jdbc:h2:tcp://127.0.0.1:" + port + "/mem:late",
                            new Credentials("sa", Secret.NONE),
                            1,
                            300,
                            OFTEN);
            try (DataSources sources = new JdbcProvider().open(List.of(late), DRIVERS);
                    DatabaseSession session = sources.open("LATE")) {
                CompletableFuture<Void> connected = CompletableFuture.runAsync(session::connect);
                refuseOne(socket);
                Server server =
                        Server.createTcpServer("-tcpPort", String.valueOf(port), "-ifNotExists")
                                .start();
                connected.get();
                server.stop();
            }
        }
    }
}
