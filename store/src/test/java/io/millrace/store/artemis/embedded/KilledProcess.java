package io.millrace.store.artemis.embedded;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.broker.QueueSettings;

import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A process that puts numbered messages to three queues of each of its stores and gets them again:
 * small ones, large ones in files of their own, and ones on a queue that pages. It reports each
 * commit, and what is on the queues when it starts. A queue's number is three times that of its
 * store plus that of its kind.
 */
final class KilledProcess {

    static final int STORES = Integer.getInteger("millrace.stores", 1);
    private static final List<String> KINDS = List.of("SMALL", "LARGE", "PAGED");
    static final int QUEUES = STORES * KINDS.size();
    static final String FOUND = "found";
    static final String PUT = "put";
    static final String GOT = "got";
    static final String READY = "ready";
    static final String ORDERLY = "orderly";
    static final int MAX_BATCH = 6;

    private static final int[] BODY_BYTES = {300, 120_000, 2_000};
    private static final int[] MAX_DEPTHS = {100, 5, 80};
    private static final int PAGE_BYTES = 20_000;

    private KilledProcess() {}

    /** The process: the folder of the homes, a seed, and whether it ends orderly at once. */
    public static void main(String[] arguments) throws InterruptedException {
        ArtemisStore[] stores = new ArtemisStore[STORES];
        Thread[] workers = new Thread[QUEUES];
        for (int queue = 0; queue < QUEUES; queue++) {
            int q = queue;
            int s = q / KINDS.size();
            if (stores[s] == null) {
                stores[s] = open(Path.of(arguments[0], "home" + s));
            }
            long[] found = find(stores[s], q);
            Random random = new Random(Long.parseLong(arguments[1]) + q);
            workers[q] = new Thread(() -> work(stores[s], q, found, random));
        }
        say(READY);
        if (arguments.length > 2) {
            List.of(stores).forEach(ArtemisStore::close);
            return;
        }
        for (Thread worker : workers) {
            worker.start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
    }

    private static ArtemisStore open(Path home) {
        ArtemisStore store = ArtemisStore.embed(QueueStoreSettings.embedded(home));
        KINDS.forEach(queue -> store.create(QueueDefinition.named(queue)));
        AddressSettings paged =
                QueueSettings.created().setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE);
        paged.setMaxSizeBytes(2 * PAGE_BYTES).setPageSizeBytes(PAGE_BYTES).setMaxReadPageBytes(-1);
        ((EmbeddedBroker) store.broker())
                .server()
                .getAddressSettingsRepository()
                .addMatch("PAGED", paged);
        return store;
    }

    private static String name(int queue) {
        return KINDS.get(queue % KINDS.size());
    }

    /** Reports what is on a queue: first and last number, and whether all between are there. */
    private static long[] find(ArtemisStore store, int queue) {
        long first = 0;
        long next = 0;
        long depth = store.status(name(queue)).depth();
        try (QueueSession session = store.session();
                QueueReader reader = session.reader(name(queue))) {
            for (int i = 0; i < depth; i++) {
                QueueMessage message = reader.receive(30_000);
                if (message == null) {
                    say(FOUND + " " + queue + " " + i + " of " + depth);
                    System.exit(1);
                }
                long number = number(message, queue);
                if (first == 0) {
                    first = number;
                    next = number;
                }
                if (number != next) {
                    say(FOUND + " " + queue + " " + number + " instead of " + next);
                    System.exit(1);
                }
                next++;
            }
            session.rollback();
        }
        say(FOUND + " " + queue + " " + first + " " + (next - 1));
        return new long[] {first, next};
    }

    private static long number(QueueMessage message, int queue) {
        byte[] body = message.body().toArray();
        String text = new String(body, StandardCharsets.US_ASCII);
        long number = Long.parseLong(text.substring(0, text.indexOf(' ')));
        if (!Arrays.equals(body, body(number, queue))) {
            say(FOUND + " " + queue + " another body of " + number);
            System.exit(1);
        }
        return number;
    }

    private static byte[] body(long number, int queue) {
        byte[] body = new byte[BODY_BYTES[queue % KINDS.size()]];
        new Random(number).nextBytes(body);
        byte[] start = (number + " ").getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(start, 0, body, 0, start.length);
        return body;
    }

    private static void work(ArtemisStore store, int queue, long[] found, Random random) {
        String name = name(queue);
        try (QueueSession session = store.session();
                QueueReader reader = session.reader(name)) {
            long next = Long.getLong("next." + queue, 1);
            next = Math.max(next, found[1]);
            long depth = found[0] == 0 ? 0 : found[1] - found[0];
            while (true) {
                int batch = 1 + random.nextInt(MAX_BATCH);
                if (random.nextInt(MAX_DEPTHS[queue % KINDS.size()]) >= depth) {
                    for (int i = 0; i < batch; i++) {
                        Mqmd descriptor = new Mqmd().persistence(1);
                        Bytes body = Bytes.of(body(next++, queue));
                        session.put(name, new QueueMessage(descriptor, body), true);
                    }
                    session.commit();
                    depth += batch;
                    say(PUT + " " + queue + " " + (next - 1));
                } else {
                    long got = 0;
                    for (int i = 0; i < batch && i < depth; i++) {
                        QueueMessage message = reader.receive(10_000);
                        if (message == null) {
                            say(FOUND + " " + queue + " nothing after " + got);
                            System.exit(1);
                        }
                        got = number(message, queue);
                    }
                    session.commit();
                    depth -= Math.min(batch, depth);
                    say(GOT + " " + queue + " " + got);
                }
            }
        }
    }

    private static void say(String line) {
        synchronized (KilledProcess.class) {
            System.out.println(line);
            System.out.flush();
        }
    }
}
