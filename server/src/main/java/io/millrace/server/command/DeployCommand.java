package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.ProblemsException;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.client.ServerError;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The command {@code millrace deploy}. */
@Command(
        name = "deploy",
        description = {
            """
            Deploys an application on a server: the server checks and compiles it, and replaces \
            the deployed version between two messages of each instance.\
            """,
            "If this fails, nothing is changed, and all problems are printed."
        },
        footer =
                """

                Examples:  ./millrace deploy samples/orders
                           ./millrace deploy orders.zip --server https://broker1:7700 \
                --token-file broker1.token
                           ./millrace deploy orders@1.2 --from-repository\
                """)
final class DeployCommand extends AdministrationCommand {

    private static final long ANY = -1;

    /** Interval at which the watch checks whether the folder was replaced. */
    private static final long WATCH_MILLIS = 500;

    @Parameters(
            paramLabel = "APP",
            description =
                    """
                    Folder of an application, or an archive made with package. With \
                    --from-repository: NAME, NAME@VERSION, or NAME@ and at least the first 12 \
                    digits of the SHA-256; NAME is the archive that was published last.\
                    """)
    private Path application;

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            description =
                    """
                    The environment whose parameters in application.yaml and overrides in \
                    overrides.yaml are used.\
                    """)
    private String environment = "";

    @Option(
            names = "--revision",
            paramLabel = "N",
            description =
                    """
                    Deploys only if N is the last revision of the application, so that the change of another administrator is not overwritten. 0: it was never deployed.\
                    """)
    private long revision = ANY;

    @Option(names = "--check-only", description = "Only checks whether it can be deployed.")
    private boolean checkOnly;

    @Option(
            names = "--from-repository",
            description = "Deploys an archive that is in the shared repository of the server.")
    private boolean fromRepository;

    @Option(
            names = "--watch",
            description =
                    """
                    Deploys the application again when its files change, until Ctrl-C. If the new \
                    version has problems, they are printed, and the version before continues.\
                    """)
    private boolean watched;

    /** Name of the application in the first deployment; null before the first deployment. */
    private String name;

    /** Whether the application was changed by another deployment since this command's last one. */
    private boolean isStale;

    @Override
    public Integer call() {
        if (!watched) {
            return super.call();
        }
        if (checkOnly || fromRepository || isGiven("--revision")) {
            throw Usage.wrong(
                    "--watch",
                    "cannot be combined with --check-only, --from-repository or --revision");
        }
        try (FileWatch files = FileWatch.of(List.of(application))) {
            int code = deployFirst();
            if (code != ExitCode.OK && code != ExitCode.ERRORS) {
                return code;
            }
            console.report("watching %s; Ctrl-C ends it".formatted(application));
            while (!isStale) {
                if (!files.await(WATCH_MILLIS).isEmpty()) {
                    code = deployAgain();
                }
            }
            return code;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.OK;
        }
    }

    /**
     * Deploys the first version. Problems of the version are reported; other errors end the
     * command.
     */
    private int deployFirst() {
        try {
            return super.call();
        } catch (MillraceException e) {
            if (e.code() != ErrorCode.NOT_RUNNING) {
                throw e;
            }
            ExitCode.report(e, console);
            return ExitCode.ERRORS;
        }
    }

    /**
     * Deploys a changed version. Server errors do not end the command, because the server can
     * become available again.
     */
    private int deployAgain() {
        try {
            return super.call();
        } catch (MillraceException | ProblemsException e) {
            return ExitCode.report(e, console);
        }
    }

    @Override
    int call(AdministrationClient client) {
        if (isGiven("--revision")) {
            Usage.atLeast(0, "--revision", revision);
        }
        if (fromRepository) {
            return deployPublished(client);
        }
        try (ArchiveOption archive = ArchiveOption.of(application)) {
            if (name != null && !name.equals(archive.name())) {
                throw new MillraceException(
                        ErrorCode.USAGE,
                        "the application %s is now named %s; end the command and start it again"
                                .formatted(name, archive.name()));
            }
            name = archive.name();
            long seen = revision == ANY ? revision(client, archive.name()) : revision;
            String path = path(archive.name()) + query();
            JsonNode result = client.sendFile("PUT", path, archive.file(), archive.sha256(), seen);
            revision = watched ? result.path("application").path("revision").asLong() : revision;
            report(archive.name(), result);
            return ExitCode.OK;
        } catch (ServerError e) {
            isStale = e.code() == ErrorCode.STALE_CHANGE;
            throw e;
        }
    }

    private String query() {
        return "?environment=%s&checkOnly=%s"
                .formatted(URLEncoder.encode(environment, StandardCharsets.UTF_8), checkOnly);
    }

    private int deployPublished(AdministrationClient client) {
        String[] selected = application.toString().split("@", 2);
        String version = selected.length == 1 ? "" : selected[1];
        if (selected[0].isEmpty() || selected.length == 2 && version.isEmpty()) {
            throw Usage.wrong(
                    "APP",
                    "must be NAME or NAME@VERSION with --from-repository (found %s)"
                            .formatted(application));
        }
        long seen = revision == ANY ? revision(client, selected[0]) : revision;
        JsonNode result =
                client.post(
                        "%s/deploy%s&version=%s"
                                .formatted(
                                        path(selected[0]),
                                        query(),
                                        URLEncoder.encode(version, StandardCharsets.UTF_8)),
                        seen);
        report(selected[0], result);
        return ExitCode.OK;
    }

    private void report(String name, JsonNode result) {
        result.path("warnings").forEach(w -> console.report(text(w, "rendered")));
        JsonNode deployed = result.path("application");
        if (administration.isJson()) {
            AdministrationOptions.print(result, console);
        } else if (checkOnly) {
            console.println(name + " can be deployed");
        } else {
            console.println(
                    "%s is %s: revision %d, %s"
                            .formatted(
                                    label(deployed),
                                    text(deployed, "state"),
                                    deployed.path("revision").asLong(),
                                    text(deployed, "kind").equals("library")
                                            ? "used by "
                                                    + Console.count(
                                                            deployed.path("users").size(),
                                                            "application")
                                            : Console.count(
                                                    deployed.path("flows").size(), "flow")));
        }
        if (!checkOnly) {
            if (!administration.isJson()) {
                printAddresses(deployed);
            }
            reportInhibited(List.of(deployed));
            reportStopped(deployed);
            requireRunning(deployed, name);
        }
    }
}
