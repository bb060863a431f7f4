package io.millrace.store;

import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueStoreSettings;

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
}
