package io.millrace.models.xsd;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The import of message definition files of WebSphere Message Broker and IBM Integration Bus
 * ({@code *.mxsd}): XML Schemas whose annotations specify the physical formats of messages.
 *
 * <p>The file {@code messageSet.mset} contains the formats and the name of the message set. It is
 * searched for in the folder of the first file and in its parent folders. Properties are converted
 * by their names; unknown properties are reported. Safe for use by several threads.
 */
public final class MessageDefinition {

    private static final String SET_FILE = "messageSet.mset";
    private static final int MAX_FOLDERS = 10;
    private static final Set<String> ENDINGS = Set.of(".mxsd", ".mset", ".xsd");

    private MessageDefinition() {}

    /**
     * Imports message definitions of one message set.
     *
     * @param name name of the message set; null for the name in {@code messageSet.mset} or, without
     *     this file, the name of the first file
     * @param problems receives the errors in the files, with their positions
     */
    public static ImportResult read(
            List<Source> definitions, String name, NearbyFiles files, Problems problems) {
        ConversionReport report = new ConversionReport();
        Source first = definitions.getFirst();
        MessageSetFile set = MessageSetFile.read(find(first, files), first, report);
        String called = name == null ? set.name() : name;
        return XmlSchema.read(
                definitions,
                called,
                set.identifier(),
                files,
                new PhysicalAnnotations(set, definitions, report),
                report,
                problems);
    }

    /**
     * Returns a finder of the files of a definition's message set: the files below the folder of
     * {@code messageSet.mset} or, without this file, near the definition.
     */
    public static NearbyFiles files(Path definition) {
        Path folder = definition.toAbsolutePath().normalize().getParent();
        for (int i = 0; i < MAX_FOLDERS && folder != null; i++) {
            if (Files.isRegularFile(folder.resolve(SET_FILE))) {
                return NearbyFiles.within(List.of(folder), ENDINGS);
            }
            folder = folder.getParent();
        }
        return NearbyFiles.around(List.of(definition), ENDINGS);
    }

    private static Optional<Source> find(Source first, NearbyFiles files) {
        return IntStream.range(0, MAX_FOLDERS)
                .mapToObj(up -> files.find(first, "../".repeat(up) + SET_FILE))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
