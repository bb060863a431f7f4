package io.millrace.store.artemis.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class LoginDelayTest {

    private static final String ATTACKER = "192.0.2.1";

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final LoginDelay delay = new LoginDelay(() -> now);

    private void fail(String address, String user, int times) {
        for (int i = 0; i < times; i++) {
            delay.failed(address, user);
        }
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void aFewFailuresAreFree() {
        fail(ATTACKER, "alice", LoginDelay.FREE_FAILURES);
        assertThat(delay.isDelayed(ATTACKER, "alice")).isFalse();
    }

    @Test
    void theDelayGrowsToItsMaximum() {
        fail(ATTACKER, "alice", LoginDelay.FREE_FAILURES + 1);
        assertThat(delay.isDelayed(ATTACKER, "alice")).isTrue();
        pass(Duration.ofSeconds(1));
        assertThat(delay.isDelayed(ATTACKER, "alice")).isFalse();
        fail(ATTACKER, "alice", 1);
        pass(Duration.ofSeconds(1));
        assertThat(delay.isDelayed(ATTACKER, "alice")).isTrue();
        fail(ATTACKER, "alice", 1_000);
        pass(LoginDelay.MAX_DELAY);
        assertThat(delay.isDelayed(ATTACKER, "alice")).isFalse();
    }

    @Test
    void theDelayIsThatOfTheAddressWhateverTheUser() {
        fail(ATTACKER, "alice", 10);
        assertThat(delay.isDelayed(ATTACKER, "bob")).isTrue();
        assertThat(delay.isDelayed("198.51.100.7", "alice")).as("not locked out").isFalse();
    }

    @Test
    void aUserKnownAtAnAddressIsNotDelayedByOthersThere() {
        delay.succeeded(ATTACKER, "alice");
        fail(ATTACKER, "bob", 10);
        assertThat(delay.isDelayed(ATTACKER, "alice")).isFalse();
        fail(ATTACKER, "alice", 10);
        assertThat(delay.isDelayed(ATTACKER, "alice")).isTrue();
    }

    @Test
    void aRightPasswordDoesNotEndTheDelayOfTheAddress() {
        fail(ATTACKER, "alice", 10);
        delay.succeeded(ATTACKER, "mallory");
        assertThat(delay.isDelayed(ATTACKER, "alice")).isTrue();
    }

    @Test
    void failuresAreForgotten() {
        fail(ATTACKER, "alice", 10);
        pass(Duration.ofHours(1));
        fail(ATTACKER, "alice", 1);
        assertThat(delay.isDelayed(ATTACKER, "alice")).isFalse();
    }

    @Test
    void networksOfIpv6AreOneAddress() {
        assertThat(Client.network("[2001:db8:0:1:0:0:0:5]"))
                .isEqualTo(Client.network("[2001:db8:0:1:a:b:c:d]"))
                .isNotEqualTo(Client.network("[2001:db8:0:2:0:0:0:5]"));
        assertThat(Client.network(ATTACKER)).isEqualTo(ATTACKER);
    }
}
