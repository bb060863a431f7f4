package io.millrace.server.api;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.access.OwnerOnly;
import io.millrace.server.deploy.ServerHome;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The token of the local administrator of a server, which grants all rights. It is stored in the
 * file {@value #FILE}, which only the owner of the file can read. To replace it, delete the file
 * and restart the server.
 */
public final class AccessToken {

    public static final String FILE = "token";

    /** Recommended action if the file in the home folder cannot be used. */
    public static final String ADVICE = "delete it and restart the server, which creates another";

    private static final int BYTES = 32;
    private static final int MIN_LENGTH = 32;

    private final byte[] token;

    private AccessToken(String token) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns the token of a home folder, and creates the token if it does not exist.
     *
     * @throws MillraceException with EXPOSED_PASSWORD if other users can read it, or with
     *     DEPLOYMENT_STORE
     */
    static AccessToken of(ServerHome home) {
        Path file = home.path().resolve(FILE);
        if (!Files.exists(file)) {
            byte[] random = new byte[BYTES];
            new SecureRandom().nextBytes(random);
            String made = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
            home.write(FILE, (made + "\n").getBytes(StandardCharsets.UTF_8), true);
        }
        OwnerOnly.check(file, ADVICE);
        return new AccessToken(read(file, ADVICE));
    }

    /**
     * Reads a token from a file.
     *
     * @param advice what to do if the file has no token
     * @throws MillraceException with NOT_AUTHENTICATED if the file has no token, or with
     *     FILE_UNREADABLE
     */
    public static String read(Path file, String advice) {
        try {
            String token = Files.readString(file).strip();
            if (token.length() < MIN_LENGTH || !token.matches("[A-Za-z0-9_.~+/=-]+")) {
                throw new MillraceException(
                        ErrorCode.NOT_AUTHENTICATED,
                        "the file %s must contain a token of %d or more characters; %s"
                                .formatted(file, MIN_LENGTH, advice));
            }
            return token;
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "cannot read the token in %s: %s; %s"
                            .formatted(
                                    file,
                                    FileErrors.reason(e),
                                    e instanceof AccessDeniedException
                                            ? "run the command as the owner of the file"
                                            : e instanceof NoSuchFileException
                                                    ? advice.replace("delete it and ", "")
                                                    : advice),
                    e);
        }
    }

    /** Whether a string is equal to this token. Compares in constant time. */
    boolean matches(String other) {
        return MessageDigest.isEqual(token, other.getBytes(StandardCharsets.UTF_8));
    }
}
