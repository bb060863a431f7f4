package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Certificates;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.parsers.text.Section;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.security.auth.x500.X500Principal;

/** A reader of the certificates, acceptors and users in {@code broker.yaml}. */
final class AccessSettings {

    private static final String TLS = "tls";

    /** Pattern that finds the host in each part of a broker URL. */
    private static final Pattern HOST = Pattern.compile("//(?:\\[([^]]*)]|([^:/?,()]*))");

    private final Section file;
    private final Path folder;
    private final Map<String, Certificates> certificates = new LinkedHashMap<>();

    AccessSettings(Section file, Path folder) {
        this.file = file;
        this.folder = folder;
        file.named("certificates").forEach(this::read);
    }

    private void read(Section.Named named) {
        String name = named.name();
        Section section = named.section();
        Path certificate = path(section, "certificate");
        Path key = path(section, "key");
        Path keyStore = path(section, "keyStore");
        Path trust = path(section, "trust");
        boolean pem = certificate != null && key != null && keyStore == null;
        boolean none = certificate == null && key == null;
        Place place = named.place();
        if (name.isBlank() || name.equals(Certificates.NONE.name())) {
            problem(ErrorCode.BAD_VALUE, place, "certificates cannot have the name '" + name + "'");
        } else if (!pem && !(none && (keyStore != null || trust != null))) {
            problem(
                    ErrorCode.BAD_VALUE,
                    place,
                    "the certificates "
                            + name
                            + " must have certificate and key, or keyStore, or only trust");
        } else {
            certificates.put(
                    name,
                    new Certificates(
                            name,
                            certificate,
                            key,
                            keyStore,
                            Resources.secret(section, folder),
                            trust));
        }
    }

    private Path path(Section section, String key) {
        String text = section.text(key);
        if (text.isEmpty()) {
            return null;
        }
        Path file = folder.resolve(text).normalize();
        if (!Files.isRegularFile(file)) {
            section.problems()
                    .warning(
                            ErrorCode.CERTIFICATES_UNUSABLE,
                            section.place(key),
                            "the file " + file + " does not exist",
                            "create it before you start Millrace, or correct " + key);
        }
        return file;
    }

    private void problem(ErrorCode code, Place place, String text) {
        file.problems().error(code, place, text);
    }

    /**
     * Returns the certificates that a section names; null if it names no or unknown certificates.
     */
    private Certificates tls(Section section) {
        String name = section.text(TLS);
        if (name.isEmpty() || name.equals(Certificates.NONE.name())) {
            return name.isEmpty() ? null : Certificates.NONE;
        }
        Certificates found = certificates.get(name);
        if (found == null) {
            file.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            section.place(TLS),
                            "the certificates " + name + " are not in certificates",
                            Problems.didYouMean(name, certificates.keySet()));
        }
        return found;
    }

    /** Returns the certificates for the connection to the remote broker. */
    Certificates brokerTls(String url) {
        Certificates tls = tls(file);
        if (file.has(TLS)) {
            if (url.isEmpty()) {
                problem(
                        ErrorCode.BAD_VALUE,
                        file.place(TLS),
                        "tls at this level requires url; each acceptor has its own tls");
            }
        } else if (!url.contains("sslEnabled=true") && isRemote(url)) {
            plainText(file.place("url"), "the broker at url is on another machine");
        }
        return tls;
    }

    private static boolean isRemote(String url) {
        Matcher host = HOST.matcher(url);
        return host.results()
                .map(m -> m.group(1) == null ? m.group(2) : m.group(1))
                .anyMatch(name -> !Acceptor.isLoopback(name));
    }

    private void plainText(Place place, String what) {
        file.problems()
                .error(
                        ErrorCode.PLAIN_TEXT,
                        place,
                        what + ", so passwords and messages would be sent in plain text",
                        "set tls to the name of certificates, or to none to allow plain text");
    }

    List<Acceptor> acceptors() {
        List<Acceptor> acceptors = new ArrayList<>();
        for (Section section : file.sections("acceptors")) {
            checkHost(section);
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

    private static void checkHost(Section section) {
        String host = section.text("host");
        String similar = Problems.didYouMean(host, List.of("localhost"));
        boolean misspelled = !similar.isEmpty() && !host.equalsIgnoreCase("localhost");
        if (host.isBlank() || host.matches(".*[\\s/].*") || misspelled) {
            section.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            section.place("host"),
                            "host must be a name or address of this machine (found "
                                    + (host.isBlank() ? "nothing" : host)
                                    + ")",
                            similar);
        }
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }

    private Acceptor withTls(Acceptor plain, Section section) {
        Certificates tls = tls(section);
        Acceptor.ClientAuth clients =
                constant(Acceptor.ClientAuth.class, section.text("clientAuth"));
        Acceptor acceptor = plain.withTls(tls, clients);
        boolean misspelled = !Problems.didYouMean(plain.host(), List.of("localhost")).isEmpty();
        if (acceptor.isExposed() && !misspelled && !section.has(TLS)) {
            plainText(
                    section.has("host") ? section.place("host") : section.place(),
                    "the acceptor at " + plain.host() + " is reachable from other machines");
        }
        if (acceptor.isTls() && !tls.hasKey()) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place(TLS),
                    "an acceptor requires a certificate and key, but the certificates "
                            + tls.name()
                            + " have only trust");
        }
        if (clients != Acceptor.ClientAuth.NONE
                && (tls == null ? !section.has(TLS) : tls.trust() == null)) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place("clientAuth"),
                    """
                    clientAuth requires tls with certificates that have trust: the authorities of \
                    the clients' certificates\
                    """);
        }
        return acceptor;
    }

    /** Returns the users, who log in on these acceptors. */
    List<StoreUser> users(List<Acceptor> acceptors) {
        boolean certificates =
                acceptors.stream().anyMatch(a -> a.clientAuth() != Acceptor.ClientAuth.NONE);
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
                                rights(user),
                                user.integer("maxUncommittedMessages")));
            }
        }
        return users;
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

    private static Rights rights(Section user) {
        boolean identity = user.flag("setIdentity");
        Rights.Context context = identity ? Rights.Context.IDENTITY : Rights.Context.NONE;
        return Rights.of(user.list("put"), user.list("get"))
                .withBrowse(user.list("browse"))
                .withCreateAndDelete(user.list("create"), user.list("delete"))
                .withContext(user.flag("setAll") ? Rights.Context.ALL : context)
                .withAdmin(user.flag("admin"));
    }
}
