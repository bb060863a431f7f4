package io.millrace.benchmarks.library;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

class StandardPeerTest {

    private static List<String> texts(StandardPeer peer) throws Exception {
        List<String> texts = new ArrayList<>();
        peer.open().read(peer.message(), texts);
        return texts;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("every peer reads the same texts of a message")
    void sameTexts(StandardPeer peer) throws Exception {
        String millrace = peer.standard().toUpperCase(Locale.ROOT) + "_MILLRACE";
        assertThat(texts(peer))
                .hasSizeGreaterThan(15)
                .isEqualTo(texts(StandardPeer.valueOf(millrace)));
    }
}
