package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Home folders of earlier and later versions. The resource {@code homes/format-1.zip} is the home
 * of a version without {@code home.properties}, without files that contain secrets. Its application
 * {@code echo} has two revisions and is stopped; the queue KEEP, which an operator defined,
 * contains two messages; ECHO.OUT contains the message with the id 7.
 */
class EarlierHomesTest {

    @TempDir Path folder;
    private Path home;

    @BeforeEach
    void unpack() throws IOException {
        home = folder.resolve("home");
        try (InputStream resource = getClass().getResourceAsStream("/homes/format-1.zip");
                ZipInputStream zip = new ZipInputStream(resource)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = home.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(zip, file);
            }
        }
    }

    @Test
    void aHomeOfAnEarlierVersionKeepsItsContents() throws Exception {
        try (ServerThread server = ServerThread.start(home)) {
            assertThat(listed(server)).isEqualTo("2 stopped");
            assertThat(server.run("queues", "show", "KEEP").ok().out()).contains("kept");
            assertThat(server.run("get", "KEEP").ok().out()).contains("one");
            assertThat(server.run("get", "KEEP").ok().out()).contains("two");

            server.run("start", "echo").ok();
            server.run("put", "ECHO.IN", "--text", "<a><id>7</id></a>").ok();
            server.run("put", "ECHO.IN", "--text", "<a><id>8</id></a>").ok();
            assertThat(server.run("get", "ECHO.OUT").ok().out())
                    .contains("<a><id>7</id><version>2</version></a>");
            await().untilAsserted(
                            () ->
                                    assertThat(server.run("get", "ECHO.OUT").out())
                                            .contains("<a><id>8</id><version>2</version></a>"));

            server.run("rollback", "echo").ok();
            assertThat(listed(server)).isEqualTo("1 running");
        }
        assertThat(home.resolve("home.properties")).content().contains("format=1");
    }

    private static String listed(ServerThread server) {
        var echo = new JsonMapper().readTree(server.run("list", "--json").ok().out()).get(0);
        return echo.path("version").asString() + " " + echo.path("state").asString();
    }

    @Test
    void aHomeOfALaterVersionIsRefusedAndUnchanged() throws Exception {
        Path properties = home.resolve("home.properties");
        Files.writeString(properties, "format=2\n");
        byte[] ledger = Files.readAllBytes(home.resolve("files.ledger"));
        TestServer.Result result = TestServer.command(TestServer.serverCommand(home));
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err())
                .contains(
                        "MR5022: the home folder "
                                + home
                                + " has format 2, but this version of Millrace supports format"
                                + " 1 and earlier; start the version that has used the folder,"
                                + " or restore a copy of the folder from before the upgrade");
        assertThat(properties).hasContent("format=2\n");
        assertThat(home.resolve("files.ledger")).hasBinaryContent(ledger);
    }

    @Test
    void aDamagedFormatIsReported() throws Exception {
        Files.writeString(home.resolve("home.properties"), "format=one\n");
        TestServer.Result result = TestServer.command(TestServer.serverCommand(home));
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).contains("MR5014").contains("format must be a number (found one)");
    }
}
