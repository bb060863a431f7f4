package io.millrace.benchmarks.torture.disk;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Set;

/**
 * Inserts {@link Disk} between files and the classes that write durable data: Artemis' journals,
 * the queue store's and the coordinator's own small files.
 */
public final class DiskAgent {

    private static final Set<String> OWNERS =
            Set.of("java/io/RandomAccessFile", "java/nio/channels/FileChannel");
    private static final Set<String> METHODS = Set.of("write", "force");
    private static final ClassDesc DISK = ClassDesc.of(Disk.class.getName());

    private DiskAgent() {}

    /** Called by the JVM before the program. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        Disk.install(DiskFault.ofProcess());
        instrumentation.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader,
                            String name,
                            Class<?> redefined,
                            ProtectionDomain domain,
                            byte[] bytes) {
                        return isWriter(name) ? redirect(bytes) : null;
                    }
                });
    }

    private static boolean isWriter(String name) {
        return name != null
                && (name.startsWith("org/apache/activemq/artemis/core/io/nio/")
                        || name.startsWith("io/millrace/store/"));
    }

    private static byte[] redirect(byte[] bytes) {
        ClassFile file = ClassFile.of();
        CodeTransform calls =
                (builder, element) -> {
                    if (element instanceof InvokeInstruction call && isMeant(call)) {
                        MethodTypeDesc type =
                                call.typeSymbol().insertParameterTypes(0, call.owner().asSymbol());
                        builder.invokestatic(DISK, call.name().stringValue(), type);
                    } else {
                        builder.with(element);
                    }
                };
        return file.transformClass(
                file.parse(bytes), ClassTransform.transformingMethodBodies(calls));
    }

    private static boolean isMeant(InvokeInstruction call) {
        return OWNERS.contains(call.owner().asInternalName())
                && METHODS.contains(call.name().stringValue());
    }
}
