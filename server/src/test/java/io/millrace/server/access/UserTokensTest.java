package io.millrace.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.queue.Rights;
import io.millrace.flows.application.Administrator;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.server.deploy.ServerHome;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Tokens of users while time passes, also with a clock that jumps. */
class UserTokensTest {

    private static final Administrator ANNA =
            new Administrator(
                    "anna",
                    List.of(Administrator.Grant.of(Set.of(Role.VIEW))),
                    Rights.Context.NONE);

    @TempDir Path folder;

    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private ServerHome home;
    private UserTokens tokens;

    @BeforeEach
    void open() {
        home = ServerHome.open(folder);
        tokens = tokens();
    }

    @AfterEach
    void close() {
        home.close();
    }

    private UserTokens tokens() {
        return new UserTokens(home, List.of(ANNA), () -> now);
    }

    private UserTokens.Created create(String validity) {
        return tokens.create("anna", TokenValidity.of(validity), "test");
    }

    private void refused(String token, String reason) {
        assertThatThrownBy(() -> tokens.caller(token)).hasMessageContaining(reason);
    }

    @Test
    void aTokenIsRefusedFromItsEndOnAlsoAfterARestart() {
        String token = create("30d").token();
        now = now.plus(Duration.ofDays(30)).minusMillis(1);
        Caller caller = tokens.caller(token);
        assertThat(caller.name()).isEqualTo("anna");
        assertThat(tokens.isValid(caller)).isTrue();
        now = now.plusMillis(1);
        refused(token, "of user anna expired at 2030-01-31T00:00:00Z");
        assertThat(tokens.isValid(caller)).as("an event stream ends").isFalse();
        tokens = tokens();
        refused(token, "of user anna expired at 2030-01-31T00:00:00Z");
        assertThat(tokens.tokens().getFirst().state()).isEqualTo("expired");
    }

    /** The end is a fixed time, so a clock that is corrected corrects the decision. */
    @Test
    void aClockThatJumpsForwardAndBackEndsATokenOnlyForThatTime() {
        String token = create("1h").token();
        now = now.plus(Duration.ofDays(365));
        refused(token, "expired");
        now = now.minus(Duration.ofDays(365));
        assertThat(tokens.caller(token).name()).isEqualTo("anna");
        now = now.minus(Duration.ofDays(365));
        assertThat(tokens.caller(token).name()).isEqualTo("anna");
    }

    @Test
    void aRevokedTokenStaysRevokedWhateverTheClock() {
        UserTokens.Created created = create("1h");
        tokens.revoke("anna", created.details().id(), "test");
        now = now.minus(Duration.ofDays(1));
        refused(created.token(), "was revoked at 2030-01-01T00:00:00Z by test");
        tokens = tokens();
        refused(created.token(), "was revoked at 2030-01-01T00:00:00Z by test");
    }

    @Test
    void aTokenWithoutAnEndNeverExpires() {
        String token = create("never").token();
        now = now.plus(Duration.ofDays(100_000));
        assertThat(tokens.caller(token).name()).isEqualTo("anna");
    }
}
