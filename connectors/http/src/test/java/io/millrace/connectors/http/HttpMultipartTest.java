package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Multipart bodies, written and read by the MIME library of Jakarta Mail. */
@Timeout(300)
class HttpMultipartTest {

    private final HttpBroker http = new HttpBroker();

    @AfterEach
    void stop() {
        http.close();
    }

    private static final String SERVER =
            """
            flow: main
            nodes:
              in:     {type: HTTPInput, path: /in%s}
              do:     {type: Compute, module: Do, computeMode: destinationAndMessage}
              reply:  {type: HTTPReply}
              failed: {type: Compute, module: Failed, computeMode: destinationAndMessage}
            connections:
              in.out: do
              do.out: reply
              in.failure: failed
              failed.out: reply
            """;

    private void deploy(String properties, String statements) {
        http.deploy(
                "shop",
                SERVER.formatted(properties),
                HttpBroker.module("Do", statements)
                        + HttpBroker.module(
                                "Failed",
                                "SET OutputLocalEnvironment.Destination.HTTP.ReplyStatusCode ="
                                        + " 400;"));
    }

    private static BodyPart part(String disposition, String type, String content)
            throws MessagingException {
        MimeBodyPart part = new MimeBodyPart();
        part.setDataHandler(
                new jakarta.activation.DataHandler(
                        new ByteArrayDataSource(content.getBytes(StandardCharsets.UTF_8), type)));
        if (!disposition.isEmpty()) {
            part.setHeader("Content-Disposition", disposition);
        }
        part.setHeader("Content-Type", type);
        part.setHeader("Content-Transfer-Encoding", "binary");
        return part;
    }

    private HttpResponse<String> send(MimeMultipart multipart)
            throws MessagingException, IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        multipart.writeTo(body);
        return http.send(
                http.request("/in")
                        .header("Content-Type", multipart.getContentType().replaceAll("\\s+", " "))
                        .POST(BodyPublishers.ofByteArray(body.toByteArray())));
    }

    private static MimeMultipart form() throws MessagingException {
        MimeMultipart form = new MimeMultipart("form-data");
        form.addBodyPart(part("form-data; name=\"customer\"", "text/plain; charset=utf-8", "José"));
        form.addBodyPart(part("form-data; name=\"a \\\"b\\\"\"", "text/plain", "1"));
        form.addBodyPart(
                part(
                        "form-data; name=\"order\"; filename=\"order.json\"",
                        "application/json",
                        "{\"quantity\":3}"));
        return form;
    }

    @Test
    void aFormHasFieldsAndFiles() throws Exception {
        deploy(
                "",
                """
                DECLARE form REFERENCE TO InputLocalEnvironment.HTTP.Input.Form;
                DECLARE file BLOB InputRoot.MIME.Parts.Part[3].Data.BLOB.BLOB;
                CREATE LASTCHILD OF OutputLocalEnvironment.Variables DOMAIN('JSON')
                  PARSE(file CCSID 1208);
                SET OutputRoot.MIME = NULL;
                SET OutputRoot.JSON.Data.customer = form.customer;
                SET OutputRoot.JSON.Data.other = form."a ""b\""";
                SET OutputRoot.JSON.Data.fields = CARDINALITY(form.*[]);
                SET OutputRoot.JSON.Data.quantity =
                  OutputLocalEnvironment.Variables.JSON.Data.quantity;
                """);
        assertThat(send(form()).body())
                .isEqualTo("{\"customer\":\"José\",\"other\":\"1\",\"fields\":2,\"quantity\":3}");
    }

    @Test
    void aMixedBodyIsReturnedUnchanged() throws Exception {
        deploy("", "");
        MimeMultipart mixed = new MimeMultipart("mixed");
        mixed.addBodyPart(part("", "text/plain; charset=utf-8", "Grüße"));
        mixed.addBodyPart(part("attachment; filename=a.xml", "application/xml", "<a/>"));
        HttpResponse<String> reply = send(mixed);
        MimeMultipart read = read(reply);
        assertThat(reply.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("multipart/mixed;");
        assertThat(text(read.getBodyPart(0))).isEqualTo("Grüße");
        assertThat(text(read.getBodyPart(1))).isEqualTo("<a/>");
        assertThat(read.getBodyPart(1).getFileName()).isEqualTo("a.xml");
        assertThat(read.getCount()).isEqualTo(2);
    }

    private static MimeMultipart read(HttpResponse<String> response) throws Exception {
        return read(
                response.headers().firstValue("Content-Type").orElseThrow(),
                response.body().getBytes(StandardCharsets.UTF_8));
    }

    private static MimeMultipart read(String type, byte[] body) throws Exception {
        return new MimeMultipart(new ByteArrayDataSource(body, type));
    }

    private static String text(BodyPart part) throws Exception {
        return new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aFlowSendsAForm() throws Exception {
        CompletableFuture<MimeMultipart> received = new CompletableFuture<>();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/upload",
                e -> {
                    try {
                        received.complete(
                                read(
                                        e.getRequestHeaders().getFirst("Content-Type"),
                                        e.getRequestBody().readAllBytes()));
                    } catch (Exception failure) {
                        received.completeExceptionally(failure);
                    }
                    e.sendResponseHeaders(204, -1);
                    e.close();
                });
        server.start();
        try {
            http.deploy(
                    "shop",
                    """
                    flow: main
                    nodes:
                      in:   {type: MQInput, queue: IN, domain: BLOB, backoutQueue: BAD}
                      do:   {type: Compute, module: Do}
                      send: {type: HTTPRequest, url: "http://127.0.0.1:%d/upload"}
                      out:  {type: MQOutput, queue: OUT}
                    connections: {in.out: do, do.out: send, send.out: out}
                    """
                            .formatted(server.getAddress().getPort()),
                    HttpBroker.module(
                            "Do",
                            """
                            DECLARE file BLOB InputRoot.BLOB.BLOB;
                            SET OutputRoot.BLOB = NULL;
                            SET OutputRoot.MIME."Content-Type" =
                              'multipart/form-data; boundary="my part"';
                            CREATE LASTCHILD OF OutputRoot.MIME NAME 'Parts';
                            DECLARE parts REFERENCE TO OutputRoot.MIME.Parts;
                            SET parts.Part[1]."Content-Disposition" = 'form-data; name="a"';
                            SET parts.Part[1].Data.BLOB.BLOB = CAST('1' AS BLOB CCSID 1208);
                            SET parts.Part[2]."Content-Disposition" =
                              'form-data; name="file"; filename="f.txt"';
                            SET parts.Part[2]."Content-Type" = 'text/plain';
                            SET parts.Part[2].Data.BLOB.BLOB = file;
                            """));
            http.put("IN", "text of the file");
            MimeMultipart form = received.get();
            assertThat(form.getCount()).isEqualTo(2);
            assertThat(text(form.getBodyPart(0))).isEqualTo("1");
            assertThat(form.getBodyPart(1).getFileName()).isEqualTo("f.txt");
            assertThat(text(form.getBodyPart(1))).isEqualTo("text of the file");
            assertThat(http.take("OUT")).isEmpty();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aDamagedFormTakesTheFailurePath() {
        deploy("", "");
        String type = "multipart/form-data; boundary=x";
        assertThat(http.post("/in", type, "--x\r\nContent-Dispo").statusCode()).isEqualTo(400);
        assertThat(http.post("/in", type, "no part").statusCode()).isEqualTo(400);
        assertThat(http.post("/in", "multipart/form-data", "--x\r\n\r\n\r\n--x--").statusCode())
                .as("no boundary")
                .isEqualTo(400);
        assertThat(http.post("/in", type, "").statusCode()).as("no body").isEqualTo(200);
    }

    @Test
    void theDomainOfTheNodeApplies() throws Exception {
        deploy(", domain: BLOB", "SET OutputRoot.HTTPInputHeader = NULL;");
        HttpResponse<String> reply = send(form());
        assertThat(reply.body()).startsWith("--").contains("José");
        assertThat(read(reply).getCount()).isEqualTo(3);
    }
}
