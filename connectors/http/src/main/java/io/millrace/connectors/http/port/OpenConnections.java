package io.millrace.connectors.http.port;

import io.millrace.engine.setting.LimitUse;

import java.util.concurrent.atomic.AtomicInteger;

/** The number of open connections of a port. Safe for use by several threads. */
final class OpenConnections {

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    void opened() {
        most.accumulateAndGet(open.incrementAndGet(), Math::max);
    }

    void closed() {
        open.decrementAndGet();
    }

    /** Returns the number of connections, the high-water mark and the maximum. */
    LimitUse use(String port, int maximum) {
        return LimitUse.count("connections", port, open.get(), maximum).raised(most.get());
    }
}
