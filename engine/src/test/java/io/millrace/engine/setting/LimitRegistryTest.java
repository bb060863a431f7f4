package io.millrace.engine.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The limits of a process and their high-water marks. */
class LimitRegistryTest {

    private final LimitRegistry registry = new LimitRegistry();
    private final AtomicLong depth = new AtomicLong();

    private LimitUse read() {
        return registry.read().getFirst();
    }

    @Test
    void theHighestValueThatWasReadIsKept() {
        registry.add(() -> List.of(LimitUse.count("queue depth", "A", depth.get(), 10)));
        depth.set(7);
        assertThat(read().highest()).isEqualTo(7);
        depth.set(3);
        assertThat(read()).isEqualTo(LimitUse.count("queue depth", "A", 3, 10).raised(7));
        depth.set(9);
        assertThat(read().highest()).isEqualTo(9);
    }

    @Test
    void anExactMarkOfTheOwnerIsUsed() {
        registry.add(() -> List.of(LimitUse.count("calls", "", depth.get(), 10).raised(5)));
        depth.set(2);
        assertThat(read().highest()).isEqualTo(5);
        depth.set(6);
        assertThat(read().highest()).isEqualTo(6);
    }

    @Test
    void theMarkOfAnObjectEndsWithIt() {
        AtomicLong objects = new AtomicLong(1);
        registry.add(
                () ->
                        objects.get() == 0
                                ? List.of()
                                : List.of(LimitUse.count("depth", "A", depth.get(), 10)));
        depth.set(7);
        assertThat(read().highest()).isEqualTo(7);
        objects.set(0);
        assertThat(registry.read()).isEmpty();
        objects.set(1);
        depth.set(1);
        assertThat(read().highest()).isEqualTo(1);
    }

    @Test
    void anOwnerThatFailsDoesNotHideTheOthersAndKeepsItsMarks() {
        AtomicLong down = new AtomicLong();
        registry.add(
                () -> {
                    if (down.get() > 0) {
                        throw new MillraceException(ErrorCode.QUEUE_STORE_DOWN, "down");
                    }
                    return List.of(LimitUse.count("depth", "A", depth.get(), 10));
                });
        registry.add(() -> List.of(LimitUse.bytes("heap", "", 1, 2)));
        depth.set(7);
        assertThat(registry.read()).hasSize(2);
        depth.set(1);
        down.set(1);
        assertThat(registry.read()).containsExactly(LimitUse.bytes("heap", "", 1, 2));
        down.set(0);
        assertThat(read().highest()).isEqualTo(7);
    }

    @Test
    void aClosedRegistrationRemovesItsLimits() {
        LimitRegistry.Registration first =
                registry.add(() -> List.of(LimitUse.count("depth", "A", 1, 10)));
        registry.add(() -> List.of(LimitUse.count("depth", "B", 1, 10)));
        first.close();
        assertThat(registry.read()).extracting(LimitUse::object).containsExactly("B");
    }
}
