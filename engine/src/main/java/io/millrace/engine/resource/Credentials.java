package io.millrace.engine.resource;

import java.util.Objects;

/**
 * A user and a password.
 *
 * @param user name of the user; empty if there is none
 * @param password password of the user
 */
public record Credentials(String user, Secret password) {

    /** No user and no password. */
    public static final Credentials NONE = new Credentials("", Secret.NONE);

    public Credentials {
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
    }
}
