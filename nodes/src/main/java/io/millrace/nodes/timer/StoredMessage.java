package io.millrace.nodes.timer;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;

/**
 * A message as bytes, from which its trees are built again. The body is parsed with the domain and
 * the template that it had.
 *
 * @param descriptor descriptor, also of a message without an MQMD
 * @param hasMqmd whether the message has an MQMD
 * @param template domain, message set, type and format of the body; NONE if it has no body
 * @param body headers and body
 */
record StoredMessage(Mqmd descriptor, boolean hasMqmd, MessageTemplate template, Bytes body) {

    private static final Defaults RAW =
            new Defaults(MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of());

    /**
     * Writes a message.
     *
     * @throws io.millrace.engine.error.MillraceException if the message cannot be written
     */
    static StoredMessage of(MessageAssembly message, MessageAssembler assembler) {
        Element root = message.root();
        boolean hasMqmd = root.child(MessageAssembly.DESCRIPTOR) != null;
        Element last = message.body();
        if (last == null || last.isNamed(MessageAssembly.DESCRIPTOR)) {
            return new StoredMessage(
                    assembler.descriptor(root), hasMqmd, MessageTemplate.NONE, Bytes.EMPTY);
        }
        MessageAssembler.Written written = assembler.write(root);
        MessageTemplate template = assembler.template(root);
        return new StoredMessage(
                written.descriptor(),
                hasMqmd,
                template.isEmpty() ? RAW.template() : template,
                written.body());
    }

    /** Builds the Root. */
    Element root(MessageAssembler assembler, boolean transactional) {
        Defaults defaults =
                template.isEmpty() ? RAW : new Defaults(template, RAW.timing(), Set.of());
        return root(assembler, defaults.transactional(transactional));
    }

    /** Builds the Root with a body of the domain BLOB. */
    Element rawRoot(MessageAssembler assembler, boolean transactional) {
        return root(assembler, RAW.transactional(transactional));
    }

    private Element root(MessageAssembler assembler, Defaults defaults) {
        Element root = assembler.assemble(descriptor, body, defaults, null);
        if (!hasMqmd) {
            root.child(MessageAssembly.DESCRIPTOR).remove();
        }
        if (template.isEmpty()) {
            root.child(RAW.template().domain()).remove();
        }
        return root;
    }

    void write(DataOutputStream out) throws IOException {
        out.writeBoolean(hasMqmd);
        out.writeUTF(template.domain());
        out.writeUTF(template.set());
        out.writeUTF(template.type());
        out.writeUTF(template.format());
        writeNumbers(out);
        for (String text :
                new String[] {
                    descriptor.format(),
                    descriptor.replyToQ(),
                    descriptor.replyToQMgr(),
                    descriptor.userIdentifier(),
                    descriptor.applIdentityData(),
                    descriptor.putApplName(),
                    descriptor.applOriginData(),
                    descriptor.sourceQueue()
                }) {
            out.writeUTF(text);
        }
        for (Bytes bytes :
                new Bytes[] {
                    descriptor.msgId(),
                    descriptor.correlId(),
                    descriptor.accountingToken(),
                    descriptor.groupId(),
                    body
                }) {
            out.writeInt(bytes.length());
            out.write(bytes.array(), bytes.start(), bytes.length());
        }
    }

    private void writeNumbers(DataOutputStream out) throws IOException {
        for (int number :
                new int[] {
                    descriptor.report(),
                    descriptor.msgType(),
                    descriptor.expiry(),
                    descriptor.feedback(),
                    descriptor.encoding(),
                    descriptor.codedCharSetId(),
                    descriptor.priority(),
                    descriptor.persistence(),
                    descriptor.putApplType(),
                    descriptor.msgSeqNumber(),
                    descriptor.offset(),
                    descriptor.msgFlags(),
                    descriptor.originalLength()
                }) {
            out.writeInt(number);
        }
        Instant put = descriptor.putTime();
        out.writeLong(put == null ? Long.MIN_VALUE : put.toEpochMilli());
    }

    static StoredMessage read(DataInputStream in) throws IOException {
        boolean hasMqmd = in.readBoolean();
        MessageTemplate template =
                new MessageTemplate(in.readUTF(), in.readUTF(), in.readUTF(), in.readUTF());
        Mqmd descriptor =
                new Mqmd()
                        .report(in.readInt())
                        .msgType(in.readInt())
                        .expiry(in.readInt())
                        .feedback(in.readInt())
                        .encoding(in.readInt())
                        .codedCharSetId(in.readInt())
                        .priority(in.readInt())
                        .persistence(in.readInt())
                        .putApplType(in.readInt())
                        .msgSeqNumber(in.readInt())
                        .offset(in.readInt())
                        .msgFlags(in.readInt())
                        .originalLength(in.readInt());
        long put = in.readLong();
        if (put != Long.MIN_VALUE) {
            descriptor.putTime(Instant.ofEpochMilli(put));
        }
        descriptor
                .format(in.readUTF())
                .replyToQ(in.readUTF())
                .replyToQMgr(in.readUTF())
                .userIdentifier(in.readUTF())
                .applIdentityData(in.readUTF())
                .putApplName(in.readUTF())
                .applOriginData(in.readUTF())
                .sourceQueue(in.readUTF())
                .msgId(bytes(in))
                .correlId(bytes(in))
                .accountingToken(bytes(in))
                .groupId(bytes(in));
        return new StoredMessage(descriptor, hasMqmd, template, bytes(in));
    }

    private static Bytes bytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return Bytes.of(bytes);
    }
}
