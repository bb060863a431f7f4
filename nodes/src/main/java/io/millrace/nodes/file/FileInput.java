package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A node that reads records from files and starts the flow (IIB: "FileInput node"). */
public final class FileInput extends DescribedNode {

    static final String INPUT_DIRECTORY = "inputDirectory";

    static final long MIN_POLL_MILLIS = 10;

    private static final String SCAN_DELAY = "scanDelay";
    private static final String PROCESSED_REMOTE_ACTION = "processedRemoteAction";

    public FileInput() {
        super(
                """
                FileInput, File, transactional, input
                Reads files from a folder, the oldest first, and propagates each record to out as
                a message without headers. With remoteEndpoint, also transfers files of an FTP or
                SFTP server to this folder and reads them. The fields of LocalEnvironment.File describe the
                record: Directory, Name, LastModified, TimeStamp, Size (of the file), Offset,
                Record (from 1), Delimiter (before the record) and IsEmpty. The position in the
                file is part of the unit of work, so each record is processed exactly once. The messages
                are persistent. If a node after out throws an exception, the record is propagated to catch. If catch
                is not connected, the unit of work is rolled back and the record is read again,
                until its backout count reaches the threshold. The record is then propagated to
                failure or, if failure is not connected, the file is moved to the backout folder
                and its other records are not processed. An empty file has one empty record,
                except with recordDetection `parsedRecordSequence`.

                out failure: Records that reached the backout threshold, or that cannot be parsed
                  before they are propagated, with an ExceptionList. A record that is too long, or
                  whose end the parser does not find, has an empty body, and its file is moved to
                  the backout folder.
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
                replaceDuplicateArchives [BOOLEAN = false, with processedFileAction archive]: Whether a file with the same name in
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
                RemoteSettings.PROPERTIES,
                """
                scanDelay [SECONDS 0..86400 = 60, alias fileFtpScanDelay]: Time after which the
                  folder of the server is listed again.
                processedRemoteAction [delete|archive = delete]: Action on the server after the
                  last record of a file: `delete`; `archive`, move the file to the subfolder
                  mqsiarchive of the server or, if a record cannot be processed, to mqsibackout.
                """,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Path directory = folder(node, INPUT_DIRECTORY, context);
        Defaults body = BodyProperties.defaultsWithBlob(node, context);
        RecordFormat format = RecordFormat.of(node, context, body);
        FilePattern pattern = FilePattern.of(node, context);
        RemoteSettings remote =
                RemoteSettings.of(node, context, SCAN_DELAY, PROCESSED_REMOTE_ACTION);
        if (directory == null || pattern == null) {
            return null;
        }
        InputFolder folder =
                new InputFolder(
                        directory,
                        pattern,
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
                        body,
                        remote == null ? null : remoteInput(node, remote));
        return NodePlan.inUnit(c -> new FileReading(c, settings));
    }

    private static RemoteInput.Settings remoteInput(NodeDefinition node, RemoteSettings remote) {
        return new RemoteInput.Settings(
                remote,
                Math.max(MIN_POLL_MILLIS, node.millis(SCAN_DELAY)),
                node.text(PROCESSED_REMOTE_ACTION).equals("archive"));
    }

    /**
     * Returns the folder in a property. Reports a problem and returns null if it is not a valid
     * path.
     */
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
