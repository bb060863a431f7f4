package io.millrace.engine.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.Secret;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

import javax.security.auth.x500.X500Principal;

/**
 * A user of a store's acceptors. A user authenticates with the password, or with a client
 * certificate of the given subject.
 *
 * @param name UserIdentifier of the messages that the user puts
 * @param password password; {@link Secret#NONE} for a user with a certificate
 * @param certificate subject of the user's client certificate
 * @param maxUncommittedMessages maximum number of messages in a unit of work of the user; 0 for the
 *     broker's limit
 */
public record StoreUser(
        String name,
        Secret password,
        @Nullable X500Principal certificate,
        Rights rights,
        int maxUncommittedMessages) {

    /** Name of the user that an embedded store creates for its own process. */
    public static final String OWN = "millrace";

    /** Creates a user with a password and the permissions to put and get messages. */
    public StoreUser(String name, Secret password, List<String> put, List<String> get) {
        this(name, password, Rights.of(put, get));
    }

    /** Creates a user with a password. */
    public StoreUser(String name, Secret password, Rights rights) {
        this(name, password, null, rights, 0);
    }

    public StoreUser {
        Objects.requireNonNull(password);
        Objects.requireNonNull(rights);
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a user must not be empty");
        }
    }

    /**
     * Checks that the password can be read and is not empty. Throws NO_CREDENTIALS, which names the
     * user.
     */
    public void checkPassword() {
        if (password.reveal("user " + name).isEmpty() && certificate == null) {
            throw new MillraceException(
                    ErrorCode.NO_CREDENTIALS,
                    "the password of user " + name + " is empty, so this user cannot log in");
        }
    }
}
