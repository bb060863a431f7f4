package io.millrace.parsers.mime;

import static io.millrace.engine.message.Bytes.utf8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.WriteOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;

class MimeParserTest {

    private static final String SOAP =
            """
            MIME-Version: 1.0
            Content-Type: Multipart/Related; boundary=MIME_boundary;
                type=text/xml

            before
            --MIME_boundary
            Content-Type: text/xml; charset=UTF-8

            <a/>
            --MIME_boundary
            Content-Type: image/jpeg

            --MIME_boundary_of_another
            --MIME_boundary--
            after
            """
                    .replace("\n", "\r\n");

    private final MimeParser parser = new MimeParser();

    private Element parse(String text) {
        return parser.parse(
                Bytes.of(text.getBytes(ISO_8859_1)),
                ParseOptions.of(MessageTemplate.domain("MIME"), 1208, 273));
    }

    private String write(Element body) {
        return parser.write(body, WriteOptions.of(MessageTemplate.domain("MIME"), 1208, 273))
                .text(ISO_8859_1);
    }

    private static String content(Element entity) {
        Value value = entity.at("Data", "BLOB", "BLOB").value();
        return value instanceof BlobValue(Bytes bytes) ? bytes.text(ISO_8859_1) : null;
    }

    @Test
    void partsStandBetweenPreambleAndEpilogue() {
        Element body = parse(SOAP);
        assertThat(body.textOf("MIME-Version")).isEqualTo("1.0");
        assertThat(body.textOf("Content-Type"))
                .isEqualTo("Multipart/Related; boundary=MIME_boundary;    type=text/xml");
        var found = new ArrayList<String>();
        for (Element c = body.child("Parts").firstChild(); c != null; c = c.next()) {
            found.add(c.name() + "=" + (c.value() == null ? content(c) : c.value().text()));
        }
        assertThat(found)
                .containsExactly(
                        "=before", "Part=<a/>", "Part=--MIME_boundary_of_another", "=after\r\n");
    }

    @Test
    void aChangedPartLeavesTheOthersAsTheyCame() {
        Element body = parse(SOAP);
        Element part = body.child("Parts").child("Part");
        part.at("Data", "BLOB", "BLOB").value(Value.of(utf8("<b/>")));
        part.child("Content-Type").value(Value.of("text/html"));
        assertThat(write(body))
                .isEqualTo(
                        SOAP.replace("<a/>", "<b/>")
                                .replace("text/xml; charset=UTF-8", "text/html")
                                .replace(";\r\n    type", ";    type"));
    }

    @Test
    void aMessageMadeByAProgramIsWritten() {
        Element body = Element.of(ElementType.NAME, "MIME");
        body.add("Content-Type", Value.of("multipart/mixed; boundary=\"a b\""));
        Element part = body.add("Parts").add("Part");
        part.add("Content-Type", Value.of("text/plain"));
        part.add("Data").add("BLOB").add("BLOB", Value.of(utf8("hello")));
        assertThat(write(body))
                .isEqualTo(
                        """
                        Content-Type: multipart/mixed; boundary="a b"\r
                        \r
                        --a b\r
                        Content-Type: text/plain\r
                        \r
                        hello\r
                        --a b--\r
                        """);
    }

    @Test
    void aSinglePartHasDataAndNoParts() {
        Element body = parse("Content-Type: text/plain\n\nline 1\nline 2\n");
        assertThat(body.child("Parts")).isNull();
        assertThat(content(body)).isEqualTo("line 1\nline 2\n");
        assertThat(parse("Content-Type: text/plain\n\n").child("Data").firstChild()).isNull();
    }

    @Test
    void aHeaderValueCannotBringAnotherHeader() {
        Element body = parse("Content-Type: text/plain\r\n\r\nhello");
        body.child("Content-Type").value(Value.of("text/plain\r\nBcc: all"));
        assertThatThrownBy(() -> write(body))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("MIME.Content-Type")
                .hasMessageContaining("one line");
    }

    @Test
    void aPartThatHoldsTheBoundaryIsRefused() {
        Element body = parse(SOAP);
        body.child("Parts")
                .child("Part")
                .at("Data", "BLOB", "BLOB")
                .value(Value.of(utf8("x\n--MIME_boundary\ny")));
        assertThatThrownBy(() -> write(body)).hasMessageContaining("another boundary");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no colon\r\n\r\n",
                "MIME-Version: 1.0\r\n\r\nbody",
                "Content-Type: multipart/mixed\r\n\r\n--b\r\n\r\nx\r\n--b--",
                "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--c--",
                "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx",
            })
    void damageIsReported(String text) {
        Element body = parse(text);
        assertThatThrownBy(
                        () -> {
                            body.child("Parts").firstChild();
                        })
                .isInstanceOf(MillraceException.class)
                .hasMessageStartingWith("MIME, byte ");
        assertThat(write(body)).isEqualTo(text);
    }

    @Test
    void multipartsInMultipartsEndAtALimit() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append("Content-Type: multipart/mixed; boundary=b" + i + "x\n\n--b" + i + "x\n");
        }
        for (int i = 39; i >= 0; i--) {
            text.append("\n--b" + i + "x--");
        }
        Element body = parse(text.toString());
        assertThatThrownBy(
                        () -> {
                            Element at = body;
                            while (at != null) {
                                at = at.child("Parts").child("Part");
                            }
                        })
                .hasMessageContaining("more than 32 multiparts");
    }
}
