package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.state.RecordFormat.Version;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.Arrays;
import java.util.Random;

class RecordFormatTest {

    private static final Version DUE =
            new Version(
                    "Schlüssel",
                    42,
                    new StateRecord(
                            "Schlüssel",
                            Bytes.utf8("value"),
                            Instant.parse("2026-11-22T12:00:00Z")));

    @Test
    void aVersionIsReadAsItWasWritten() {
        Version plain = new Version("k", Long.MAX_VALUE, new StateRecord("k", Bytes.EMPTY));
        Version removal = new Version("k", 1, null);
        for (Version version : new Version[] {DUE, plain, removal}) {
            assertThat(RecordFormat.read(RecordFormat.write(version))).isEqualTo(version);
        }
    }

    @Test
    void aRecordDoesNotKeepTheMessageOfWhichItsValueIsAPart() {
        Bytes part = Bytes.utf8("a long message").slice(2, 6);
        assertThat(new StateRecord("k", part).value().array()).hasSize(4);
    }

    @Test
    void otherBytesAreNoVersion() {
        assertThat(RecordFormat.read(Bytes.EMPTY)).isNull();
        assertThat(RecordFormat.read(Bytes.utf8("<message/>"))).isNull();
        byte[] good = RecordFormat.write(DUE).toArray();
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] bad = Arrays.copyOf(good, random.nextInt(good.length + 1));
            for (int change = random.nextInt(3); change > 0 && bad.length > 0; change--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            assertThatCode(() -> RecordFormat.read(Bytes.of(bad))).doesNotThrowAnyException();
        }
    }
}
