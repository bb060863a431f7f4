package io.millrace.server.access;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.flows.application.Administrator;
import io.millrace.server.deploy.ServerHome;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The users of a server and their tokens. The file {@value #FILE} in the folder of the server
 * contains the hashes of the tokens. Tokens are random 256-bit numbers, so a fast hash is
 * sufficient. A change is on disk before it takes effect. Safe for use by several threads.
 */
public final class UserTokens {

    /** Name of the file in the folder of the server. */
    public static final String FILE = "tokens.json";

    /** Prefix of every user token. */
    public static final String PREFIX = "millrace-";

    /** Maximum number of valid tokens of a server. */
    static final int MAX_VALID = 1_000;

    /**
     * Maximum number of expired and revoked tokens that are kept, so that the reason for the
     * refusal of a token can be reported.
     */
    static final int MAX_INVALID = 1_000;

    private static final int ID_BYTES = 4;
    private static final int SECRET_BYTES = 32;
    private static final int DIGITS = 8;
    private static final JsonMapper JSON = new JsonMapper();
    private static final SecureRandom RANDOM = new SecureRandom();

    private final ServerHome home;
    private final InstantSource clock;
    private final Map<String, Administrator> users = new LinkedHashMap<>();
    private Map<String, UserToken> tokens;

    /** The content of the file. */
    private record Content(List<UserToken> tokens) {}

    /**
     * A token without its hash.
     *
     * @param state {@code valid}, {@code expired} or {@code revoked}
     */
    public record Listed(
            String id,
            String user,
            String created,
            String createdBy,
            String expires,
            String revoked,
            String revokedBy,
            String state) {}

    /** A new token. Its secret cannot be read again. */
    public record Created(String token, Listed details) {}

    /**
     * Reads the tokens of a home folder.
     *
     * @param users users of {@code broker.yaml}
     * @throws MillraceException with EXPOSED_PASSWORD if other users of the machine can change the
     *     file, with DEPLOYMENT_STORE if it is damaged, or with FILE_UNREADABLE
     */
    public UserTokens(ServerHome home, Collection<Administrator> users, InstantSource clock) {
        this.home = home;
        this.clock = clock;
        users.forEach(user -> this.users.put(user.name(), user));
        Path file = home.path().resolve(FILE);
        tokens = Files.exists(file) ? read(file) : Map.of();
    }

    private static Map<String, UserToken> read(Path file) {
        OwnerOnly.check(file, "delete it and restart the server, then create the tokens again");
        Map<String, UserToken> read = new LinkedHashMap<>();
        try {
            for (UserToken token :
                    JSON.readValue(Files.readAllBytes(file), Content.class).tokens()) {
                token.isValid(Instant.EPOCH);
                read.put(token.id(), token);
            }
            return read;
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        } catch (RuntimeException e) {
            throw new MillraceException(
                    ErrorCode.DEPLOYMENT_STORE,
                    """
                    %s is damaged; restore it from a backup, or delete it and create the tokens \
                    again\
                    """
                            .formatted(file),
                    e);
        }
    }

    /** Returns the users, in the order of {@code broker.yaml}. */
    public Collection<Administrator> users() {
        return List.copyOf(users.values());
    }

    /** Returns the tokens of all users, the oldest first. */
    public synchronized List<Listed> tokens() {
        return tokens.values().stream().map(this::listed).toList();
    }

    private Listed listed(UserToken token) {
        return new Listed(
                token.id(),
                token.user(),
                token.created(),
                token.createdBy(),
                token.expires(),
                token.revoked(),
                token.revokedBy(),
                token.revoked() != null
                        ? "revoked"
                        : token.isExpired(clock.instant()) ? "expired" : "valid");
    }

    /**
     * Creates a token.
     *
     * @param validity time after which it expires
     * @throws MillraceException with UNKNOWN_USER, REQUEST_INVALID, CHANGE_REFUSED or
     *     DEPLOYMENT_STORE
     */
    public synchronized Created create(String user, TokenValidity validity, String author) {
        requireUser(user);
        Instant now = now();
        long valid = tokens.values().stream().filter(t -> t.isValid(now)).count();
        if (valid >= MAX_VALID) {
            throw new MillraceException(
                    ErrorCode.CHANGE_REFUSED,
                    "a server has at most %d valid tokens; revoke tokens that are not used"
                            .formatted(MAX_VALID));
        }
        String id = random(ID_BYTES);
        while (tokens.containsKey(id)) {
            id = random(ID_BYTES);
        }
        byte[] secret = new byte[SECRET_BYTES];
        RANDOM.nextBytes(secret);
        String text =
                PREFIX + id + "-" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        UserToken token =
                new UserToken(
                        id,
                        user,
                        HexFormat.of().formatHex(Bytes.utf8(text).sha256().toArray()),
                        now.toString(),
                        author,
                        validity.end(now).map(Instant::toString).orElse(null),
                        null,
                        null);
        Map<String, UserToken> next = new LinkedHashMap<>(tokens);
        next.put(id, token);
        write(next);
        return new Created(text, listed(token));
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    private void requireUser(String user) {
        if (!users.containsKey(user)) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_USER,
                    "the user %s has no roles in broker.yaml; %s"
                            .formatted(
                                    user,
                                    Problems.didYouMean(
                                            user,
                                            users.keySet(),
                                            "add the user with roles, then restart the server")));
        }
    }

    /**
     * Revokes tokens of a user and closes the connections that use them.
     *
     * @param id identifier of a token; empty for all valid tokens of the user
     * @return revoked tokens
     * @throws MillraceException with UNKNOWN_USER if there is no valid token with this identifier,
     *     or with DEPLOYMENT_STORE
     */
    public synchronized List<Listed> revoke(String user, String id, String author) {
        Instant now = now();
        Map<String, UserToken> next = new LinkedHashMap<>(tokens);
        List<UserToken> revoked = new ArrayList<>();
        for (UserToken token : tokens.values()) {
            boolean selected = token.user().equals(user) && (id.isEmpty() || token.id().equals(id));
            if (selected && token.isValid(now)) {
                revoked.add(token.revoked(now, author));
                next.put(token.id(), revoked.getLast());
            }
        }
        if (revoked.isEmpty()) {
            Set<String> owners =
                    tokens.values().stream().map(UserToken::user).collect(Collectors.toSet());
            String hint = "see ./millrace users list";
            throw new MillraceException(
                    ErrorCode.UNKNOWN_USER,
                    "the user %s has no valid token%s; %s"
                            .formatted(
                                    user,
                                    id.isEmpty() ? "" : " " + id,
                                    owners.contains(user)
                                            ? hint
                                            : Problems.didYouMean(user, owners, hint)));
        }
        write(next);
        return revoked.stream().map(this::listed).toList();
    }

    /** Replaces the file. The oldest invalid tokens above the limit are omitted. */
    private void write(Map<String, UserToken> next) {
        Instant now = now();
        long invalid = next.values().stream().filter(t -> !t.isValid(now)).count();
        List<String> forgotten =
                next.values().stream()
                        .filter(t -> !t.isValid(now))
                        .map(UserToken::id)
                        .limit(Math.max(0, invalid - MAX_INVALID))
                        .toList();
        next.keySet().removeAll(forgotten);
        home.write(FILE, JSON.writeValueAsBytes(new Content(List.copyOf(next.values()))), true);
        tokens = next;
    }

    /**
     * Returns the user of a token.
     *
     * @throws MillraceException with NOT_AUTHENTICATED, with the reason why it is refused
     */
    public Caller caller(String text) {
        UserToken token = find(text).orElseThrow(() -> refused("is unknown to this server"));
        if (token.revoked() != null) {
            throw refused(
                    "%s of user %s was revoked at %s by %s"
                            .formatted(
                                    token.id(), token.user(), token.revoked(), token.revokedBy()));
        }
        if (token.isExpired(clock.instant())) {
            throw refused(
                    "%s of user %s expired at %s"
                            .formatted(token.id(), token.user(), token.expires()));
        }
        Administrator user = users.get(token.user());
        if (user == null) {
            throw refused(
                    "%s cannot be used, because its user %s has no roles in broker.yaml"
                            .formatted(token.id(), token.user()));
        }
        return new Caller(user, token.id());
    }

    private static MillraceException refused(String why) {
        return new MillraceException(
                ErrorCode.NOT_AUTHENTICATED,
                """
                the token of the request %s; use a token that an administrator has created with \
                ./millrace users token, or the token in the file server/token of the home folder\
                """
                        .formatted(why));
    }

    /** Whether the token of a caller can still be used. */
    public synchronized boolean isValid(Caller caller) {
        UserToken token = tokens.get(caller.token());
        return caller.isLocal() || token != null && token.isValid(clock.instant());
    }

    /**
     * Returns the name of a token's user, even if the token is refused; empty if the token is
     * unknown.
     */
    public String userOf(String text) {
        return find(text).map(UserToken::user).orElse("");
    }

    private synchronized Optional<UserToken> find(String text) {
        int end = PREFIX.length() + DIGITS;
        if (!text.startsWith(PREFIX) || text.length() <= end) {
            return Optional.empty();
        }
        // Each token with this identifier is compared in constant time.
        return Optional.ofNullable(tokens.get(text.substring(PREFIX.length(), end)))
                .filter(
                        token ->
                                MessageDigest.isEqual(
                                        HexFormat.of().parseHex(token.sha256()),
                                        Bytes.utf8(text).sha256().toArray()));
    }
}
