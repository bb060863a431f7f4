package io.millrace.nodes.file;

import io.millrace.engine.parser.MessageAssembler.Defaults;

/**
 * The property values of a FileInput node.
 *
 * @param pollMillis time after which an empty folder is searched again
 * @param backoutThreshold maximum number of backouts of a record
 * @param remote folder of a server whose files are transferred first; null for none
 */
record FileInputSettings(
        InputFolder folder,
        RecordFormat format,
        long pollMillis,
        int backoutThreshold,
        Defaults defaults,
        RemoteInput.Settings remote) {}
