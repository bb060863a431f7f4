package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The unit for systemd and the file for a container, compared with the launcher. */
class OperatingSamplesTest {

    private static final Path ROOT = Path.of(System.getProperty("millrace.root"));
    private static final Path SAMPLES = ROOT.resolve("samples/operating");
    private static final Pattern OPTION = Pattern.compile("(?<=[\\s\"(])-[-XD][^\\s\")]+");
    private static final Pattern FLAGS =
            Pattern.compile(
                    "(?s)^(?:\\[\\[[^\\n]*!= server ]] \\|\\| )?flags\\+?=\\((-.*?)\\)",
                    Pattern.MULTILINE);

    private static Set<String> options(String text) {
        return OPTION.matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String serverHelp() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Millrace.run(new Console(out, out, false), "server", "--help");
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Returns the flags of the JVM with which the launcher starts a server. */
    private static Set<String> launcherFlags() throws IOException {
        List<String> parts =
                FLAGS.matcher(Files.readString(ROOT.resolve("millrace")))
                        .results()
                        .map(m -> "(" + m.group(1) + ")")
                        .toList();
        assertThat(parts).hasSize(2);
        return options(String.join(" ", parts));
    }

    @Test
    void theContainerStartsTheServerAsTheLauncherDoes() throws IOException {
        String file = Files.readString(SAMPLES.resolve("Containerfile"));
        String entry = file.substring(file.indexOf("ENTRYPOINT"));
        Set<String> options = options(entry);
        Set<String> ofServer = new TreeSet<>(options);
        ofServer.removeAll(launcherFlags());
        assertThat(options).containsAll(launcherFlags());
        assertThat(ofServer).containsExactly("--home");
        assertThat(entry).contains("\"" + Millrace.class.getName() + "\", \"server\"");
        assertThat(serverHelp()).contains(ofServer);
    }

    @Test
    void theUnitStartsTheServerWithOptionsThatExist() throws IOException {
        String unit = Files.readString(SAMPLES.resolve("millrace.service"));
        String start = unit.lines().filter(l -> l.startsWith("ExecStart=")).findFirst().get();
        assertThat(start).contains("/millrace server ");
        assertThat(options(start)).containsExactly("--config", "--home");
        assertThat(serverHelp()).contains(options(start));
        assertThat(unit).contains("SuccessExitStatus=143");
    }
}
