package io.millrace.engine.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

class ByteSinkTest {

    @Test
    void numbersAreWrittenBeyondTheFirstRoom() {
        ByteSink sink = new ByteSink(16);
        for (int i = 0; i < 15; i++) {
            sink.write('x');
        }
        sink.low(0x3132333435363738L, 8, false);
        sink.low(0x3132333435363738L, 3, true);
        sink.int32(0x61626364, false);
        sink.int32(0x61626364, true);
        assertThat(sink.bytes().text(StandardCharsets.US_ASCII))
                .isEqualTo("x".repeat(15) + "12345678876abcddcba");
    }
}
