package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.ValidationProperties;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A node that reads records from files and starts the flow (IIB: "FileInput node"). */
public final class FileInput extends DescribedNode {

    static final String INPUT_DIRECTORY = "inputDirectory";

    private static final long MIN_POLL_MILLIS = 10;

    public FileInput() {
        super(
                """
                FileInput, File, transactional, input
                Reads files from a folder, the oldest first, and propagates each record to out as
                a message without headers. The fields of LocalEnvironment.File describe the
                record: Directory, Name, LastModified, TimeStamp, Size (of the file), Offset,
                Record (from 1), Delimiter (before the record) and IsEmpty. The position in the
                file is part of the unit of work, so each record is processed exactly once. The messages
                are persistent. If a node after out throws an exception, the record is propagated to catch. If catch
                is not connected, the unit of work is rolled back and the record is read again,
                until its backout count reaches the threshold. The record is then propagated to
                failure or, if failure is not connected, the file is moved to the backout folder
                and its other records are not processed. An empty file has one empty record.

                out failure: Records that reached the backout threshold, or that cannot be parsed
                  before they are propagated, with an ExceptionList. A record that is too long has
                  an empty body, and its file is moved to the backout folder.
                out out: Records of files.
                out endOfData: A message with an empty body after the last record of each file.
                  Offset is the length of the file, Record the number of records.
                out catch: The record as it was read, with the ExceptionList, if a node after out
                  throws an exception.
                inputDirectory [required TEXT]: Folder that contains the files. Its subfolder
                  mqsitransitin contains files in process, mqsiarchive processed files,
                  mqsibackout files that could not be processed. A relative path is based on the
                  working folder of the process.
                filenamePattern [TEXT = *]: Pattern of file names: `*` is any text, `?` is one
                  character. LocalEnvironment.Wildcard.WildcardMatch contains the part of the
                  name from the first to the last wildcard.
                pollingInterval [SECONDS 0..86400 = 5]: Time after which an empty folder is
                  searched again.
                minimumAge [SECONDS 0..86400 = 1]: Time for which a file must be unchanged before
                  it is read. A file that another process has locked is not read.
                """,
                RecordFormat.PROPERTIES,
                """
                processedFileAction [archive|archiveWithTimestamp|delete = archive]: Action after
                  the last record of a file: `archive`, move the file to mqsiarchive;
                  `archiveWithTimestamp`, move it and put the time stamp before its name;
                  `delete`.
                replaceDuplicateArchives [BOOLEAN = false]: Whether a file with the same name in
                  mqsiarchive is replaced. Otherwise, the time stamp is put before the name of
                  the second file.
                backoutThreshold [INTEGER 1.. = 1, alias retryThreshold]: Number of backouts after
                  which a record is no longer processed.
                failedFileAction [backout|backoutWithTimestamp|delete = backout]: Action after a
                  record that cannot be processed: `backout`, move the file to mqsibackout;
                  `backoutWithTimestamp`, move it and put the time stamp before its name;
                  `delete`.
                domain [DOMAIN, alias messageDomain messageDomainProperty]: Domain of records.
                  The default is BLOB.
                messageSet [TEXT, alias messageSetProperty]: Message set of records.
                messageType [TEXT, alias messageTypeProperty]: Name of the record in its
                  message set.
                messageFormat [TEXT, alias messageFormatProperty]: Physical format of records.
                """,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Path directory = folder(node, INPUT_DIRECTORY, context);
        RecordFormat format = RecordFormat.of(node, context, "recordDetection");
        MessageTemplate template = BodyProperties.template(node, context);
        if (directory == null) {
            return null;
        }
        InputFolder folder =
                new InputFolder(
                        directory,
                        new FilePattern(node.text("filenamePattern")),
                        node.millis("minimumAge"),
                        node.text("processedFileAction"),
                        node.flag("replaceDuplicateArchives"),
                        node.text("failedFileAction"));
        FileInputSettings settings =
                new FileInputSettings(
                        folder,
                        format,
                        Math.max(MIN_POLL_MILLIS, node.millis("pollingInterval")),
                        node.integer("backoutThreshold"),
                        new MessageAssembler.Defaults(
                                template,
                                BodyProperties.timing(node),
                                BodyProperties.options(node, context),
                                true,
                                ValidationProperties.of(node, template, context)));
        return NodePlan.inUnit(c -> new FileReading(c, settings));
    }

    /** Returns the folder in a property. Reports a problem and returns null if it is no path. */
    static Path folder(NodeDefinition node, String property, DeployContext context) {
        String text = node.text(property);
        try {
            if (!text.isBlank()) {
                return Path.of(text).toAbsolutePath().normalize();
            }
        } catch (InvalidPathException e) {
            // Reported below.
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(property),
                        property + " must be the path of a folder (found '" + text + "')");
        return null;
    }
}
