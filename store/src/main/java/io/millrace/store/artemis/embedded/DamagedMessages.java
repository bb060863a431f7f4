package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.store.artemis.broker.QueueSettings;
import io.millrace.store.journal.FileLedger;

import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.io.nio.NIOSequentialFileFactory;
import org.apache.activemq.artemis.core.message.impl.CoreMessage;
import org.apache.activemq.artemis.core.paging.PagedMessage;
import org.apache.activemq.artemis.core.paging.impl.Page;
import org.apache.activemq.artemis.core.postoffice.Binding;
import org.apache.activemq.artemis.core.postoffice.impl.LocalQueueBinding;
import org.apache.activemq.artemis.core.server.ActivateCallback;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.Queue;
import org.slf4j.Logger;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A callback that moves messages with damaged files to {@value #QUEUE}, and adds the reason to
 * each, before a client can connect.
 */
final class DamagedMessages implements ActivateCallback {

    /** Queue that receives damaged messages. */
    static final String QUEUE = "SYSTEM.DAMAGED.QUEUE";

    /** Property of a damaged message: the damage, and the path of the file that was kept. */
    static final String REASON = "MillraceDamage";

    /** Property of a damaged message: the queue that contained it. */
    static final String FROM = "MillraceDamagedQueue";

    private static final Logger LOG = EventLog.of(DamagedMessages.class);
    private static final String LARGE = "large/";
    private static final String PAGE = ".page";

    private final ActiveMQServer server;
    private final List<FileLedger.Damage> damages;

    DamagedMessages(ActiveMQServer server, List<FileLedger.Damage> damages) {
        this.server = server;
        this.damages = damages;
    }

    @Override
    public void activated() {
        try {
            server.createQueue(QueueSettings.queue(QUEUE), true);
            for (FileLedger.Damage damage : damages) {
                if (damage.name().startsWith(LARGE)) {
                    moveLarge(damage);
                } else if (damage.name().endsWith(PAGE) && Files.exists(damage.file())) {
                    movePage(damage);
                }
            }
            server.getStorageManager().waitOnOperations();
        } catch (Exception e) {
            throw new IllegalStateException("damaged messages cannot be moved", e);
        }
    }

    private static String reason(FileLedger.Damage damage) {
        return "the file "
                + damage.name()
                + " "
                + damage.what()
                + (Files.exists(damage.file()) ? "; it is kept as " + damage.file() : "");
    }

    private void moveLarge(FileLedger.Damage damage) throws Exception {
        String file = damage.file().getFileName().toString();
        String name = damage.name().substring(LARGE.length());
        long id = Long.parseLong(name.substring(0, name.indexOf('.')));
        byte[] body = Files.exists(damage.file()) ? Files.readAllBytes(damage.file()) : new byte[0];
        int moved = 0;
        for (Queue queue : queues()) {
            for (MessageReference reference : references(queue, id)) {
                put(copy(reference.getMessage(), body), queue.getName(), damage);
                queue.deleteReference(id);
                moved++;
            }
        }
        LOG.warn(
                "{} {} messages whose body was in {} were moved to {}",
                ErrorCode.STORE_DAMAGED.id(),
                moved,
                file,
                QUEUE);
    }

    private List<Queue> queues() {
        List<Queue> queues = new ArrayList<>();
        server.getPostOffice().getAllBindings().forEach(binding -> addQueue(binding, queues));
        return queues;
    }

    private static void addQueue(Binding binding, List<Queue> queues) {
        if (binding instanceof LocalQueueBinding local) {
            queues.add(local.getQueue());
        }
    }

    private static List<MessageReference> references(Queue queue, long id) {
        List<MessageReference> found = new ArrayList<>();
        try (var references = queue.browserIterator()) {
            while (references.hasNext()) {
                MessageReference reference = references.next();
                if (reference.getMessageID() == id) {
                    found.add(reference);
                }
            }
        }
        return found;
    }

    /**
     * Moves the messages of a damaged page file. They are no longer on their queues, and some of
     * them may already have been received.
     */
    private void movePage(FileLedger.Damage damage) throws Exception {
        Path file = damage.file();
        NIOSequentialFileFactory folder =
                new NIOSequentialFileFactory(file.getParent().toFile(), 1);
        Page page =
                new Page(
                        SimpleString.of(damage.name()),
                        server.getStorageManager(),
                        folder,
                        folder.createSequentialFile(file.getFileName().toString()),
                        0);
        int moved = 0;
        page.open(false);
        try (var messages = page.read().iterator()) {
            while (messages.hasNext()) {
                PagedMessage paged = messages.next();
                Message message = paged.getMessage();
                byte[] body = new byte[message.toCore().getReadOnlyBodyBuffer().readableBytes()];
                message.toCore().getReadOnlyBodyBuffer().readBytes(body);
                put(copy(message, body), message.getAddressSimpleString(), damage);
                moved++;
            }
        } finally {
            page.close(false, false);
        }
        LOG.warn(
                """
                {} {} messages that could be read in {} were moved to {}; some of them may \
                already have been received\
                """,
                ErrorCode.STORE_DAMAGED.id(),
                moved,
                file,
                QUEUE);
    }

    /** Returns a message with the same header and properties. */
    private Message copy(Message message, byte[] body) {
        CoreMessage copy = new CoreMessage(0, body.length + 64);
        if (message instanceof CoreMessage core) {
            copy.moveHeadersAndProperties(core);
            copy.removeProperty(Message.HDR_LARGE_BODY_SIZE);
        }
        copy.setType(Message.BYTES_TYPE);
        copy.setDurable(true);
        copy.getBodyBuffer().writeBytes(body);
        return copy;
    }

    private void put(Message copy, SimpleString queue, FileLedger.Damage damage) throws Exception {
        copy.setMessageID(server.getStorageManager().generateID());
        copy.setAddress(QUEUE);
        copy.putStringProperty(SimpleString.of(REASON), SimpleString.of(reason(damage)));
        copy.putStringProperty(SimpleString.of(FROM), queue);
        server.getPostOffice().route(copy, false);
    }
}
