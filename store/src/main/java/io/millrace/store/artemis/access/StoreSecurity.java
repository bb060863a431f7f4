package io.millrace.store.artemis.access;

import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.StoreUser;
import io.millrace.store.home.Credentials;

import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnection;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager5;
import org.apache.activemq.artemis.utils.CertificateUtil;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import javax.security.auth.Subject;
import javax.security.auth.x500.X500Principal;

/**
 * Authentication and authorization of the clients of an embedded store. Artemis calls it on the
 * threads of connections without caching results, so it never waits. Safe for use by several
 * threads.
 */
final class StoreSecurity implements ActiveMQSecurityManager5 {

    /** The user whose rights were checked last on a thread. */
    private static final ThreadLocal<Client> ACTING = new ThreadLocal<>();

    private final Credentials own;
    private final List<StoreUser> users;
    private final UserRights rights;
    private final LoginDelay delay;
    private final AuditLog audit;

    StoreSecurity(
            Credentials own,
            List<StoreUser> users,
            UserRights rights,
            LoginDelay delay,
            AuditLog audit) {
        this.own = own;
        this.users = users;
        this.rights = rights;
        this.delay = delay;
        this.audit = audit;
    }

    @Override
    public Subject authenticate(
            String user, String password, RemotingConnection connection, String domain) {
        Subject before = connection == null ? null : connection.getSubject();
        Client known = before == null ? null : Client.of(before);
        if (known != null && known.loggedInWith(user, password)) {
            return before;
        }
        if (connection == null || connection.getTransportConnection() instanceof InVMConnection) {
            return validateUser(user, password)
                    ? subject(new Client(user, connection, user, password))
                    : null;
        }
        String certified =
                password == null || password.isEmpty() ? certified(user, connection) : null;
        String name = certified == null ? Objects.requireNonNullElse(user, "") : certified;
        String network = Client.network(Client.address(connection));
        // The process's own password cannot be guessed, and commands on this machine need it.
        boolean delayable = certified == null && !name.equals(own.user());
        String outcome;
        if (delayable && delay.isDelayed(network, name)) {
            outcome = "delayed";
        } else if (certified != null || validateUser(user, password)) {
            outcome = "ok";
            delay.succeeded(network, name);
        } else {
            outcome = "failed";
            delay.failed(network, name);
        }
        audit.add(new Client(name, connection).entry("login", "", outcome));
        return outcome.equals("ok") ? subject(new Client(name, connection, user, password)) : null;
    }

    /**
     * Returns the subject of a login on a connection. A connection of the Artemis client can have
     * sessions of several users.
     */
    private static Subject subject(Client client) {
        Subject subject = new Subject();
        subject.getPrincipals().add(client);
        return subject;
    }

    /**
     * Returns the user of the connection's client certificate; null if there is no certificate or
     * the client specifies another user.
     */
    private String certified(String named, RemotingConnection connection) {
        X509Certificate[] shown = CertificateUtil.getCertsFromConnection(connection);
        if (shown == null || shown.length == 0) {
            return null;
        }
        X500Principal subject = shown[0].getSubjectX500Principal();
        return users.stream()
                .filter(user -> subject.equals(user.certificate()))
                .map(StoreUser::name)
                .filter(name -> isNamed(named, name, subject))
                .findFirst()
                .orElse(null);
    }

    /**
     * Whether the user name that the client specified denotes this user. With SASL EXTERNAL, AMQP
     * clients specify the subject.
     */
    private static boolean isNamed(String named, String user, X500Principal subject) {
        return named == null
                || named.isEmpty()
                || named.equals(user)
                || named.equals(subject.getName());
    }

    @Override
    public boolean validateUser(String user, String password) {
        if (user == null || password == null || password.isEmpty()) {
            return false;
        }
        if (user.equals(own.user())) {
            return same(password, own.password());
        }
        return users.stream()
                .filter(known -> known.name().equals(user))
                .anyMatch(known -> same(password, known.password().reveal()));
    }

    @Override
    public boolean authorize(Subject subject, Set<Role> roles, CheckType right, String address) {
        Client client = Client.of(subject);
        ACTING.set(client);
        if (rights.may(client.getName(), right, address)) {
            return true;
        }
        Refusals.add(audit, client.entry(Refusals.event(right), address, AuditLog.REFUSED));
        return false;
    }

    @Override
    public boolean validateUserAndRole(
            String user, String password, Set<Role> roles, CheckType right) {
        return validateUser(user, password) && rights.isAdmin(user);
    }

    /** Returns the user whose session runs on this thread. */
    static Client acting() {
        return ACTING.get();
    }

    /** Compares two strings in constant time. */
    private static boolean same(String given, String expected) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
