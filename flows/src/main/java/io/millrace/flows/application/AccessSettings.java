package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.parsers.text.Section;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import javax.security.auth.x500.X500Principal;

/** A reader of the acceptors and users in {@code broker.yaml}. */
final class AccessSettings {

    private final Section file;
    private final Path folder;
    private final NamedResources resources;
    private final List<String> queues;

    /**
     * @param queues names of the queues in the file; empty if it has no list
     */
    AccessSettings(Section file, Path folder, NamedResources resources, Collection<String> queues) {
        this.queues = List.copyOf(queues);
        this.file = file;
        this.folder = folder;
        this.resources = resources;
    }

    private void problem(ErrorCode code, Place place, String text) {
        file.problems().error(code, place, text);
    }

    List<Acceptor> acceptors() {
        List<Acceptor> acceptors = new ArrayList<>();
        for (Section section : file.sections("acceptors")) {
            ListenerSettings.checkHost(section);
            if (section.isSet("protocol") && !section.text("host").isBlank()) {
                Acceptor plain =
                        new Acceptor(
                                constant(Acceptor.Protocol.class, section.text("protocol")),
                                section.text("host"),
                                section.integer("port"));
                acceptors.stream()
                        .filter(plain::conflicts)
                        .findFirst()
                        .ifPresent(
                                other ->
                                        problem(
                                                ErrorCode.BAD_VALUE,
                                                section.place("port"),
                                                plain.describeConflict(other)));
                acceptors.add(withTls(plain, section));
            }
        }
        return acceptors;
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }

    private Acceptor withTls(Acceptor plain, Section section) {
        Certificates tls = resources.tls(section);
        ClientAuth clients = ListenerSettings.clientAuth(section);
        Acceptor acceptor = plain.withTls(tls, clients);
        resources.checkPort(section, "acceptor", plain.host(), tls);
        return acceptor;
    }

    /** Returns the users, who log in on these acceptors. */
    List<StoreUser> users(List<Acceptor> acceptors) {
        boolean certificates = acceptors.stream().anyMatch(a -> a.clientAuth() != ClientAuth.NONE);
        List<StoreUser> users = new ArrayList<>();
        for (Section.Named named : file.named("users")) {
            Section user = named.section();
            X500Principal certificate = subject(user);
            if (certificate != null && !certificates) {
                file.problems()
                        .warning(
                                ErrorCode.BAD_VALUE,
                                user.place("certificate"),
                                "no acceptor has clientAuth, so the user "
                                        + named.name()
                                        + " cannot log in with a certificate",
                                "set tls, and clientAuth: optional or required, on an acceptor");
            }
            boolean password =
                    Stream.of("password", "passwordEnv", "passwordFile").anyMatch(user::has);
            if (!password && certificate == null) {
                file.problems()
                        .error(
                                ErrorCode.MISSING_KEY,
                                named.place(),
                                "the user " + named.name() + " has no password and no certificate",
                                """
                                set passwordEnv: VARIABLE, passwordFile: FILE or certificate: \
                                SUBJECT\
                                """);
            }
            if (named.name().equals(StoreUser.OWN)) {
                file.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                named.place(),
                                "the user name "
                                        + StoreUser.OWN
                                        + " is reserved for the process of the broker",
                                "choose another name");
            } else if (!named.name().isBlank()) {
                users.add(
                        new StoreUser(
                                named.name(),
                                Resources.secret(user, folder),
                                certificate,
                                rights(user, named.name()),
                                user.integer("maxUncommittedMessages")));
            }
        }
        return users;
    }

    /** Warns about a right to a name that resembles a queue of the list. Topics are not listed. */
    private void checkQueue(String right, String key, Section user, String name) {
        String nearest =
                queues.isEmpty() || queues.contains(right) ? null : Problems.nearest(right, queues);
        if (nearest != null && !right.matches(".*[/#*+].*")) {
            file.problems()
                    .warning(
                            ErrorCode.UNKNOWN_QUEUE_NAME,
                            user.place(key),
                            "the user %s has rights to %s, which is not in the list of queues"
                                    .formatted(name, right),
                            "did you mean " + nearest + "? A name that is not a queue is a topic");
        }
    }

    private X500Principal subject(Section user) {
        String text = user.text("certificate");
        try {
            return text.isEmpty() ? null : new X500Principal(text);
        } catch (IllegalArgumentException e) {
            file.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            user.place("certificate"),
                            "'" + text + "' is not the subject of a certificate",
                            "write a distinguished name, for example"
                                    + " \"CN=partner,O=Example,C=DE\"");
            return null;
        }
    }

    private Rights rights(Section user, String name) {
        for (String key : List.of("put", "get", "browse")) {
            user.list(key).forEach(right -> checkQueue(right, key, user, name));
        }
        boolean identity = user.flag("setIdentity");
        Rights.Context context = identity ? Rights.Context.IDENTITY : Rights.Context.NONE;
        return Rights.of(user.list("put"), user.list("get"))
                .withBrowse(user.list("browse"))
                .withCreateAndDelete(user.list("create"), user.list("delete"))
                .withContext(user.flag("setAll") ? Rights.Context.ALL : context)
                .withAdmin(user.flag("admin"));
    }
}
