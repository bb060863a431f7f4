package io.millrace.parsers.blob;

import static io.millrace.engine.message.Bytes.utf8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.WriteOptions;

import org.junit.jupiter.api.Test;

class BlobParserTest {

    private final BlobParser parser = new BlobParser();
    private final WriteOptions output = WriteOptions.of(MessageTemplate.domain("BLOB"), 500, 546);

    @Test
    void theBodyIsOneFieldWhateverItsCcsid() {
        Bytes bytes = Bytes.of(new byte[] {0, -1, 127});
        Element body =
                parser.parse(bytes, ParseOptions.of(MessageTemplate.domain("BLOB"), 64_999, 273));
        assertThat(body.at("BLOB").value()).isEqualTo(Value.of(bytes));
        assertThat(body.size()).isEqualTo(1);
        assertThat(parser.write(body, output).array()).isSameAs(bytes.array());
    }

    @Test
    void aProgramsBlobIsWritten() {
        Element body = Element.of(ElementType.NAME, "BLOB");
        body.add("UnknownParserName", Value.of(""));
        body.add("BLOB", Value.of(utf8("x")));
        assertThat(parser.write(body, output)).isEqualTo(utf8("x"));
    }

    @Test
    void aTextIsRefusedWithAdvice() {
        Element body = Element.of(ElementType.NAME, "BLOB");
        body.add("BLOB", Value.of("text"));
        assertThatThrownBy(() -> parser.write(body, output))
                .hasMessageContaining("BLOB.BLOB: found CHARACTER 'text'")
                .hasMessageContaining("CAST");
    }

    @Test
    void otherFieldsAreRefused() {
        Element body = Element.of(ElementType.NAME, "BLOB");
        body.add("Blob", Value.of(utf8("x")));
        assertThatThrownBy(() -> parser.write(body, output))
                .hasMessageContaining("one field, named BLOB");
    }
}
