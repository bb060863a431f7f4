package io.millrace.server.api;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.AuditLog;
import io.millrace.server.access.Caller;
import io.millrace.server.access.UserTokens;

import org.slf4j.Logger;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * A check of the tokens in requests: the server's own token and the tokens of users. After a
 * client's second wrong token, the response is delayed. The delay doubles with each wrong token.
 * Requests with a valid token are never delayed.
 */
final class TokenGuard {

    private static final Logger LOG = EventLog.of(TokenGuard.class);
    private static final String BEARER = "Bearer ";
    private static final long FIRST_DELAY_MILLIS = 100;
    private static final long MAX_DELAY_MILLIS = 5_000;
    private static final int MAX_CLIENTS = 1_000;

    /**
     * Maximum number of delayed requests. Further requests with wrong tokens are refused without a
     * delay.
     */
    private static final int MAX_WAITING = 50;

    private final AccessToken own;
    private final UserTokens users;
    private final AuditLog audit;
    private final Semaphore waiting = new Semaphore(MAX_WAITING);

    /**
     * Number of wrong tokens by client. The client with the least recent failure is removed first.
     */
    private final Map<String, Integer> failures =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                    return size() > MAX_CLIENTS;
                }
            };

    /**
     * @param own token of the local administrator
     */
    TokenGuard(AccessToken own, UserTokens users, AuditLog audit) {
        this.own = own;
        this.users = users;
        this.audit = audit;
    }

    /**
     * Returns the user of a token.
     *
     * @param authorization header Authorization; null for none
     * @throws MillraceException with NOT_AUTHENTICATED, after the delay
     */
    Caller check(String authorization, String client) {
        if (authorization == null || !authorization.startsWith(BEARER)) {
            throw new MillraceException(
                    ErrorCode.NOT_AUTHENTICATED,
                    """
                    the request must have the header 'Authorization: Bearer TOKEN' with the token \
                    of a user, or the token in the file server/token of the home folder\
                    """);
        }
        String token = authorization.substring(BEARER.length()).strip();
        Caller caller;
        try {
            caller = own.matches(token) ? Caller.LOCAL : users.caller(token);
        } catch (MillraceException refused) {
            audit.add(
                    new AuditLog.Entry(
                            "login",
                            users.userOf(token),
                            client,
                            ApiAudit.PROTOCOL,
                            "",
                            AuditLog.FAILED));
            delay(client, refused);
            throw refused;
        }
        synchronized (failures) {
            failures.remove(client);
        }
        return caller;
    }

    /** Whether the token of a user can still be used. */
    boolean isValid(Caller caller) {
        return users.isValid(caller);
    }

    private void delay(String client, MillraceException refused) {
        int count;
        synchronized (failures) {
            count = failures.merge(client, 1, Integer::sum);
        }
        LOG.warn(
                "{} wrong token from {} ({} in succession): {}",
                refused.code().id(),
                client,
                count,
                refused.getMessage());
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

    /** Returns the delay of the response to a wrong token. */
    static long delayMillis(int count) {
        return count < 2
                ? 0
                : Math.min(MAX_DELAY_MILLIS, FIRST_DELAY_MILLIS << Math.min(count - 2, 10));
    }
}
