package io.millrace.benchmarks.library;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class InterchangePeerTest {

    private static List<String> read(InterchangePeer peer, int bytes) throws Exception {
        List<String> values = new ArrayList<>();
        peer.read(peer.standard.message(bytes), values);
        return values;
    }

    @Test
    void allPeersOfAStandardReadTheSameValues() throws Exception {
        for (int bytes : new int[] {0, 16_384}) {
            assertThat(read(InterchangePeer.SWIFT_MILLRACE, bytes))
                    .contains("32A", "261120EUR1250,75")
                    .isEqualTo(read(InterchangePeer.SWIFT_PROWIDE, bytes));
            assertThat(read(InterchangePeer.X12_MILLRACE, bytes))
                    .contains("PO1", "8621-4")
                    .isEqualTo(read(InterchangePeer.X12_STAEDI, bytes));
        }
    }

    @Test
    void messagesHaveAtLeastTheRequestedSize() {
        for (Interchange standard : Interchange.values()) {
            assertThat(standard.message(16_384)).hasSizeBetween(16_384, 16_600);
        }
    }
}
