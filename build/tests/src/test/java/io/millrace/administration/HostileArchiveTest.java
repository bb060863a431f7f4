package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Archives that are damaged, lie or attack the server: each is refused, and nothing changes. */
class HostileArchiveTest {

    private static final String MANIFEST = "millrace-manifest.json";

    @TempDir static Path folder;

    private static ServerThread server;
    private static Map<String, byte[]> files;

    @BeforeAll
    static void start() throws Exception {
        Path configuration =
                Files.writeString(
                        folder.resolve("broker.yaml"),
                        "administration: {maxArchiveBytes: 1000000}\n");
        server = ServerThread.start(folder.resolve("home"), "--config", configuration.toString());
        Path echo = Echo.write(folder, "1");
        server.run("deploy", echo.toString()).ok();
        files = new LinkedHashMap<>();
        try (Stream<Path> all = Files.list(echo)) {
            for (Path file : all.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String manifest(String name, String version, Map<String, byte[]> described)
            throws Exception {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> file : described.entrySet()) {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(file.getValue());
            entries.put(
                    file.getKey(),
                    Map.of(
                            "size",
                            file.getValue().length,
                            "sha256",
                            HexFormat.of().formatHex(sum)));
        }
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("format", 1);
        manifest.put("application", name);
        manifest.put("version", version);
        manifest.put("author", "mallory@host");
        manifest.put("created", "2026-01-01T00:00:00Z");
        manifest.put("files", entries);
        return new JsonMapper().writeValueAsString(manifest);
    }

    private static byte[] zip(String manifest, Map<String, byte[]> contents) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(MANIFEST));
            zip.write(manifest.getBytes(StandardCharsets.UTF_8));
            for (Map.Entry<String, byte[]> file : contents.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return out.toByteArray();
    }

    private static Map<String, byte[]> with(String name, String content) {
        Map<String, byte[]> all = new LinkedHashMap<>(files);
        all.put(name, content.getBytes(StandardCharsets.UTF_8));
        return all;
    }

    @Test
    void aManifestThatLiesAboutLibrariesIsRefused() throws Exception {
        String manifest = manifest("echo", "1", files);
        assertThat(
                        refused(
                                422,
                                zip(
                                        manifest.replace(
                                                "{\"format", "{\"kind\":\"library\",\"format"),
                                        files)))
                .contains("MR1036", "this folder is not a library");
        assertThat(
                        refused(
                                400,
                                zip(
                                        manifest.replace(
                                                "{\"format", "{\"kind\":\"thing\",\"format"),
                                        files)))
                .contains("MR7020");
        String lists = "{\"libraries\":{\"common\":{}},\"format";
        assertThat(refused(400, zip(manifest.replace("{\"format", lists), files)))
                .contains("MR7021", "libraries 'common', but the files have ''");
        assertThat(
                        refused(
                                400,
                                zip(
                                        manifest.replace("{\"format", lists.replace("{}", "null")),
                                        files)))
                .contains("MR7020");
    }

    /** Sends an archive and checks that it is refused without a change. */
    private static String refused(int status, byte[] archive) throws Exception {
        HttpResponse<String> response =
                TestServer.send(
                        server.request("/v1/broker/applications/echo")
                                .PUT(BodyPublishers.ofByteArray(archive)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(server.run("list").ok().out()).containsPattern("echo +1 +running +1");
        try (Stream<Path> left = Files.list(server.home().resolve("server/incoming"))) {
            assertThat(left).isEmpty();
        }
        return response.body();
    }

    @Test
    void aPathThatLeavesTheFolderIsRefused() throws Exception {
        for (String path :
                new String[] {
                    "../evil.esql", "a/../../evil.esql", "/tmp/evil.esql", "a\\..\\evil", "C:evil"
                }) {
            Map<String, byte[]> all = with(path, "evil");
            assertThat(refused(400, zip(manifest("echo", "1", all), all)))
                    .contains("MR7020", "stay in the folder of the application");
        }
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.filter(p -> p.toString().contains("evil"))).isEmpty();
        }
        assertThat(Path.of("/tmp/evil.esql")).doesNotExist();
    }

    @Test
    void anApplicationNameThatIsAPathIsRefused() throws Exception {
        assertThat(refused(400, zip(manifest("../echo", "1", files), files)))
                .contains("MR7020", "cannot be the name of a folder");
    }

    @Test
    void aManifestThatLiesIsRefused() throws Exception {
        Map<String, byte[]> changed = with("echo.esql", "-- changed");
        assertThat(refused(400, zip(manifest("echo", "1", files), changed)))
                .contains("MR7021", "echo.esql", "the manifest has the SHA-256");
        assertThat(refused(400, zip(manifest("echo", "1", files), with("more.esql", "-- more"))))
                .contains("MR7021", "more.esql", "which the manifest does not list");
        assertThat(refused(400, zip(manifest("echo", "1", with("gone.esql", "")), files)))
                .contains("MR7021", "gone.esql", "which is not in the archive");
        assertThat(refused(400, zip(manifest("echo", "2", files), files)))
                .contains("MR7021", "the manifest has the version '2'");
        assertThat(refused(400, zip(manifest("other", "1", files), files)))
                .contains("MR7021", "the manifest has the name 'other'");
        assertThat(refused(400, zip("{}", files))).contains("MR7020", "format 1");
        assertThat(refused(400, zip("not json", files))).contains("MR7020", "not valid JSON");
    }

    /** A gigabyte of zeros has a megabyte when it is compressed. */
    @Test
    void aBombIsRefusedBeforeItIsUnpacked() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(MANIFEST));
            zip.write(manifest("echo", "1", files).getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("zeros.esql"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 100; i++) {
                zip.write(zeros);
            }
        }
        assertThat(refused(400, out.toByteArray())).contains("MR7020", "4000000 bytes or less");
    }

    @Test
    void anArchiveThatIsTooLargeIsRefused() throws Exception {
        byte[] noise = new byte[2_000_000];
        new Random(1).nextBytes(noise);
        assertThat(refused(400, noise)).contains("MR7020", "1000000 bytes or less");
    }

    @Test
    void everyDamagedOrIncompleteArchiveIsRefused() throws Exception {
        byte[] whole = zip(manifest("echo", "1", files), files);
        Random random = new Random(Long.getLong("millrace.seed", 1));
        for (int i = 0; i < 60; i++) {
            byte[] damaged = whole.clone();
            if (i % 2 == 0) {
                damaged = Arrays.copyOf(whole, random.nextInt(whole.length));
            } else {
                for (int n = 0; n < 20; n++) {
                    damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
                }
            }
            assertThat(refused(400, damaged)).contains("\"code\":\"MR70");
        }
    }

    @Test
    void anUploadThatEndsHalfWayChangesNothing() throws Exception {
        URI url = URI.create(server.url());
        byte[] whole = zip(manifest("echo", "1", files), files);
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(
                    """
                    PUT /v1/broker/applications/echo HTTP/1.1\r
                    Host: localhost\r
                    Authorization: Bearer %s\r
                    Content-Length: %d\r
                    \r
                    """
                            .formatted(server.token(), whole.length)
                            .getBytes(StandardCharsets.UTF_8));
            out.write(whole, 0, whole.length / 2);
            out.flush();
            await().until(() -> incoming() == 1);
        }
        await().until(() -> incoming() == 0);
        assertThat(server.run("list").ok().out()).containsPattern("echo +1 +running +1");
    }

    private static long incoming() throws IOException {
        try (Stream<Path> all = Files.list(server.home().resolve("server/incoming"))) {
            return all.count();
        }
    }
}
