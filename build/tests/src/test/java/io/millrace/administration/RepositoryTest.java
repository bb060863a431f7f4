package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.administration.TestServer.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

/** Server processes that share a repository of archives. */
class RepositoryTest {

    private static final int ROUNDS = Integer.getInteger("millrace.cycles", 1);
    private static final int MAX_DELAY_MILLIS = 30;
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir Path folder;

    private Path shared;
    private ServerProcess one;
    private ServerProcess two;

    @BeforeEach
    void share() throws IOException {
        shared = Files.createDirectory(folder.resolve("shared"));
    }

    @AfterEach
    void stop() {
        Stream.of(one, two).filter(server -> server != null).forEach(ServerProcess::close);
    }

    private ServerProcess start(String home, String configuration) throws IOException {
        Path file = Files.writeString(folder.resolve(home + ".yaml"), configuration);
        return ServerProcess.start(folder.resolve(home), "--config", file.toString());
    }

    private ServerProcess start(String home) throws IOException {
        // The path is relative to the file.
        return start(home, "repository: {folder: shared}\n");
    }

    /** Packages a version of the application echo. */
    private String archive(String version) throws IOException {
        String archive = folder.resolve(version + ".zip").toString();
        ServerProcess.command(
                        "package", Echo.write(folder, version).toString(), "--output", archive)
                .ok();
        return archive;
    }

    private static JsonNode json(Result result) {
        return JSON.readTree(result.ok().out());
    }

    private static String sha256(ServerProcess server) {
        return json(server.run("list", "echo", "--json")).path("sha256").asString();
    }

    private static Result deploy(ServerProcess server, String archive) {
        return server.run("deploy", archive, "--from-repository");
    }

    @Test
    void twoServersDeployTheSameArchivesAndKeepTheirOwnCopies() throws Exception {
        one = start("one");
        two = start("two");
        String first = archive("1");
        String published = one.run("repository", "publish", first).ok().out();
        assertThat(published).startsWith("echo 1 is published: SHA-256 ");
        String sha256 = published.strip().substring(published.strip().length() - 64);
        one.run("repository", "publish", archive("2")).ok();
        assertThat(two.run("repository", "list").ok().out())
                .containsPattern("echo +1 +application +2.*" + sha256.substring(0, 12))
                .containsPattern("echo +2 +application");

        assertThat(deploy(two, "echo@1").ok().out())
                .isEqualTo("echo 1 is running: revision 1, 1 flow\n");
        assertThat(sha256(two)).isEqualTo(sha256);
        assertThat(deploy(two, "echo").ok().out()).contains("echo 2 is running: revision 2");
        assertThat(deploy(one, "echo@" + sha256.substring(0, 12)).ok().out())
                .contains("echo 1 is running: revision 1");
        assertThat(sha256(one)).isEqualTo(sha256);
        assertThat(one.run("deploy", "echo@2", "--from-repository", "--check-only").ok().out())
                .isEqualTo("echo can be deployed\n");
        assertThat(one.run("deploy", "echo@2", "--from-repository", "--revision", "7").err())
                .contains("MR7029");

        Result unknown = deploy(two, "echo@3");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err())
                .contains("MR7034", "echo 3 is not published", "versions are 1, 2");
        assertThat(deploy(two, "ehco").err()).contains("MR7034", "no archive of ehco");
        assertThat(deploy(two, "echo@").err()).contains("must be NAME or NAME@VERSION");

        // The same content can be published again; another content under its version cannot.
        two.run("repository", "publish", first).ok();
        Path other = Echo.write(folder, "2", "'other'");
        assertThat(two.run("repository", "publish", other.toString()).err())
                .contains("MR7028", "echo 2 is already published with other content");
        Files.writeString(other.resolve("application.yaml"), "name: echo\n");
        assertThat(two.run("repository", "publish", other.toString()).err())
                .contains("MR7028", "must have a version");
        assertThat(json(one.run("repository", "list", "--json"))).hasSize(2);

        // An archive that is no longer in the home.
        Files.delete(two.home().resolve("server/archives/" + sha256 + ".zip"));
        assertThat(two.run("rollback", "echo").ok().out())
                .isEqualTo("echo 1 is running: revision 3, restored from revision 1\n");
        assertThat(two.home().resolve("server/archives/" + sha256 + ".zip")).exists();

        // A restart and a rollback to an archive of the home do not need the repository.
        Files.move(shared, folder.resolve("away"));
        two.stop();
        two = start("two");
        assertThat(two.run("list").ok().out()).containsPattern("echo +1 +running +3");
        two.run("rollback", "echo").ok();
    }

    @Test
    void aRepositoryThatCannotBeUsedGivesOneErrorAndChangesNothing() throws Exception {
        one = start("one");
        String first = archive("1");
        one.run("repository", "publish", first).ok();
        one.run("deploy", archive("2")).ok();
        String before = sha256(one);
        Path archive = file(".zip");
        byte[] content = Files.readAllBytes(archive);

        for (String damage : List.of("", "damaged")) {
            Files.writeString(archive, damage);
            Result changed = deploy(one, "echo@1");
            assertThat(changed.code()).isEqualTo(1);
            assertThat(changed.err()).contains("MR7020");
        }
        assertThat(deploy(one, "echo@1").err())
                .contains("was changed: it must have the SHA-256", "publish it again");
        Files.delete(archive);
        assertThat(deploy(one, "echo@1").err()).contains("MR7033", "is missing");
        one.run("repository", "publish", first).ok();
        assertThat(Files.readAllBytes(archive)).isEqualTo(content);

        // The description is that of another version, or of a later format.
        Path description = file(".json");
        String text = Files.readString(description);
        Files.writeString(description, text.replace("\"version\" : \"1\"", "\"version\" : \"9\""));
        assertThat(deploy(one, "echo@9").err())
                .contains("MR7020", "it must have the version 9 (found 1)");
        Files.writeString(
                description, text.replace("\"formatVersion\" : 1", "\"formatVersion\" : 2"));
        assertThat(one.run("repository", "list").err())
                .contains("MR7033", "formatVersion must be 1 (found 2)");
        Files.writeString(description, text);

        Path away = folder.resolve("away");
        Files.move(shared, away);
        for (Result result :
                List.of(
                        one.run("repository", "list"),
                        one.run("repository", "publish", first),
                        deploy(one, "echo@1"))) {
            assertThat(result.code()).isEqualTo(3);
            assertThat(result.err())
                    .contains("MR7033", shared.toString(), "does not exist or is not mounted");
        }
        assertThat(shared).doesNotExist();
        Files.move(away, shared);

        // A folder in place of the file makes the write fail, like a full or read-only share.
        Files.delete(archive);
        Files.createDirectories(archive.resolve("obstacle"));
        assertThat(one.run("repository", "publish", first).err())
                .contains("MR7033", "cannot be written");
        try (Stream<Path> files = Files.list(shared)) {
            assertThat(files).hasSize(2);
        }

        assertThat(sha256(one)).isEqualTo(before);
        assertThat(one.run("list").ok().out()).containsPattern("echo +2 +running +1");
    }

    private Path file(String ending) throws IOException {
        try (Stream<Path> files = Files.list(shared)) {
            return files.filter(f -> f.toString().endsWith(ending)).findFirst().orElseThrow();
        }
    }

    @Test
    void aServerWithoutARepositoryNamesTheSetting() throws Exception {
        one = start("one", "name: ONE\n");
        assertThat(one.run("repository", "list").err())
                .contains("MR7028", "set repository in broker.yaml");
        assertThat(deploy(one, "echo").err()).contains("MR7028");
        Path file = folder.resolve("broker.yaml");
        Files.writeString(file, "repository: {folder: a, type: b}\n");
        assertThat(ServerProcess.command("check", file.toString()).err())
                .contains("broker.yaml:1:", "either folder, or type and endpoint");
        Files.writeString(
                file,
                """
                endpoints: {e: {url: "tcp://localhost:1"}}
                repository: {type: shelf, endpoint: e}
                """);
        assertThat(ServerProcess.command("check", file.toString()).err())
                .contains("broker.yaml:2:", "the type of repositories shelf is unknown");
    }

    @Test
    void aServerThatIsKilledDuringAPublicationLeavesACompleteArchiveOrNone() throws Exception {
        Random random = new Random(Long.getLong("millrace.seed", 1));
        for (int round = 1; round <= ROUNDS; round++) {
            one = start("one");
            String version = Integer.toString(round);
            Path large = Path.of(Echo.write(folder, version).toString());
            byte[] noise = new byte[8 << 20];
            random.nextBytes(noise);
            Files.write(large.resolve("noise.bin"), noise);
            ServerProcess victim = one;
            long before = files();
            long delay = TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_DELAY_MILLIS));
            CompletableFuture<Void> kill =
                    CompletableFuture.runAsync(
                            () -> {
                                while (files() == before) {
                                    Thread.onSpinWait();
                                }
                                long end = System.nanoTime() + delay;
                                while (System.nanoTime() < end) {
                                    Thread.onSpinWait();
                                }
                                victim.process().destroyForcibly();
                            });
            boolean done = one.run("repository", "publish", large.toString()).code() == 0;
            kill.join();
            one.kill();

            one = start("one");
            JsonNode archives = json(one.run("repository", "list", "--json"));
            boolean isPublished = archives.toString().contains("\"version\":\"" + version + "\"");
            assertThat(isPublished || !done).isTrue();
            if (!isPublished) {
                one.run("repository", "publish", large.toString()).ok();
            }
            deploy(one, "echo@" + version).ok();
            one.close();
        }
    }

    /** Returns the number of files in the repository, including incomplete ones. */
    private long files() {
        try (Stream<Path> files = Files.list(shared)) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aJarInTheHomeAddsATypeOfRepositories() throws Exception {
        jar(
                Files.createDirectories(folder.resolve("one/lib")).resolve("shelf.jar"),
                """
                package ext;

                import io.millrace.engine.resource.Endpoint;
                import io.millrace.flows.archive.*;
                import java.io.*;
                import java.net.URI;
                import java.nio.file.*;
                import java.util.*;

                public final class Shelf implements ArchiveRepositoryType {
                    private static final List<PublishedArchive> ALL = new ArrayList<>();

                    public String name() {
                        return "shelf";
                    }

                    public ArchiveRepository open(Endpoint endpoint) {
                        Path folder = Path.of(URI.create(endpoint.url()).getPath());
                        return new ArchiveRepository() {
                            public List<PublishedArchive> list() {
                                return List.copyOf(ALL);
                            }

                            public InputStream open(String sha256) throws IOException {
                                return Files.newInputStream(folder.resolve(sha256));
                            }

                            public void publish(PublishedArchive a, Path file) throws IOException {
                                if (a.version().equals("3")) {
                                    throw new IOException("the shelf is full");
                                }
                                Files.copy(file, folder.resolve(a.sha256()));
                                ALL.add(a);
                            }

                            public void close() {}
                        };
                    }
                }
                """);
        one =
                start(
                        "one",
                        """
                        endpoints: {e: {url: "tcp://localhost:1%s", tls: none}}
                        repository: {type: shelf, endpoint: e}
                        """
                                .formatted(shared));
        one.run("repository", "publish", archive("1")).ok();
        assertThat(deploy(one, "echo@1").ok().out()).contains("echo 1 is running: revision 1");
        assertThat(one.run("repository", "publish", archive("3")).err())
                .contains("MR7033", "shelf at ", "the shelf is full");
    }

    /** Compiles the class Shelf and writes it to a jar as a type of repositories. */
    private void jar(Path jar, String source) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes/ext"));
        Path file = Files.writeString(classes.resolve("Shelf.java"), source);
        String path = System.getProperty("java.class.path");
        assertThat(
                        ToolProvider.getSystemJavaCompiler()
                                .run(null, null, null, "-proc:none", "-cp", path, file.toString()))
                .isZero();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.of("Shelf.class", "Shelf$1.class")) {
                out.putNextEntry(new JarEntry("ext/" + name));
                Files.copy(classes.resolve(name), out);
            }
            out.putNextEntry(
                    new JarEntry(
                            "META-INF/services/io.millrace.flows.archive.ArchiveRepositoryType"));
            out.write("ext.Shelf".getBytes(StandardCharsets.UTF_8));
        }
    }
}
