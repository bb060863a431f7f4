package io.millrace.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;

class MessageIdsTest {

    @Test
    void copiesHaveIdsOfTheirOwnAndLeaveTheirMessagesAlone() {
        Set<Bytes> ids = new HashSet<>();
        for (int message = 0; message < 100; message++) {
            Bytes id = MessageIds.next();
            Bytes before = Bytes.of(id.toArray().clone());
            ids.add(id);
            for (int queue = 0; queue < 100; queue++) {
                Bytes copy = MessageIds.ofCopy(id, "SUBSCRIBER." + queue);
                assertThat(copy).isEqualTo(MessageIds.ofCopy(id, "SUBSCRIBER." + queue));
                assertThat(copy.length()).isEqualTo(MessageIds.LENGTH);
                ids.add(copy);
            }
            assertThat(id).isEqualTo(before);
        }
        assertThat(ids).hasSize(100 * 101);
    }
}
