package io.millrace.engine.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

class ByteSinkTest {

    @Test
    void numbersAndRepeatedBytesAreWrittenBeyondTheFirstRoom() {
        ByteSink sink = new ByteSink(16);
        sink.fill('x', 15);
        sink.low(0x3132333435363738L, 8, false);
        sink.low(0x3132333435363738L, 3, true);
        sink.int32(0x61626364, false);
        sink.int32(0x61626364, true);
        sink.fill('-', 0);
        sink.fill('y', 100);
        assertThat(sink.bytes().text(StandardCharsets.US_ASCII))
                .isEqualTo("x".repeat(15) + "12345678" + "876" + "abcd" + "dcba" + "y".repeat(100));
    }
}
