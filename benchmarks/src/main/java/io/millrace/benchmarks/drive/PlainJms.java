package io.millrace.benchmarks.drive;

import com.fasterxml.aalto.stax.InputFactoryImpl;

import io.millrace.benchmarks.drive.JmsPeer.Job;
import io.millrace.benchmarks.library.Peer;
import io.millrace.engine.message.Bytes;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

import java.io.ByteArrayInputStream;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Written by hand: a thread with an open JMS session, consumer and producer. No message ids and
 * time stamps, because nothing reads them; acknowledged automatically, or in a transaction for each
 * message. XML is read and written with Aalto's StAX, the fastest library.
 */
final class PlainJms extends JmsPeer {

    private final InputFactoryImpl inputs = new InputFactoryImpl();
    private final Connection connection;
    private final Workers workers = new Workers();

    PlainJms(Task task) throws Exception {
        super("plain-jms", task);
        inputs.configureForSpeed();
        connection = connections(task).createConnection();
        Session session =
                connection.createSession(
                        task.transacted(),
                        task.transacted() ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(input));
        MessageProducer producer = session.createProducer(session.createQueue(output));
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        producer.setDeliveryMode(
                task.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
        Peer.Work compute = Peer.AALTO.open();
        connection.start();
        workers.start(
                "plain-jms",
                null,
                () -> {
                    if (consumer.receive(BareLoop.POLL_MILLIS) instanceof BytesMessage in) {
                        byte[] body = new byte[(int) in.getBodyLength()];
                        in.readBytes(body);
                        Bytes result =
                                switch (task.job()) {
                                    case PASS -> Bytes.of(body);
                                    case COMPLEX -> compute.process(body);
                                    case FILTER, ROUTE ->
                                            holds(task.job(), body) ? Bytes.of(body) : null;
                                };
                        if (result != null) {
                            BytesMessage out = session.createBytesMessage();
                            out.writeBytes(result.array(), result.start(), result.length());
                            producer.send(out);
                        }
                        if (task.transacted()) {
                            session.commit();
                        }
                    }
                });
    }

    /** Whether the condition holds; it reads the message up to the field. */
    private boolean holds(Job job, byte[] body) throws XMLStreamException {
        XMLStreamReader reader = inputs.createXMLStreamReader(new ByteArrayInputStream(body));
        try {
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT
                        && reader.getLocalName().equals(job.field())) {
                    return reader.getElementText().equals(job.value);
                }
            }
            return false;
        } finally {
            reader.close();
        }
    }

    @Override
    public void close() {
        workers.end();
        try {
            connection.close();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
