package io.millrace.benchmarks.drive;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

/**
 * A handwritten JMS program: a thread with an open session, consumer and producer. Unused message
 * ids and time stamps are disabled. Messages are acknowledged automatically, or in a transaction
 * for each message.
 */
final class PlainJms extends JmsPeer {

    private final Connection connection;
    private final Workers workers = new Workers();

    PlainJms(Place place, boolean transacted, boolean persistent) throws Exception {
        super("plain-jms", place);
        connection = connections(place).createConnection();
        Session session =
                connection.createSession(
                        transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(input));
        MessageProducer producer = session.createProducer(session.createQueue(output));
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        producer.setDeliveryMode(
                persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
        connection.start();
        workers.start(
                "plain-jms",
                null,
                () -> {
                    if (consumer.receive(BareLoop.POLL_MILLIS) instanceof BytesMessage in) {
                        byte[] body = new byte[(int) in.getBodyLength()];
                        in.readBytes(body);
                        BytesMessage out = session.createBytesMessage();
                        out.writeBytes(body);
                        producer.send(out);
                        if (transacted) {
                            session.commit();
                        }
                    }
                });
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
