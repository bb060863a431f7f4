package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.projects.write.ApplicationWriter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A copy of a project of the collection of fixtures, which is not part of the sources. */
final class Fixture implements AutoCloseable {

    /** The two forms in which a project must behave the same. */
    enum Form {
        ORIGINAL,
        CONVERTED
    }

    /** Folder of the collection, next to the sources unless a property specifies it. */
    private static final Path COLLECTION =
            Path.of(
                    System.getProperty(
                            "millrace.fixtures",
                            System.getProperty("millrace.root") + "/../shared/ibm/fixtures"));

    private static final Duration LONG = Duration.ofMinutes(2);

    final Path folder;
    private final Path work;
    private final Form form;
    private Broker broker;

    Fixture(Path work, String name, Form form) {
        assumeTrue(Files.isDirectory(COLLECTION), "the collection of fixtures is not available");
        this.work = work;
        this.form = form;
        this.folder = work.resolve("projects");
        copy(COLLECTION.resolve(name), folder);
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Fixture write(String path, String text) {
        try {
            Files.createDirectories(folder.resolve(path).getParent());
            Files.writeString(folder.resolve(path), text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder of the application in the form of this fixture. */
    Path application(String settings) {
        if (form == Form.ORIGINAL) {
            if (!settings.isEmpty()) {
                write("application.yaml", settings);
            }
            return folder;
        }
        Path converted = work.resolve("converted");
        Problems problems = new Problems();
        ApplicationWriter.write(ProjectImport.read(folder, problems).definitions(), converted);
        assertThat(problems.hasErrors()).isFalse();
        if (!settings.isEmpty()) {
            try {
                Files.writeString(converted.resolve("application.yaml"), settings);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return converted;
    }

    List<String> problems() {
        return Application.check(folder).stream().map(Fixture::line).toList();
    }

    static String line(Problem problem) {
        Path file = Path.of(problem.place().source().name()).getFileName();
        return "%s:%d %s %s %s"
                .formatted(
                        file,
                        problem.place().line(),
                        problem.severity(),
                        problem.code().id(),
                        problem.text());
    }

    Fixture run(String settings, String... queues) {
        broker = Broker.builder().memory().start();
        for (String queue : queues) {
            broker.createQueue(QueueDefinition.named(queue));
        }
        broker.deploy(application(settings));
        return this;
    }

    Broker broker() {
        return broker;
    }

    void put(String queue, String file) {
        try {
            byte[] bytes = Files.readAllBytes(folder.resolve("messages").resolve(file));
            broker.put(queue, new QueueMessage(new Mqmd().format("MQSTR"), Bytes.of(bytes)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String take(String queue) {
        return broker.get(queue, LONG)
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    QueueMessage takeMessage(String queue) {
        return broker.get(queue, LONG).orElseThrow();
    }

    /** Returns the number of messages on a queue after the flows have processed all messages. */
    int depth(String queue) {
        assertThat(broker.awaitIdle(LONG)).isTrue();
        return broker.browse(queue, 100).size();
    }

    @Override
    public void close() {
        if (broker != null) {
            broker.close();
        }
    }
}
