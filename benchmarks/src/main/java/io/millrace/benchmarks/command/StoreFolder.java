package io.millrace.benchmarks.command;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/** The option for the folder of stores. */
final class StoreFolder {

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description =
                    "Folder for stores, which are deleted afterwards; forced writes are measured on"
                            + " its disk. Default: benchmarks/target of Millrace's folder.")
    Path path = Path.of(System.getProperty("millrace.root", ""), "benchmarks", "target");
}
