package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;

/** A node that reads a record of a file in the middle of a flow (IIB: "FileRead node"). */
public final class FileRead extends DescribedNode {

    private static final String SELECTION = "recordSelection";
    private static final String LOCATION = "outputDataLocation";
    private static final String LOCAL_ENVIRONMENT = MessageAssembly.LOCAL_ENVIRONMENT;

    public FileRead() {
        super(
                """
                FileRead, File, none
                Reads a whole file or one of its records, and propagates it to out as a message
                without headers, or with the input message. LocalEnvironment.File.Read describes
                the record, with the fields of FileInput. The file is not changed, and it can be
                read by several messages at the same time. If the file changes while it is read, a
                record can be incomplete. With remoteEndpoint, the file is on an FTP or SFTP
                server. It is copied to the subfolder mqsitransitin while it is read.

                destination File: Name Directory
                in: Input message.
                out failure
                out out: The record, or the input message with the record at outputDataLocation.
                out noMatch: The input message, if no file has the name, or no record is
                  selected.
                inputDirectory [required TEXT]: Folder of the file.
                  LocalEnvironment.Destination.File.Directory overrides it with a folder within
                  it. A relative path is based on the working folder of the process.
                filenamePattern [TEXT = *]: Pattern of file names: `*` is any text, `?` is one
                  character. The oldest file that matches is read.
                  LocalEnvironment.Destination.File.Name overrides it with a name.
                """,
                RecordFormat.PROPERTIES,
                """
                record [INTEGER 1.. = 1]: Number of the record that is read, if recordSelection
                  is not set.
                recordSelection [ESQL_EXPRESSION]: Condition that selects a record: the first one
                  for which it is TRUE. Root is the record; LocalEnvironment and Environment are
                  the trees of the input message, with LocalEnvironment.File.Read of the record.
                outputDataLocation [TEXT]: Location of the body in the input message, for example
                  `LocalEnvironment.Prices` or `Environment.Prices`. If omitted, the record
                  replaces the message.
                domain [DOMAIN, alias messageDomain messageDomainProperty]: Domain of the record.
                  The default is BLOB.
                messageSet [TEXT, alias messageSetProperty]: Message set of the record.
                messageType [TEXT, alias messageTypeProperty]: Name of the record in its message
                  set.
                messageFormat [TEXT, alias messageFormatProperty]: Physical format of the record.
                """,
                RemoteSettings.PROPERTIES,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Path directory = FileInput.folder(node, FileInput.INPUT_DIRECTORY, context);
        Defaults body = BodyProperties.defaultsWithBlob(node, context);
        RecordFormat format = RecordFormat.of(node, context, body);
        List<String> location = location(node, context);
        EsqlModule selection =
                node.text(SELECTION).isBlank()
                        ? null
                        : context.esql()
                                .expression(
                                        EsqlProperties.source(node, SELECTION),
                                        ModuleKind.FILTER,
                                        context.problems());
        boolean isSelected = selection != null || node.text(SELECTION).isBlank();
        FilePattern pattern = FilePattern.of(node, context);
        RemoteSettings remote = RemoteSettings.of(node, context);
        if (directory == null || pattern == null || location == null || !isSelected) {
            return null;
        }
        Settings settings =
                new Settings(
                        directory,
                        pattern,
                        format,
                        node.integer("record"),
                        selection,
                        location,
                        body,
                        remote);
        OutsideUnit outside = selection == null ? null : selection.outsideUnit();
        return NodePlan.of(c -> new Reading(c, settings), outside);
    }

    /** Returns the names in outputDataLocation, tree first; empty for the message. */
    private static List<String> location(NodeDefinition node, DeployContext context) {
        String text = node.text(LOCATION);
        if (text.isBlank()) {
            return List.of();
        }
        List<String> names = List.of(text.split("[./]"));
        boolean isTree =
                names.getFirst().equals(LOCAL_ENVIRONMENT)
                        || names.getFirst().equals(MessageAssembly.ENVIRONMENT);
        if (isTree && names.size() > 1 && names.stream().noneMatch(String::isBlank)) {
            return names;
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(LOCATION),
                        "outputDataLocation must be a path in LocalEnvironment or Environment, for"
                                + " example LocalEnvironment.Prices (found '"
                                + text
                                + "')");
        return null;
    }

    private record Settings(
            Path directory,
            FilePattern pattern,
            RecordFormat format,
            int record,
            EsqlModule selection,
            List<String> location,
            Defaults defaults,
            RemoteSettings remote) {}

    /** The node of one instance. */
    private static final class Reading implements Node {
        private final NodeContext context;
        private final Settings settings;
        private final EsqlCall.Surroundings surroundings;
        private final Terminal out;
        private final Terminal noMatch;

        /** Server of the file; null for none. */
        private final RemoteRead remote;

        Reading(NodeContext context, Settings settings) {
            this.context = context;
            this.settings = settings;
            surroundings = EsqlCall.Surroundings.plain(context, "FileReadNode");
            out = context.terminal("out");
            noMatch = context.terminal("noMatch");
            remote = settings.remote() == null ? null : new RemoteRead(context, settings.remote());
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Element named = message.localEnvironment().at("Destination", "File");
            Path directory = OutputTarget.folder(named, settings.directory());
            String name = named == null ? null : named.textOf("Name");
            String valid = name == null || name.isBlank() ? "" : OutputTarget.checked(name);
            MessageAssembly found =
                    remote == null
                            ? readLocal(directory, valid, message)
                            : readRemote(directory, valid, message);
            if (found == null) {
                noMatch.propagate(message);
            } else {
                out.propagate(found);
            }
        }

        private MessageAssembly readLocal(Path directory, String name, MessageAssembly message) {
            Path file = find(directory, name);
            if (file == null) {
                return null;
            }
            try {
                FileFields fields =
                        fields(file, Files.getLastModifiedTime(file).toInstant(), Files.size(file));
                return read(file, fields, message);
            } catch (NoSuchFileException removed) {
                return null;
            } catch (IOException e) {
                throw unreadable(file, e);
            }
        }

        private MessageAssembly readRemote(Path directory, String name, MessageAssembly message) {
            String subfolder =
                    settings.directory().relativize(directory).toString().replace('\\', '/');
            Path transit = settings.directory().resolve(InputFolder.TRANSIT);
            try (RemoteRead.Copy copy = remote.copy(subfolder, name, settings.pattern(), transit)) {
                if (copy == null) {
                    return null;
                }
                FileFields fields =
                        fields(
                                directory.resolve(copy.file().name()),
                                copy.file().lastModified(),
                                copy.file().size());
                return read(copy.path(), fields, message);
            } catch (IOException e) {
                throw unreadable(transit, e);
            }
        }

        private FileFields fields(Path file, Instant lastModified, long size) {
            return new FileFields(
                    file.getParent(),
                    file.getFileName().toString(),
                    LocalDateTime.ofInstant(lastModified, context.clock().getZone()),
                    InputFolder.TIMESTAMP.format(context.clock().instant()),
                    size);
        }

        /**
         * Returns the file with a name, or the oldest file that matches a pattern; null if no file
         * matches.
         */
        private Path find(Path directory, String name) {
            if (name.isEmpty()) {
                InputFolder folder =
                        new InputFolder(directory, settings.pattern(), 0, "", false, "");
                List<InputFolder.Found> files = folder.search().files();
                return files.isEmpty() ? null : files.getFirst().file();
            }
            Path file = directory.resolve(name);
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? file : null;
        }

        private static MillraceException unreadable(Path file, IOException e) {
            return new MillraceException(
                    ErrorCode.FILE_NODE,
                    "the file " + file + " cannot be read: " + FileErrors.reason(e),
                    e);
        }

        private MessageAssembly read(Path file, FileFields fields, MessageAssembly message)
                throws IOException {
            Path shown = fields.directory().resolve(fields.name());
            int maxBytes = context.limits().messageBytes();
            try (RecordReader reader =
                    new RecordReader(
                            file, shown.toString(), settings.format(), maxBytes, 0, 0, "")) {
                Element tree = message.localEnvironment().copy();
                MessageAssembly described = message.withLocalEnvironment(tree);
                Element folder = folder(folder(tree, "File"), "Read");
                FileRecord record = reader.next();
                while (record != null) {
                    if (context.isStopped()) {
                        throw new MillraceException(
                                ErrorCode.FLOW_STOPPED,
                                "the flow was stopped while it read the file " + shown);
                    }
                    folder.clear();
                    fields.addTo(
                            folder,
                            record.offset(),
                            record.number(),
                            record.before(),
                            record.body().isEmpty());
                    MessageAssembly found = select(record, described);
                    if (found != null) {
                        return found;
                    }
                    record = reader.next();
                }
                return null;
            }
        }

        /** Returns the message with a record; null if the record was not selected. */
        private MessageAssembly select(FileRecord record, MessageAssembly message) {
            boolean isSearch = settings.selection() != null;
            if (!isSearch && record.number() != settings.record()) {
                return null;
            }
            // Of a search, the trace would contain notes for each record.
            Element root =
                    context.assembler()
                            .assemble(
                                    null,
                                    record.body(),
                                    settings.defaults(),
                                    isSearch ? null : context::note);
            MessageAssembly selected = message.withRoot(root);
            if (isSearch && !isSelected(selected)) {
                return null;
            }
            if (settings.location().isEmpty()) {
                return selected;
            }
            place(selected);
            return message;
        }

        private boolean isSelected(MessageAssembly record) {
            return Boolean.TRUE.equals(
                    new EsqlCall(surroundings, record).test(settings.selection()));
        }

        /** Places the body at outputDataLocation. */
        private void place(MessageAssembly selected) {
            List<String> names = settings.location();
            Element at =
                    names.getFirst().equals(LOCAL_ENVIRONMENT)
                            ? selected.localEnvironment()
                            : selected.environment();
            for (String name : names.subList(1, names.size())) {
                at = folder(at, name);
            }
            at.clear();
            Element body = selected.body();
            if (body != null) {
                at.addLast(body.deepCopy().domain(body.owningDomain()));
            }
        }

        @Override
        public void close() {
            if (remote != null) {
                remote.close();
            }
        }

        private static Element folder(Element parent, String name) {
            Element found = parent.child(name);
            return found == null ? parent.add(name) : found;
        }
    }
}
