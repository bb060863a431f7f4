package io.millrace.benchmarks.library;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Bytes;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("every peer makes the same document of every message")
    void sameResult(Peer peer) throws Exception {
        Peer.Work work = peer.open();
        for (String size : new String[] {"4k", "16k", "64k"}) {
            byte[] message = Peer.message(size);
            peer.check(message, work.process(message));
            peer.check(message, work.process(message));
        }
    }

    @Test
    @DisplayName("a result that lacks the new fields is noticed")
    void otherResult() throws Exception {
        byte[] message = Peer.message("4k");
        assertThatThrownBy(() -> Peer.AALTO.check(message, Bytes.of(message)))
                .hasMessage("AALTO and MILLRACE have different results");
    }
}
