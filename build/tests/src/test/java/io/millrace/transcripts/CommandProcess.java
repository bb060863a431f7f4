package io.millrace.transcripts;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;

import io.millrace.server.Millrace;
import io.millrace.server.console.Console;
import io.millrace.testing.JavaProcess;

import org.slf4j.LoggerFactory;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A process that runs commands of Millrace one after another in a folder. */
final class CommandProcess implements AutoCloseable {

    /** Exit code and printed text of a command. */
    record Result(int code, String output) {}

    private final Process process;
    private final DataOutputStream requests;
    private final DataInputStream results;

    CommandProcess(Path folder, Map<String, String> environment) throws IOException {
        ProcessBuilder builder =
                JavaProcess.of(
                                CommandProcess.class,
                                List.of(
                                        "-Xmx512m",
                                        // The tests have a configuration without output.
                                        "-Dlogback.configurationFile=logback.xml",
                                        "-Duser.language=en",
                                        "-Duser.timezone=UTC",
                                        "-Dmillrace.running=" + folder + ".running"))
                        .directory(folder.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        process = builder.start();
        requests = new DataOutputStream(process.getOutputStream());
        results = new DataInputStream(process.getInputStream());
    }

    Result run(List<String> arguments) throws IOException {
        requests.writeInt(arguments.size());
        for (String argument : arguments) {
            requests.writeUTF(argument);
        }
        requests.flush();
        int code = results.readInt();
        byte[] output = results.readNBytes(results.readInt());
        return new Result(code, new String(output, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Runs the commands that standard input contains, until it ends. */
    public static void main(String[] none) throws IOException {
        DataInputStream requests = new DataInputStream(System.in);
        DataOutputStream results = new DataOutputStream(System.out);
        Redirection printed = new Redirection();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(stream);
        System.setErr(stream);
        Logger log = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        Level level = log.getLevel();
        while (true) {
            String[] arguments = new String[requests.readInt()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = requests.readUTF();
            }
            log.setLevel(level); // some commands turn the log off
            int code = Millrace.run(new Console(stream, stream, false), arguments);
            stream.flush();
            byte[] output = printed.take();
            results.writeInt(code);
            results.writeInt(output.length);
            results.write(output);
            results.flush();
        }
    }

    /** A stream into memory that loggers can keep while its content is taken. */
    private static final class Redirection extends FilterOutputStream {

        private final ByteArrayOutputStream buffer;

        Redirection() {
            this(new ByteArrayOutputStream());
        }

        private Redirection(ByteArrayOutputStream buffer) {
            super(buffer);
            this.buffer = buffer;
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            buffer.write(bytes, from, length);
        }

        @Override
        public synchronized void write(int b) {
            buffer.write(b);
        }

        synchronized byte[] take() {
            byte[] taken = buffer.toByteArray();
            buffer.reset();
            return taken;
        }
    }
}
