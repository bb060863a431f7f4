package io.millrace.nodes.file;

import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.DescribedNode;

import java.nio.file.Path;

/** A node that starts the flow when a file appears in a folder (ACE: "FileExists node"). */
public final class FileExists extends DescribedNode {

    public FileExists() {
        super(
                """
                FileExists, File, transactional, input
                Starts the flow once for each file that appears in a folder or changes, without
                reading or moving the file. The message has only Properties. The fields of
                LocalEnvironment.File describe the file: Directory, Name, LastModified, TimeStamp
                and Size. Each event has its own unit of work and is received by one instance. If a
                node after out throws an exception, the message is propagated to catch. If catch
                is not connected, the unit of work is rolled back, and the event is processed
                again until it succeeds. A file that is removed before its event is propagated has
                no event.

                out failure: Not used, because the message has no body.
                out out: Messages of files.
                out catch: The message of the file, with the ExceptionList, if a node after out
                  throws an exception.
                inputDirectory [required TEXT]: Folder that contains the files. A relative path is
                  based on the working folder of the process.
                filenamePattern [TEXT = *]: Pattern of file names: `*` is any text, `?` is one
                  character. LocalEnvironment.Wildcard.WildcardMatch contains the part of the
                  name from the first to the last wildcard.
                pollingInterval [SECONDS 0..86400 = 5]: Time after which the folder is searched
                  again.
                minimumAge [SECONDS 0..86400 = 1]: Time for which a file must be unchanged before
                  it has an event.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Path directory = FileInput.folder(node, FileInput.INPUT_DIRECTORY, context);
        if (directory == null) {
            return null;
        }
        InputFolder folder =
                new InputFolder(
                        directory,
                        new FilePattern(node.text("filenamePattern")),
                        node.millis("minimumAge"),
                        "",
                        false,
                        "");
        long poll = Math.max(FileInput.MIN_POLL_MILLIS, node.millis("pollingInterval"));
        return NodePlan.of(
                c -> new FileWatch(c, folder, poll),
                new OutsideUnit("propagates each file in a separate unit", node.place()));
    }
}
