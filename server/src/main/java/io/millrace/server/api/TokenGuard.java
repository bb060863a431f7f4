package io.millrace.server.api;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

import org.slf4j.Logger;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Checks the tokens of requests. After the second wrong token of a client, its answers are delayed,
 * twice as long each time. Requests with the right token are never delayed.
 */
final class TokenGuard {

    private static final Logger LOG = EventLog.of(TokenGuard.class);
    private static final String BEARER = "Bearer ";
    private static final long FIRST_DELAY_MILLIS = 100;
    private static final long MAX_DELAY_MILLIS = 5_000;
    private static final int MAX_CLIENTS = 1_000;

    /** Maximum number of requests that wait. Further ones are refused without a delay. */
    private static final int MAX_WAITING = 50;

    private final AccessToken token;
    private final Semaphore waiting = new Semaphore(MAX_WAITING);

    /** Wrong tokens by client. The client that failed longest ago is forgotten first. */
    private final Map<String, Integer> failures =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                    return size() > MAX_CLIENTS;
                }
            };

    TokenGuard(AccessToken token) {
        this.token = token;
    }

    /**
     * Checks a token.
     *
     * @param authorization header Authorization; null for none
     * @throws MillraceException with NOT_AUTHENTICATED, after the delay
     */
    void check(String authorization, String client) {
        if (authorization == null || !authorization.startsWith(BEARER)) {
            throw new MillraceException(
                    ErrorCode.NOT_AUTHENTICATED,
                    """
                    the request must have the header 'Authorization: Bearer TOKEN' with the token \
                    in the file server/token of the home folder\
                    """);
        }
        if (!token.matches(authorization.substring(BEARER.length()).strip())) {
            delay(client);
            throw new MillraceException(
                    ErrorCode.NOT_AUTHENTICATED,
                    """
                    the token of the request is not the token of this server; use the token in the \
                    file server/token of its home folder\
                    """);
        }
        synchronized (failures) {
            failures.remove(client);
        }
    }

    private void delay(String client) {
        int count;
        synchronized (failures) {
            count = failures.merge(client, 1, Integer::sum);
        }
        LOG.warn(
                "{} wrong token from {} ({} in succession)",
                ErrorCode.NOT_AUTHENTICATED.id(),
                client,
                count);
        if (count > 1 && waiting.tryAcquire()) {
            try {
                Thread.sleep(delayMillis(count));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                waiting.release();
            }
        }
    }

    /** Returns the delay of the answer to a wrong token. */
    static long delayMillis(int count) {
        return count < 2
                ? 0
                : Math.min(MAX_DELAY_MILLIS, FIRST_DELAY_MILLIS << Math.min(count - 2, 10));
    }
}
