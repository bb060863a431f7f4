package io.millrace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Secret;
import io.millrace.store.home.Credentials;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

import java.nio.file.Path;
import java.util.stream.Stream;

/** Settings of the embedded stores of tests, which do not measure the disk first. */
public final class TestSettings {

    private static final int SYNC_MICROS = 200;

    private TestSettings() {}

    /** Returns the settings of a store that listens on this machine with each protocol. */
    public static QueueStoreSettings embedded(Path home, Acceptor.Protocol... protocols) {
        return QueueStoreSettings.embedded(home)
                .withJournal(new QueueStoreSettings.Journal(SYNC_MICROS, true, 95))
                .withAcceptors(Stream.of(protocols).map(Acceptor::loopback).toList());
    }

    /** Returns the port on which a store listens with a protocol. */
    public static int port(QueueStore store, Acceptor.Protocol protocol) {
        return store.listening().stream()
                .filter(a -> a.protocol() == protocol)
                .findFirst()
                .orElseThrow()
                .port();
    }

    /** Asserts that a call fails with a code. */
    public static void assertCode(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MillraceException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    /** Returns the endpoint of a broker with a user that its home folder contains. */
    public static Endpoint endpoint(String url, Credentials user) {
        return new Endpoint(
                url,
                new io.millrace.engine.resource.Credentials(
                        user.user(), Secret.of(user.password())));
    }
}
