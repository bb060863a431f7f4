import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * Checks or corrects the layout of all Java files: google-java-format with four spaces. It runs in
 * the toolchain's JDK, since the formatter cannot read record patterns when Maven itself runs on
 * Java 17. Files that were found in order are remembered by their content, so that the next run is
 * quick.
 *
 * <p>Arguments: {@code check} or {@code write}, the file of what is remembered, the folders.
 */
public final class Format {

    /** The formatter may want to change its own work once more. */
    private static final int PASSES = 5;

    public static void main(String[] args) throws Exception {
        boolean write = args[0].equals("write");
        Path memory = Path.of(args[1]);
        Set<String> known =
                Files.exists(memory) ? new HashSet<>(Files.readAllLines(memory)) : Set.of();
        ConcurrentLinkedQueue<String> inOrder = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Path> wrong = new ConcurrentLinkedQueue<>();
        Formatter formatter =
                new Formatter(JavaFormatterOptions.builder().style(Style.AOSP).build());
        for (String folder : List.of(args).subList(2, args.length)) {
            files(Path.of(folder)).parallelStream()
                    .forEach(file -> visit(file, formatter, write, known, inOrder, wrong));
        }
        Files.createDirectories(memory.getParent());
        Files.write(memory, inOrder);
        if (!wrong.isEmpty() && !write) {
            wrong.stream().sorted().forEach(f -> System.out.println("not formatted: " + f));
            System.out.println("Format them with: mvn -Pformat validate");
            System.exit(1);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(f -> f.toString().endsWith(".java"))
                    .filter(f -> !f.toString().contains("/target/"))
                    .toList();
        }
    }

    private static void visit(
            Path file,
            Formatter formatter,
            boolean write,
            Set<String> known,
            ConcurrentLinkedQueue<String> inOrder,
            ConcurrentLinkedQueue<Path> wrong) {
        try {
            String text = Files.readString(file);
            for (int pass = 0; pass < PASSES && !known.contains(key(text)); pass++) {
                String formatted = formatter.formatSourceAndFixImports(text);
                if (formatted.equals(text)) {
                    break;
                }
                wrong.add(file);
                if (!write) {
                    return;
                }
                Files.writeString(file, formatted);
                text = formatted;
            }
            inOrder.add(key(text));
        } catch (Exception e) {
            System.out.println(file + ": " + e.getMessage());
            wrong.add(file);
        }
    }

    private static String key(String text) {
        return text.length() + "-" + text.hashCode();
    }
}
