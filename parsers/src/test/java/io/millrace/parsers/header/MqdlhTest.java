package io.millrace.parsers.header;

import static io.millrace.parsers.Messages.dlh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderParser.Following;

import org.junit.jupiter.api.Test;

class MqdlhTest {

    private final Mqdlh parser = new Mqdlh();

    @Test
    void itsFieldsAreThoseOfTheStructure() {
        Element header = parser.parse(dlh("MQSTR", 819, 273), 1208, 273, Limits.DEFAULTS).folder();
        assertThat(header.valueOf("Reason")).isEqualTo(Value.of(2053));
        assertThat(header.textOf("DestQName")).hasSize(48).startsWith("ORDERS.IN ");
        assertThat(header.textOf("Format")).isEqualTo("MQSTR   ");
        assertThat(header.textOf("PutDate")).isEqualTo("20261120");
        assertThat(header.size()).isEqualTo(11);
    }

    @Test
    void oneMadeByAProgramReadsBackAsItWasMade() {
        Element header = Element.of(ElementType.NAME, "MQDLH");
        header.add("Reason", Value.of(2053));
        header.add("DestQName", Value.of("ORDERS.IN"));
        Bytes bytes =
                parser.write(header, 500, 546, new Following("MQSTR", 819, 273), Limits.DEFAULTS);
        assertThat(bytes.length()).isEqualTo(172);
        Element again = parser.parse(bytes, 500, 546, Limits.DEFAULTS).folder();
        assertThat(parser.following(again)).isEqualTo(new Following("MQSTR", 819, 273));
        assertThat(again.valueOf("Reason")).isEqualTo(Value.of(2053));
        assertThat(again.textOf("DestQName").strip()).isEqualTo("ORDERS.IN");
        assertThat(again.valueOf("Version")).isEqualTo(Value.of(1));
    }

    @Test
    void aChangedFieldLeavesTheOthers() {
        Element header = parser.parse(dlh("MQSTR", 819, 273), 1208, 273, Limits.DEFAULTS).folder();
        header.child("Reason").value(Value.of(2030));
        byte[] expected = dlh("MQSTR", 819, 273).toArray().clone();
        expected[10] = 2030 >> 8;
        expected[11] = (byte) 2030;
        assertThat(parser.write(header, 1208, 273, null, Limits.DEFAULTS))
                .isEqualTo(Bytes.of(expected));
    }

    @Test
    void unknownFieldsAndDamageAreReported() {
        Element header = Element.of(ElementType.NAME, "MQDLH");
        header.add("DestQueue", Value.of("X"));
        assertThatThrownBy(() -> parser.write(header, 1208, 273, null, Limits.DEFAULTS))
                .hasMessageContaining("no such field");
        Bytes cut = dlh("MQSTR", 819, 273).slice(0, 100);
        assertThatThrownBy(() -> parser.parse(cut, 1208, 273, Limits.DEFAULTS))
                .hasMessageContaining("172 bytes");
    }
}
