package io.millrace.store.artemis.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Delays after failed logins. A delay applies to an address, so an attacker at one address cannot
 * lock out a user at another address. A user who has logged in from an address before has a
 * separate delay for this address, which other failures from the address (for example through the
 * same gateway) do not affect. No thread waits: during a delay, a login is rejected without a check
 * of the password. Safe for use by several threads.
 */
final class LoginDelay {

    /** Number of failures without a delay, because a typing error is not an attack. */
    static final int FREE_FAILURES = 3;

    static final Duration MAX_DELAY = Duration.ofMinutes(1);

    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);
    private static final int MAX_ADDRESSES = 10_000;

    private final InstantSource clock;

    /**
     * Failures by address, and by address and user. The least recently used entries are removed.
     */
    private final Map<String, Failures> known =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
                    return size() > MAX_ADDRESSES;
                }
            };

    private static final class Failures {
        private int count;
        private Instant last = Instant.EPOCH;
        private Instant until = Instant.EPOCH;
    }

    LoginDelay(InstantSource clock) {
        this.clock = clock;
    }

    synchronized boolean isDelayed(String address, String user) {
        Failures failures = find(address, user);
        return failures != null && clock.instant().isBefore(failures.until);
    }

    synchronized void failed(String address, String user) {
        Instant now = clock.instant();
        Failures failures = find(address, user);
        if (failures == null) {
            failures = new Failures();
            known.put(address, failures);
        }
        if (failures.last.plus(FORGOTTEN_AFTER).isBefore(now)) {
            failures.count = 0;
        }
        failures.count++;
        failures.last = now;
        if (failures.count > FREE_FAILURES) {
            long seconds = 1L << Math.min(failures.count - FREE_FAILURES - 1, 30);
            failures.until = now.plusSeconds(Math.min(seconds, MAX_DELAY.toSeconds()));
        }
    }

    /**
     * Registers a successful login. It does not reset the failures of the address, so one correct
     * password does not permit further guesses.
     */
    synchronized void succeeded(String address, String user) {
        known.put(key(address, user), new Failures());
    }

    private Failures find(String address, String user) {
        Failures own = known.get(key(address, user));
        return own != null ? own : known.get(address);
    }

    private static String key(String address, String user) {
        return address + " " + user;
    }
}
