package io.millrace.connectors.mail;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A broker with a flow that sends each message of the queue IN by e-mail. The queue OUT receives
 * {@code sent SERVER} or the number and text of the failure.
 */
final class MailFlow implements AutoCloseable {

    private static final Duration LONG = Duration.ofMinutes(2);

    private static final String FLOW =
            """
            flow: mail
            nodes:
              in:     {type: MQInput, queue: IN, domain: %s, backoutQueue: BAD}
              do:     {type: Compute, module: Do, computeMode: destinationAndMessage}
              mail:   {type: EmailOutput, %s}
              done:   {type: Compute, module: Done}
              failed: {type: Compute, module: Failed}
              out:    {type: MQOutput, queue: OUT}
            connections:
              in.out: do
              do.out: mail
              mail.out: done
              done.out: out
              mail.failure: failed
              failed.out: out
            """;

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Do
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputLocalEnvironment = InputLocalEnvironment;
                SET OutputRoot = InputRoot;
                %s
                RETURN TRUE;
              END;
            END MODULE;
            CREATE COMPUTE MODULE Done
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                DECLARE sent REFERENCE TO
                  InputLocalEnvironment.WrittenDestination.Email.DestinationData;
                SET OutputRoot.BLOB.BLOB =
                  CAST('sent ' || sent.SMTPServer || ' ' || sent.messageId AS BLOB CCSID 1208);
                RETURN TRUE;
              END;
            END MODULE;
            CREATE COMPUTE MODULE Failed
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                DECLARE e REFERENCE TO InputExceptionList.*[1];
                DECLARE text CHARACTER '';
                WHILE LASTMOVE(e) DO
                  IF e.Number IS NOT NULL THEN
                    SET text = CAST(e.Number AS CHARACTER) || ' ' || e.Text;
                  END IF;
                  MOVE e LASTCHILD;
                END WHILE;
                SET OutputRoot.BLOB.BLOB = CAST(text AS BLOB CCSID 1208);
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private final Path folder;
    final Broker broker = Broker.builder().memory().start();

    MailFlow(Path folder) {
        this.folder = folder;
    }

    /**
     * Deploys the flow.
     *
     * @param properties properties of the node that sends
     * @param statements statements before the e-mail is sent
     * @param settings contents of {@code application.yaml}
     */
    MailFlow deploy(String domain, String properties, String statements, String settings) {
        try {
            Files.writeString(folder.resolve("main.flow.yaml"), FLOW.formatted(domain, properties));
            Files.writeString(folder.resolve("main.esql"), ESQL.formatted(statements));
            Files.writeString(folder.resolve("application.yaml"), settings);
            broker.deploy(Application.load(folder));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Passes a message in UTF-8 to the flow and returns the result. */
    String send(String text) {
        return send(Bytes.utf8(text), 1208);
    }

    String send(Bytes body, int ccsid) {
        Mqmd descriptor = new Mqmd().format("MQSTR").codedCharSetId(ccsid);
        broker.put("IN", new QueueMessage(descriptor, body));
        return broker.get("OUT", LONG)
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    @Override
    public void close() {
        broker.close();
    }
}
