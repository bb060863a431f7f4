package io.millrace.benchmarks.peer;

import com.fasterxml.aalto.stax.InputFactoryImpl;

import io.millrace.benchmarks.complex.Peer;
import io.millrace.benchmarks.drive.Place;
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
final class PlainJms extends JmsContender {

    private static final int POLL_MILLIS = 100;

    private final InputFactoryImpl inputs = new InputFactoryImpl();
    private final boolean transacted;
    private final Connection connection;
    private final Thread thread;
    private volatile boolean running = true;

    PlainJms(Place place, Job job, boolean transacted, boolean persistent) throws Exception {
        super("plain-jms", place, job);
        this.transacted = transacted;
        inputs.configureForSpeed();
        connection = connections(place).createConnection();
        Session session =
                transacted
                        ? connection.createSession(true, Session.SESSION_TRANSACTED)
                        : connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(input()));
        MessageProducer producer = session.createProducer(session.createQueue(output()));
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        producer.setDeliveryMode(
                persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
        Peer.Work compute = Peer.AALTO.open();
        connection.start();
        thread =
                Thread.ofPlatform()
                        .name("plain-jms")
                        .start(() -> run(session, consumer, producer, compute));
    }

    private void run(
            Session session, MessageConsumer consumer, MessageProducer producer, Peer.Work work) {
        try {
            while (running) {
                if (consumer.receive(POLL_MILLIS) instanceof BytesMessage in) {
                    byte[] body = new byte[(int) in.getBodyLength()];
                    in.readBytes(body);
                    Bytes result = work(body, work);
                    if (result != null) {
                        BytesMessage out = session.createBytesMessage();
                        out.writeBytes(result.array(), result.start(), result.length());
                        producer.send(out);
                    }
                    if (transacted) {
                        session.commit();
                    }
                }
            }
        } catch (Exception e) {
            if (running) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns the output body; null if the message is not sent to any queue. */
    private Bytes work(byte[] body, Peer.Work compute) throws Exception {
        return switch (job()) {
            case PASS -> Bytes.of(body);
            case COMPLEX -> compute.process(body);
            case FILTER, ROUTE -> holds(body) ? Bytes.of(body) : null;
        };
    }

    /** Whether the field has the value of the condition. Reads up to the field. */
    private boolean holds(byte[] body) throws XMLStreamException {
        XMLStreamReader reader = inputs.createXMLStreamReader(new ByteArrayInputStream(body));
        try {
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT
                        && reader.getLocalName().equals(job().field())) {
                    return reader.getElementText().equals(job().value());
                }
            }
            return false;
        } finally {
            reader.close();
        }
    }

    @Override
    public void close() {
        running = false;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        try {
            connection.close();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
