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
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import javax.security.auth.x500.X500Principal;

/** A reader of the acceptors, users and user groups in {@code broker.yaml}. */
final class AccessSettings {

    private final Section file;
    private final Path folder;
    private final NamedResources resources;
    private final List<String> queues;
    private final List<Section.Named> users;

    /** Keys of a user of the acceptors, who needs a password or a certificate. */
    private static final List<String> CLIENT =
            List.of(
                    "passwordEnv",
                    "passwordFile",
                    "password",
                    "certificate",
                    "put",
                    "get",
                    "browse",
                    "create",
                    "delete",
                    "admin",
                    "maxUncommittedMessages");

    /**
     * @param queues names of the queues in the file; empty if it has no list
     */
    AccessSettings(Section file, Path folder, NamedResources resources, Collection<String> queues) {
        this.queues = List.copyOf(queues);
        this.file = file;
        this.folder = folder;
        this.resources = resources;
        users = file.named("users");
    }

    /** Returns the users who can connect to the acceptors, not only to the administration API. */
    List<Section.Named> clients() {
        return users.stream()
                .filter(
                        user ->
                                CLIENT.stream().anyMatch(user.section()::has)
                                        || !isAdministrator(user.section()))
                .toList();
    }

    private static boolean isAdministrator(Section user) {
        return user.has("roles") || user.has("userGroups");
    }

    /** Returns the users of the administration API. */
    List<Administrator> administrators() {
        Map<String, Administrator.Grant> groups = new LinkedHashMap<>();
        for (Section.Named named : file.named("userGroups")) {
            Section group = named.section();
            boolean limited =
                    Stream.of("applications", "executionGroups", "queues").anyMatch(group::has);
            Set<Administrator.Role> roles = roles(group);
            if (limited && roles.contains(Administrator.Role.ADMIN)) {
                file.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                group.place("roles"),
                                "the role admin applies to the whole server, but the user group "
                                        + named.name()
                                        + " is limited",
                                "grant admin in another user group, or remove the lists");
            }
            groups.put(
                    named.name(),
                    new Administrator.Grant(
                            named.name(),
                            roles,
                            limited,
                            group.list("applications"),
                            group.list("executionGroups"),
                            group.list("queues")));
        }
        List<Administrator> administrators = new ArrayList<>();
        for (Section.Named named : users) {
            Section user = named.section();
            if (isAdministrator(user)) {
                checkName(named);
                List<Administrator.Grant> grants = new ArrayList<>();
                if (user.has("roles")) {
                    grants.add(Administrator.Grant.of(roles(user)));
                }
                for (String group : user.list("userGroups")) {
                    Administrator.Grant grant = groups.get(group);
                    if (grant == null) {
                        file.problems()
                                .error(
                                        ErrorCode.UNKNOWN_RESOURCE,
                                        user.place("userGroups"),
                                        "the user group " + group + " is not declared",
                                        Problems.didYouMean(
                                                group,
                                                groups.keySet(),
                                                "declare it in userGroups"));
                    } else {
                        grants.add(grant);
                    }
                }
                administrators.add(new Administrator(named.name(), grants, context(user)));
            }
        }
        return administrators;
    }

    /** Checks a user name. It is used as the author of changes and as a part of URLs. */
    private void checkName(Section.Named user) {
        if (!user.name().matches("[\\x21-\\x7e&&[^/%]]{1,100}")) {
            problem(
                    ErrorCode.BAD_VALUE,
                    user.place(),
                    "the name of a user with roles must have 1 to 100 printable ASCII characters"
                            + " without blanks, / and % (found '"
                            + user.name()
                            + "')");
        }
    }

    private Set<Administrator.Role> roles(Section section) {
        Set<Administrator.Role> roles = EnumSet.noneOf(Administrator.Role.class);
        List<String> words =
                Stream.of(Administrator.Role.values()).map(Administrator.Role::word).toList();
        for (String word : section.list("roles")) {
            int known = words.indexOf(word);
            if (known >= 0) {
                roles.add(Administrator.Role.values()[known]);
            } else {
                file.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                section.place("roles"),
                                "unknown role " + word,
                                Problems.didYouMean(
                                        word, words, "the roles are " + String.join(", ", words)));
            }
        }
        return roles;
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

    /** Returns the users who can log in on these acceptors. */
    List<StoreUser> users(List<Acceptor> acceptors) {
        checkReserved();
        boolean certificates = acceptors.stream().anyMatch(a -> a.clientAuth() != ClientAuth.NONE);
        List<StoreUser> users = new ArrayList<>();
        for (Section.Named named : clients()) {
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
                                SUBJECT; a user of the administration API needs only roles\
                                """);
            }
            if (!named.name().isBlank() && !named.name().equals(StoreUser.OWN)) {
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

    private void checkReserved() {
        users.stream()
                .filter(user -> user.name().equals(StoreUser.OWN))
                .forEach(
                        user ->
                                file.problems()
                                        .error(
                                                ErrorCode.BAD_VALUE,
                                                user.place(),
                                                "the user name "
                                                        + StoreUser.OWN
                                                        + " is reserved for the process of the"
                                                        + " broker",
                                                "choose another name"));
    }

    /**
     * Warns about a right to a name that is similar to the name of a listed queue. Topics are not
     * listed.
     */
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

    private static Rights.Context context(Section user) {
        boolean identity = user.flag("setIdentity");
        return user.flag("setAll")
                ? Rights.Context.ALL
                : identity ? Rights.Context.IDENTITY : Rights.Context.NONE;
    }

    private Rights rights(Section user, String name) {
        for (String key : List.of("put", "get", "browse")) {
            user.list(key).forEach(right -> checkQueue(right, key, user, name));
        }
        return Rights.of(user.list("put"), user.list("get"))
                .withBrowse(user.list("browse"))
                .withCreateAndDelete(user.list("create"), user.list("delete"))
                .withContext(context(user))
                .withAdmin(user.flag("admin"));
    }
}
