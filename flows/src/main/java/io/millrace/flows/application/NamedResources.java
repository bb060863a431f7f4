package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Listener;
import io.millrace.engine.resource.ResourceSet;
import io.millrace.engine.resource.Retry;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.resource.Secret;
import io.millrace.parsers.text.Section;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A reader of the endpoints, credentials and certificates of a file, to which other keys refer. */
final class NamedResources {

    static final String TLS = "tls";

    private static final Pattern URL = Pattern.compile("\\w+://[^/?]+:\\d+(?:[/?].*)?");

    /** URL of an HTTP server, whose port can be omitted. */
    private static final Pattern HTTP = Pattern.compile("https?://[^/?\\s]+(?:[/?]\\S*)?");

    /** URL of a mail server, whose port can be omitted. */
    private static final Pattern MAIL = Pattern.compile("smtps?://[^/?@\\s]+/?");

    /** URL of a file server, whose port can be omitted. */
    private static final Pattern FILES = Pattern.compile("(?:ftps?|sftp)://[^/?@\\s]+/?");

    private static final String CREDENTIALS = "credentials";
    private static final String ENDPOINTS = "endpoints";
    private static final String PROXY = "proxy";

    /** Pattern that finds the host in each part of a broker URL. */
    private static final Pattern HOST = Pattern.compile("//(?:\\[([^]]*)]|([^:/?,()]*))");

    private final Section file;
    private final Path folder;
    private final Map<String, Credentials> credentials = new LinkedHashMap<>();
    private final Map<String, Certificates> certificates = new LinkedHashMap<>();
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    private Map<String, Listener> listeners = Map.of();

    /** Names of all endpoints, also of invalid ones. */
    private final Set<String> names = new LinkedHashSet<>();

    /** Names of all certificates, also of invalid ones. */
    private final Set<String> certificateNames = new LinkedHashSet<>();

    private NamedResources(Section file, Path folder) {
        this.file = file;
        this.folder = folder;
        for (Section.Named named : file.named(CREDENTIALS)) {
            credentials.put(named.name(), ownCredentials(named.section()));
        }
    }

    /** Reads the resources of an {@code application.yaml} or {@code broker.yaml}. */
    static NamedResources read(Section file, Path folder) {
        NamedResources resources = new NamedResources(file, folder);
        file.named("certificates").forEach(resources::read);
        List<Section.Named> endpoints = file.named(ENDPOINTS);
        for (Section.Named named : endpoints) {
            if (!named.section().isMapping()) {
                file.problems()
                        .error(
                                ErrorCode.MISSING_KEY,
                                named.place(),
                                "the endpoint " + named.name() + " has no url");
            }
            Endpoint endpoint = resources.endpoint(named.section());
            resources.names.add(named.name());
            if (endpoint != null) {
                resources.endpoints.put(named.name(), endpoint);
            }
        }
        endpoints.forEach(resources::addProxy);
        resources.listeners = new ListenerSettings(file, resources).listeners();
        return resources;
    }

    /** Returns all resources of the file. */
    ResourceSet all() {
        return new ResourceSet(endpoints, credentials, certificates, listeners);
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
        certificateNames.add(name);
        if (name.isBlank() || name.equals(Certificates.NONE.name())) {
            problem(ErrorCode.BAD_VALUE, place, "certificates cannot have the name '" + name + "'");
        } else if (!pem && !(none && (keyStore != null || trust != null))) {
            problem(
                    ErrorCode.BAD_VALUE,
                    place,
                    "the certificates "
                            + name
                            + " must have certificate and key, or keyStore, or only trust"
                            + found(section));
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

    private static String found(Section section) {
        List<String> keys =
                Stream.of("certificate", "key", "keyStore", "trust").filter(section::has).toList();
        return keys.isEmpty() ? "" : " (found %s)".formatted(String.join(" and ", keys));
    }

    private Path path(Section section, String key) {
        String text = section.text(key);
        if (text.isEmpty()) {
            return null;
        }
        Path file = folder.resolve(text).normalize();
        CertificateFiles.obstacle(file)
                .ifPresent(
                        why ->
                                section.problems()
                                        .warning(
                                                ErrorCode.CERTIFICATES_UNUSABLE,
                                                section.place(key),
                                                why,
                                                advice(section, key, file)));
        return file;
    }

    private String advice(Section section, String key, Path file) {
        if (Files.exists(file)) {
            return "correct " + key;
        }
        return "create it before you start Millrace, or correct "
                + key
                + outside(section.place(key), folder, file);
    }

    /**
     * Returns further advice for a missing file that cannot be in the archive of an application.
     */
    static String outside(Place place, Path folder, Path file) {
        boolean isOutside = !file.normalize().startsWith(folder.normalize());
        return isOutside && place.source().name().endsWith(ApplicationFile.NAME)
                ? """
                ; an archive contains only the folder of the application, so a deployed \
                application needs an absolute path, or a declaration in broker.yaml\
                """
                : "";
    }

    private void problem(ErrorCode code, Place place, String text) {
        file.problems().error(code, place, text);
    }

    /** Reports a name that is not in the list of resources of its kind. */
    private void unknown(Section section, String key, String kind, Set<String> known) {
        String name = section.text(key);
        file.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        section.place(key),
                        "%s is not in the list of %s".formatted(name, kind),
                        Problems.didYouMean(name, known, "add it below " + kind + " in this file"));
    }

    /**
     * Returns the certificates that a section refers to; null if the name is missing or unknown.
     */
    Certificates tls(Section section) {
        String name = section.text(TLS);
        if (name.isEmpty() || isNone(section)) {
            return name.isEmpty() ? null : Certificates.NONE;
        }
        Certificates found = certificates.get(name);
        if (found == null && !certificateNames.contains(name)) {
            unknown(section, TLS, "certificates", certificateNames);
        }
        return found;
    }

    /** Returns the credentials that a section names or contains. Unknown names are reported. */
    Credentials credentials(Section section) {
        if (!section.isSet(CREDENTIALS)) {
            return ownCredentials(section);
        }
        Stream.of("user", "passwordEnv", "passwordFile")
                .filter(section::has)
                .findFirst()
                .ifPresent(
                        key ->
                                file.problems()
                                        .error(
                                                ErrorCode.BAD_VALUE,
                                                section.place(key),
                                                key + " cannot be combined with credentials",
                                                "remove one of them"));
        return named(section);
    }

    private Credentials named(Section section) {
        String name = section.text(CREDENTIALS);
        Credentials found = credentials.get(name);
        if (found == null && !name.isEmpty()) {
            unknown(section, CREDENTIALS, CREDENTIALS, credentials.keySet());
        }
        return found == null ? Credentials.NONE : found;
    }

    private Credentials ownCredentials(Section section) {
        return new Credentials(section.text("user"), Resources.secret(section, folder));
    }

    /** Returns the retry settings of a data source or endpoint. */
    static Retry retry(Section section) {
        Section retry = section.section("retry");
        long first = Math.max(1, retry.millis("firstDelay"));
        long most = Math.max(1, retry.millis("maxDelay"));
        if (most < first) {
            retry.report(
                    "firstDelay",
                    "firstDelay must be maxDelay or less (found %s, but maxDelay is %s)"
                            .formatted(retry.text("firstDelay"), retry.text("maxDelay")));
        }
        return new Retry(retry.integer("attempts"), new RetryDelay(first, Math.max(first, most)));
    }

    /** Returns the endpoint of a remote broker; null if the name is missing or unknown. */
    Endpoint endpoint(Section section, String key) {
        String name = section.text(key);
        Endpoint found = endpoints.get(name);
        if (found != null && (isHttp(found.url()) || isMail(found.url()))) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place(key),
                    key
                            + " must be the endpoint of an Artemis broker, with the URL"
                            + " tcp://host:port (found "
                            + found
                            + ")");
        }
        if (!name.isEmpty() && !names.contains(name)) {
            unknown(section, key, ENDPOINTS, names);
        }
        return found;
    }

    /** Returns the endpoint of any server; null if the name is missing or unknown. */
    Endpoint anyEndpoint(Section section, String key) {
        String name = section.text(key);
        if (!name.isEmpty() && !names.contains(name)) {
            unknown(section, key, ENDPOINTS, names);
        }
        return endpoints.get(name);
    }

    /** Returns the endpoint of an HTTP server; null if the name is missing or unknown. */
    Endpoint httpEndpoint(Section section, String key) {
        Endpoint found = anyEndpoint(section, key);
        if (found != null && !isHttp(found.url())) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place(key),
                    "%s must be the endpoint of an HTTP server (found %s)".formatted(key, found));
        }
        return found;
    }

    /** Returns the endpoint of a section; null without a URL. */
    private Endpoint endpoint(Section section) {
        String url = section.text("url");
        checkUrl(section, url);
        Certificates tls =
                isHttp(url)
                        ? httpTls(section, url)
                        : isMail(url)
                                ? mailTls(section, url)
                                : isFiles(url) ? filesTls(section, url) : tls(section, url);
        return url.isBlank()
                ? null
                : new Endpoint(
                        url,
                        named(section),
                        tls,
                        section.millis("timeout"),
                        section.millis("connectTimeout"),
                        section.integer("poolSize"),
                        retry(section),
                        null);
    }

    /** Adds the proxy of an endpoint. The proxy can be declared before or after the endpoint. */
    private void addProxy(Section.Named named) {
        Section section = named.section();
        String name = section.text(PROXY);
        if (name.isEmpty()) {
            return;
        }
        Endpoint proxy = endpoints.get(name);
        Endpoint server = endpoints.get(named.name());
        if (!names.contains(name)) {
            unknown(section, PROXY, ENDPOINTS, names);
        } else if (server != null && !isHttp(server.url())) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place(PROXY),
                    "proxy requires the URL of an HTTP server (found " + server + ")");
        } else if (proxy != null && !Endpoint.isProxyUrl(proxy.url())) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place(PROXY),
                    "proxy must be an endpoint with a URL of the form http://host:port, without a"
                            + " path (found "
                            + proxy
                            + ")");
        } else if (proxy != null && server != null) {
            endpoints.put(named.name(), server.withProxy(proxy.withProxy(null)));
        }
    }

    /** Returns the remote broker that the keys of the file itself describe; null without a URL. */
    Endpoint broker() {
        String url = file.text("url");
        checkUrl(file, url);
        if (url.isBlank() && file.has(TLS)) {
            problem(
                    ErrorCode.BAD_VALUE,
                    file.place(TLS),
                    "tls at this level requires url; each acceptor has its own tls");
        }
        if (!url.isBlank()) {
            checkLogin();
        }
        Certificates tls = tls(file, url);
        Credentials own = ownCredentials(file);
        return url.isBlank() ? null : new Endpoint(url, own).withTls(tls);
    }

    private void checkUrl(Section section, String url) {
        String form = "tcp://host:port";
        boolean valid = isUrl(url);
        if (section != file && isHttp(url)) {
            form = "https://host";
            valid = HTTP.matcher(url).matches();
        } else if (section != file && isMail(url)) {
            form = "smtp://host:port";
            valid = MAIL.matcher(url).matches();
        } else if (section != file && isFiles(url)) {
            form = "sftp://host:port";
            valid = FILES.matcher(url).matches();
        } else if (section != file) {
            form = "https://host, smtp://host:port, sftp://host:port or tcp://host:port";
            valid &= url.startsWith("tcp:") || url.startsWith("(");
        }
        if (!url.isEmpty() && !valid) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place("url"),
                    "url must have the form %s (found %s)".formatted(form, Secret.masked(url)));
        } else if (section != file && !Endpoint.hasValidPort(url)) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place("url"),
                    "the port in url must be 1 to 65535 (found %s)".formatted(Secret.masked(url)));
        }
        Resources.warnOfPassword(section, url);
    }

    /** Returns the certificates for a connection. Reports plain text to other machines. */
    private Certificates tls(Section section, String url) {
        if (!section.has(TLS) && !url.contains("sslEnabled=true") && isRemote(url)) {
            plainText(section.place("url"), "the broker at url is on another machine");
        }
        return tls(section);
    }

    /** Returns the certificates for an HTTP server; null for the authorities of the JDK. */
    private Certificates httpTls(Section section, String url) {
        boolean secure = url.startsWith("https:");
        Certificates tls = tls(section);
        if (!secure && tls != null && tls != Certificates.NONE || secure && isNone(section)) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place(TLS),
                    "tls: %s cannot be combined with the URL %s; change one of them"
                            .formatted(section.text(TLS), Secret.masked(url)));
        }
        if (!secure && !section.has(TLS) && isRemote(url)) {
            plainText(section.place("url"), "the server at url is on another machine");
        }
        return tls;
    }

    /**
     * Returns the certificates for a mail server; null for the authorities of the JDK, or for plain
     * text on this machine.
     */
    private Certificates mailTls(Section section, String url) {
        if (url.startsWith("smtps:") && isNone(section)) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place(TLS),
                    "tls: none cannot be combined with the URL %s; change one of them"
                            .formatted(Secret.masked(url)));
        }
        return tls(section);
    }

    /** Returns the certificates for a file server. SFTP has keys of its own instead. */
    private Certificates filesTls(Section section, String url) {
        boolean isSsh = url.startsWith("sftp:");
        if (isSsh && section.has(TLS) || url.startsWith("ftps:") && isNone(section)) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place(TLS),
                    "tls: %s cannot be combined with the URL %s; change one of them"
                            .formatted(section.text(TLS), Secret.masked(url)));
        }
        if (url.startsWith("ftp:") && !section.has(TLS) && isRemote(url)) {
            plainText(section.place("url"), "the file server at url is on another machine");
        }
        return tls(section);
    }

    private static boolean isNone(Section section) {
        return section.text(TLS).equals(Certificates.NONE.name());
    }

    private static boolean isHttp(String url) {
        return url.startsWith("http:") || url.startsWith("https:");
    }

    private static boolean isMail(String url) {
        return url.startsWith("smtp:") || url.startsWith("smtps:");
    }

    private static boolean isFiles(String url) {
        return url.startsWith("ftp:") || url.startsWith("ftps:") || url.startsWith("sftp:");
    }

    private static boolean isRemote(String url) {
        Matcher host = HOST.matcher(url);
        return host.results()
                .map(m -> m.group(1) == null ? m.group(2) : m.group(1))
                .anyMatch(name -> !Listener.isLoopback(name));
    }

    /**
     * Checks the TLS settings of a port for clients.
     *
     * @param port description of the port
     * @param host network interface of the port
     * @param tls certificates of the port; null for none
     */
    void checkPort(Section section, String port, String host, Certificates tls) {
        boolean isTls = tls != null && tls != Certificates.NONE;
        if (!isTls
                && !Listener.isLoopback(host)
                && !ListenerSettings.isMisspelled(host)
                && !section.has(TLS)) {
            plainText(
                    section.has("host") ? section.place("host") : section.place(),
                    "the " + port + " at " + host + " is reachable from other machines");
        }
        if (isTls && !tls.hasKey()) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place(TLS),
                    "%s %s requires a certificate and key, but the certificates %s have only trust"
                            .formatted(port.startsWith("a") ? "an" : "a", port, tls.name()));
        }
        if (ListenerSettings.clientAuth(section) != ClientAuth.NONE
                && (tls == null ? !section.has(TLS) : tls.trust() == null)) {
            problem(
                    ErrorCode.BAD_VALUE,
                    section.place("clientAuth"),
                    """
                    clientAuth requires tls with certificates that have trust: the authorities of \
                    the clients' certificates\
                    """);
        }
    }

    void plainText(Place place, String what) {
        file.problems()
                .error(
                        ErrorCode.PLAIN_TEXT,
                        place,
                        what + ", so passwords and messages would be sent in plain text",
                        "set tls to the name of certificates, or to none to allow plain text");
    }

    /** Whether a URL denotes one broker, or several brokers in parentheses. */
    private static boolean isUrl(String url) {
        int end = url.lastIndexOf(')');
        Stream<String> brokers =
                url.startsWith("(") && end > 0
                        ? Stream.of(url.substring(1, end).split(","))
                        : Stream.of(url);
        return brokers.allMatch(broker -> URL.matcher(broker.strip()).matches());
    }

    /** Reports a password without a user, because the broker would reject the login. */
    private void checkLogin() {
        for (String key : List.of("passwordEnv", "passwordFile")) {
            if (file.has(key) && file.text("user").isEmpty()) {
                file.problems()
                        .error(
                                ErrorCode.MISSING_KEY,
                                file.place(key),
                                key + " requires user",
                                "set user to the name of a user of the remote broker");
            }
        }
    }
}
