package io.millrace.store.artemis;

import io.millrace.engine.queue.StoreUser;

import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager5;
import org.apache.activemq.artemis.spi.core.security.jaas.UserPrincipal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import javax.security.auth.Subject;

/**
 * Who may do what with an embedded store: the store's own user everything, the configured users
 * what their patterns say, nobody else anything. Safe to use from several threads.
 */
final class StoreSecurity implements ActiveMQSecurityManager5 {

    /** A temporary queue's name is a UUID that nobody can guess; who knows it may use it. */
    private static final Pattern TEMPORARY =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Where an MQTT client of quality of service 2 keeps its handshakes. */
    private static final String MQTT_INTERNAL = "$sys.mqtt.queue.qos2.";

    private final Credentials own;
    private final Map<String, StoreUser> users = new HashMap<>();
    private final Map<String, List<Pattern>> put = new HashMap<>();
    private final Map<String, List<Pattern>> get = new HashMap<>();

    StoreSecurity(Credentials own, List<StoreUser> configured) {
        this.own = own;
        for (StoreUser user : configured) {
            users.put(user.name(), user);
            put.put(user.name(), patterns(user.put()));
            get.put(user.name(), patterns(user.get()));
        }
    }

    private static List<Pattern> patterns(List<String> names) {
        return names.stream()
                .map(name -> Pattern.compile(Pattern.quote(name).replace("*", "\\E.*\\Q")))
                .toList();
    }

    @Override
    public Subject authenticate(
            String user, String password, RemotingConnection connection, String domain) {
        if (!validateUser(user, password)) {
            return null;
        }
        Subject subject = new Subject();
        subject.getPrincipals().add(new UserPrincipal(user));
        return subject;
    }

    @Override
    public boolean validateUser(String user, String password) {
        if (user == null || password == null) {
            return false;
        }
        if (user.equals(own.user())) {
            return same(password, own.password());
        }
        StoreUser known = users.get(user);
        return known != null && same(password, known.password().reveal());
    }

    @Override
    public boolean authorize(Subject subject, Set<Role> roles, CheckType right, String address) {
        return subject.getPrincipals(UserPrincipal.class).stream()
                .anyMatch(p -> may(p.getName(), right, address));
    }

    @Override
    public boolean validateUserAndRole(
            String user, String password, Set<Role> roles, CheckType right) {
        return validateUser(user, password) && user.equals(own.user());
    }

    private boolean may(String user, CheckType right, String fullAddress) {
        if (user.equals(own.user())) {
            return true;
        }
        int queuePart = fullAddress.indexOf("::");
        String address = queuePart < 0 ? fullAddress : fullAddress.substring(0, queuePart);
        if (address.startsWith(UnitRequests.PREFIX)) {
            return false;
        }
        if (TEMPORARY.matcher(address).matches() || address.startsWith(MQTT_INTERNAL)) {
            return right != CheckType.MANAGE;
        }
        return switch (right) {
            case SEND -> matches(put, user, address);
            case CONSUME,
                    BROWSE,
                    CREATE_DURABLE_QUEUE,
                    DELETE_DURABLE_QUEUE,
                    CREATE_NON_DURABLE_QUEUE,
                    DELETE_NON_DURABLE_QUEUE ->
                    matches(get, user, address);
            case CREATE_ADDRESS, DELETE_ADDRESS ->
                    matches(put, user, address) || matches(get, user, address);
            default -> false;
        };
    }

    private static boolean matches(Map<String, List<Pattern>> rights, String user, String address) {
        return rights.getOrDefault(user, List.of()).stream()
                .anyMatch(p -> p.matcher(address).matches());
    }

    /** Compares in a time that does not tell how much of a guess was right. */
    private static boolean same(String given, String expected) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
