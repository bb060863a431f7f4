package io.millrace.benchmarks.library;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class StandardPeerTest {

    private static List<String> texts(StandardPeer.Work work, byte[] message, Access access)
            throws Exception {
        List<String> texts = new ArrayList<>();
        work.read(message, access, texts);
        return texts;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("every peer reads the same texts of a message")
    void sameTexts(StandardPeer peer) throws Exception {
        StandardPeer.Standard standard = peer.standard;
        StandardPeer.Work work = peer.open();
        byte[] message = standard.message();
        assertThat(texts(work, message, Access.READ_NONE)).isEmpty();
        assertThat(texts(work, message, Access.READ_FIRST)).containsExactly(standard.first);
        assertThat(texts(work, message, Access.READ_FIRST_AND_LAST))
                .containsExactly(standard.first, standard.last);
        assertThat(texts(work, message, Access.READ_ALL))
                .hasSizeGreaterThan(15)
                .isEqualTo(texts(new MillraceMessage(standard), message, Access.READ_ALL));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("every peer changes one text of a message and nothing else")
    void sameChange(StandardPeer peer) throws Exception {
        StandardPeer.Standard standard = peer.standard;
        byte[] message = standard.message();
        StandardPeer.Work millrace = new MillraceMessage(standard);
        List<String> expected = texts(millrace, message, Access.READ_ALL);
        assertThat(Collections.replaceAll(expected, standard.first, standard.changed())).isTrue();
        byte[] changed = peer.open().change(message);
        assertThat(texts(millrace, changed, Access.READ_ALL)).isEqualTo(expected);
    }
}
