package io.millrace.server.access;

import java.time.Instant;

/**
 * A token of a user. Its secret is not kept.
 *
 * @param id identifier, which is part of the token and is not secret
 * @param user name of the user
 * @param sha256 SHA-256 of the token in hexadecimal digits
 * @param created time in the form of ISO 8601, in UTC
 * @param createdBy author of the request for the token
 * @param expires time after which it is refused; null for never
 * @param revoked time at which it was revoked; null if it was not
 * @param revokedBy author of the revocation; null if it was not revoked
 */
record UserToken(
        String id,
        String user,
        String sha256,
        String created,
        String createdBy,
        String expires,
        String revoked,
        String revokedBy) {

    boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(Instant.parse(expires));
    }

    boolean isValid(Instant now) {
        return revoked == null && !isExpired(now);
    }

    UserToken revoked(Instant time, String author) {
        return new UserToken(
                id, user, sha256, created, createdBy, expires, time.toString(), author);
    }
}
