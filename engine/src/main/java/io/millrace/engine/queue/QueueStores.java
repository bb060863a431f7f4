package io.millrace.engine.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;

import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The kinds of stores of a class loader. Immutable. Safe for use by several threads. */
public final class QueueStores {

    public static final String ARTEMIS = "artemis";
    public static final String MEMORY = "memory";

    private final TreeMap<String, QueueStoreProvider> byName = new TreeMap<>();

    private QueueStores(Iterable<QueueStoreProvider> providers) {
        providers.forEach(p -> byName.put(p.name(), p));
    }

    /** Returns the stores in the service files of a class loader. */
    public static QueueStores load(ClassLoader loader) {
        return new QueueStores(ServiceLoader.load(QueueStoreProvider.class, loader));
    }

    /** Whether a folder contains the files of a broker of any store. */
    public boolean isHome(Path folder) {
        return byName.values().stream().anyMatch(store -> store.isHome(folder));
    }

    public Optional<QueueStoreProvider> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * Returns the provider of a kind. Fails with CONFIGURATION if the module of the store is
     * missing.
     */
    public QueueStoreProvider provider(String name) {
        return find(name)
                .orElseThrow(
                        () ->
                                new MillraceException(
                                        ErrorCode.CONFIGURATION,
                                        "unknown queue store "
                                                + name
                                                + "; expected one of "
                                                + byName.keySet()
                                                + " "
                                                + Problems.didYouMean(name, byName.keySet())));
    }
}
