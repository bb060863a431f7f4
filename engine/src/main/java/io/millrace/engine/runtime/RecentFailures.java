package io.millrace.engine.runtime;

import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.tree.TreePrinter;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.ExceptionList;
import io.millrace.engine.observe.Release;
import io.millrace.engine.queue.FailureReport;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The last failures of messages that were rolled back. All instances that read a queue share them,
 * because any instance can receive the message when it has reached its backout threshold. They are
 * lost when the process ends. Safe for use by several threads.
 */
public final class RecentFailures {

    private static final int MAX_FAILURES = 256;

    private record Failure(MillraceException exception, List<String> path, Instant time) {}

    /** A message of an input node. Messages of different queues can have the same identifier. */
    private record Key(String input, Bytes msgId) {}

    private final Map<Key, Failure> failures =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Failure> eldest) {
                    return size() > MAX_FAILURES;
                }
            };

    /**
     * Records the failure of a message that will be delivered again.
     *
     * @param input input node in the form {@code flow.node}
     */
    void add(Delivery delivery, String input, Throwable thrown, Clock clock) {
        Mqmd descriptor = delivery.descriptor();
        if (descriptor == null) {
            return;
        }
        Failure failure = failure(thrown, clock);
        Key key = new Key(input, descriptor.msgId());
        synchronized (failures) {
            failures.remove(key);
            failures.put(key, failure);
        }
    }

    /**
     * Returns the report of a message that is moved away.
     *
     * @param flow name of the flow
     * @param input input node in the form {@code flow.node}
     * @param reason reason that applies if no earlier failure of the message is known
     * @param isSensitive whether the application has sensitive fields
     */
    FailureReport report(
            Delivery delivery,
            String flow,
            String input,
            MillraceException reason,
            boolean isSensitive,
            Clock clock) {
        Mqmd descriptor = delivery.descriptor();
        Failure known = descriptor == null ? null : last(new Key(input, descriptor.msgId()));
        Failure last = known == null ? failure(reason, clock) : known;
        List<String> path = new ArrayList<>(last.path);
        path.addFirst(input);
        String node = last.exception.node();
        MillraceException root = last.exception.root();
        return new FailureReport(
                descriptor == null ? "" : descriptor.sourceQueue(),
                flow,
                input,
                last.time,
                Release.current() + ", Java " + Runtime.version(),
                path,
                root.code().id(),
                node == null ? input : node,
                root.getMessage(),
                TreePrinter.of(ExceptionList.of(last.exception)),
                isSensitive);
    }

    private @Nullable Failure last(Key key) {
        synchronized (failures) {
            return failures.get(key);
        }
    }

    private static Failure failure(Throwable thrown, Clock clock) {
        return thrown instanceof DownstreamException downstream
                ? new Failure(downstream.exception(), downstream.nodes(), clock.instant())
                : new Failure(MillraceException.from(thrown), List.of(), clock.instant());
    }
}
