package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.ValidationProperties;

import java.nio.file.Path;

/** A node that writes messages to files in the unit of work (IIB: "FileOutput node"). */
public final class FileOutput extends DescribedNode {

    private static final String OUTPUT_FILENAME = "outputFilename";
    private static final String KIND = "recordDefinition";
    private static final String FINISH_FILE = "finishFile";
    private static final String RETAIN = "retainLocalFile";

    public FileOutput() {
        super(
                """
                FileOutput, File, transactional
                Writes the body of the message to a file in the unit of work. The file is written
                in the subfolder mqsitransit of its folder. It is moved to its folder when it is
                complete and the unit has been committed, so other programs see only complete
                files. After a rollback or the end of the process, the file has its committed
                length. With remoteEndpoint, a complete file is transferred to an FTP or SFTP
                server instead, at least once. Then records the file in LocalEnvironment.WrittenDestination.File and
                propagates the message to out.

                destination File: Name Directory
                in: Message whose body is written.
                in finishFile: Message that completes the file that it names. Its body is not
                  written. If the file has no records, nothing is moved.
                out failure
                out out: The message, with LocalEnvironment.WrittenDestination.File.
                out endOfData: The message of finishFile, with
                  LocalEnvironment.WrittenDestination.File.
                outputDirectory [required TEXT]: Folder of the files.
                  LocalEnvironment.Destination.File.Directory overrides it with a folder within
                  it. A relative path is based on the working folder of the process.
                outputFilename [TEXT]: Name of the file. It can contain one `*`, which stands for
                  LocalEnvironment.Wildcard.WildcardMatch.
                  LocalEnvironment.Destination.File.Name overrides it. A name cannot contain a
                  path.
                outputMode [replace|archiveAndReplace|timestampAndReplace|append|create = replace]:
                  Action if a complete file already has the name: `replace`;
                  `archiveAndReplace`, move that file to the subfolder mqsiarchive;
                  `timestampAndReplace`, move it there with the time stamp before its name;
                  `append`, add the records to that file; `create`, fail. With remoteEndpoint:
                  `replace` or `append`.
                replaceDuplicateArchives [BOOLEAN = false]: Whether a file with the same name in
                  mqsiarchive is replaced. Otherwise, the time stamp is put before the name of
                  the second file.
                recordDefinition [wholeFile|unmodified|fixedLength|delimited = wholeFile]: How
                  bodies become files: `wholeFile`, each body is a complete file. Otherwise, a
                  file contains the records of several messages and is completed by finishFile:
                  `unmodified`, bodies without delimiters; `fixedLength`, bodies padded to
                  recordLength; `delimited`, bodies with a delimiter.
                recordLength [INTEGER 1.. = 80]: Length of a record in bytes, for `fixedLength`. A
                  longer body is an error.
                paddingByte [TEXT = 20]: Byte that pads records, as two hexadecimal digits.
                delimiter [unix|dos|custom = unix]: Delimiter for `delimited`: `unix`, X'0A';
                  `dos`, X'0D0A'; `custom`, customDelimiter.
                customDelimiter [TEXT]: Bytes of the delimiter `custom`, as hexadecimal digits.
                delimiterType [postfix|infix = postfix]: Position of delimiters: `postfix`, after
                  each record; `infix`, between two records.
                """,
                RemoteSettings.PROPERTIES,
                """
                retainLocalFile [BOOLEAN = false]: Whether a file that was transferred to the
                  server is also moved to outputDirectory.
                """,
                ValidationProperties.OF_OUTPUT);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Path directory = FileInput.folder(node, "outputDirectory", context);
        boolean isNamed = isNamed(node, context);
        int padding = padding(node, context);
        RecordFormat format = RecordFormat.of(node, context, KIND);
        RemoteSettings remote = RemoteSettings.of(node, context, RETAIN);
        if (directory == null || !isNamed || padding < 0) {
            return null;
        }
        checkMode(node, remote, context);
        checkFinish(node, context);
        FileOutputSettings settings =
                new FileOutputSettings(
                        directory,
                        node.text(OUTPUT_FILENAME),
                        node.text("outputMode"),
                        node.flag("replaceDuplicateArchives"),
                        node.text(KIND),
                        format,
                        (byte) padding,
                        ValidationProperties.of(node),
                        remote,
                        node.flag(RETAIN));
        return NodePlan.inUnit(c -> new FileWriting(c, settings));
    }

    /** Checks the mode for files on a server. Such a file can only be replaced or appended to. */
    private static void checkMode(
            NodeDefinition node, RemoteSettings remote, DeployContext context) {
        String mode = node.text("outputMode");
        if (remote != null && !mode.equals("replace") && !mode.equals("append")) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place("outputMode"),
                            "outputMode must be replace or append with remoteEndpoint (found "
                                    + mode
                                    + ")",
                            "change outputMode, or write files with other names");
        }
    }

    /** Warns about files that collect records but are never completed. */
    private static void checkFinish(NodeDefinition node, DeployContext context) {
        String kind = node.text(KIND);
        if (!kind.equals("wholeFile") && !context.isInputConnected(node.name(), FINISH_FILE)) {
            context.problems()
                    .warning(
                            ErrorCode.UNCONNECTED_TERMINAL,
                            node.place(KIND),
                            """
                            the files are never completed and stay in the folder mqsitransit: \
                            with recordDefinition %s, a file collects records until a message \
                            arrives at finishFile of node %s, which is not connected\
                            """
                                    .formatted(kind, node.name()),
                            "connect finishFile, for example to the terminal endOfData of a"
                                    + " FileInput node, or set recordDefinition wholeFile");
        }
    }

    private static boolean isNamed(NodeDefinition node, DeployContext context) {
        String name = node.text(OUTPUT_FILENAME);
        if (name.isEmpty()) {
            return true;
        }
        String problem = OutputTarget.problem(name);
        boolean isPattern = name.indexOf('*') == name.lastIndexOf('*');
        if (problem.isEmpty() && isPattern) {
            return true;
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(OUTPUT_FILENAME),
                        "outputFilename must be a file name with at most one * (found '%s'%s)"
                                .formatted(name, problem.isEmpty() ? "" : ", " + problem));
        return false;
    }

    private static int padding(NodeDefinition node, DeployContext context) {
        String digits = node.text("paddingByte");
        if (digits.matches("[0-9A-Fa-f]{2}")) {
            return Integer.parseInt(digits, 16);
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place("paddingByte"),
                        "paddingByte must be two hexadecimal digits, for example 20 (found '"
                                + digits
                                + "')");
        return -1;
    }
}
