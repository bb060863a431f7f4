package io.millrace.engine.esql.analysis;

import static java.util.Map.entry;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;

import java.util.Locale;
import java.util.Map;

/**
 * The constants of MQ's headers that programs write as names (MQ constants reference; formats have
 * eight characters).
 */
final class MqConstants {

    private static final Map<String, Value> FORMATS =
            Map.ofEntries(
                    entry("MQFMT_NONE", format("")),
                    entry("MQFMT_STRING", format("MQSTR")),
                    entry("MQFMT_RF_HEADER", format("MQHRF")),
                    entry("MQFMT_RF_HEADER_1", format("MQHRF")),
                    entry("MQFMT_RF_HEADER_2", format("MQHRF2")),
                    entry("MQFMT_CICS", format("MQCICS")),
                    entry("MQFMT_IMS", format("MQIMS")),
                    entry("MQFMT_IMS_VAR_STRING", format("MQIMSVS")),
                    entry("MQFMT_DEAD_LETTER_HEADER", format("MQDEAD")),
                    entry("MQFMT_MD_EXTENSION", format("MQHMDE")),
                    entry("MQFMT_ADMIN", format("MQADMIN")),
                    entry("MQFMT_PCF", format("MQPCF")),
                    entry("MQFMT_EVENT", format("MQEVENT")),
                    entry("MQFMT_TRIGGER", format("MQTRIG")));

    private static final Map<String, Value> VALUES =
            Map.ofEntries(
                    entry("MQMI_NONE", Value.of(Bytes.of(new byte[24]))),
                    entry("MQCI_NONE", Value.of(Bytes.of(new byte[24]))),
                    entry("MQGI_NONE", Value.of(Bytes.of(new byte[24]))),
                    entry("MQACT_NONE", Value.of(Bytes.of(new byte[32]))),
                    entry("MQMT_REQUEST", Value.of(1)),
                    entry("MQMT_REPLY", Value.of(2)),
                    entry("MQMT_REPORT", Value.of(4)),
                    entry("MQMT_DATAGRAM", Value.of(8)),
                    entry("MQPER_NOT_PERSISTENT", Value.of(0)),
                    entry("MQPER_PERSISTENT", Value.of(1)),
                    entry("MQPER_PERSISTENCE_AS_Q_DEF", Value.of(2)),
                    entry("MQPRI_PRIORITY_AS_Q_DEF", Value.of(-1)),
                    entry("MQEI_UNLIMITED", Value.of(-1)),
                    entry("MQFB_NONE", Value.of(0)),
                    entry("MQCCSI_DEFAULT", Value.of(0)),
                    entry("MQCCSI_Q_MGR", Value.of(0)),
                    entry("MQCCSI_INHERIT", Value.of(-2)),
                    entry("MQCCSI_EMBEDDED", Value.of(-1)),
                    entry("MQENC_NATIVE", Value.of(0x111)),
                    entry("MQRO_NONE", Value.of(0)),
                    entry("MQRO_EXCEPTION", Value.of(0x01000000)),
                    entry("MQRO_EXPIRATION", Value.of(0x00200000)),
                    entry("MQRO_COA", Value.of(0x100)),
                    entry("MQRO_COD", Value.of(0x800)),
                    entry("MQRO_PAN", Value.of(1)),
                    entry("MQRO_NAN", Value.of(2)),
                    entry("MQRO_NEW_MSG_ID", Value.of(0)),
                    entry("MQRO_COPY_MSG_ID_TO_CORREL_ID", Value.of(0)),
                    entry("MQRO_PASS_CORREL_ID", Value.of(0x40)),
                    entry("MQRO_PASS_MSG_ID", Value.of(0x80)),
                    entry("MQRO_DISCARD_MSG", Value.of(0x08000000)),
                    entry("MQMF_NONE", Value.of(0)),
                    entry("MQMF_SEGMENTATION_ALLOWED", Value.of(1)),
                    entry("MQMF_MSG_IN_GROUP", Value.of(8)),
                    entry("MQMF_LAST_MSG_IN_GROUP", Value.of(16)),
                    entry("MQMD_CURRENT_VERSION", Value.of(2)),
                    entry("MQRFH_VERSION_1", Value.of(1)),
                    entry("MQRFH_VERSION_2", Value.of(2)));

    private MqConstants() {}

    private static Value format(String name) {
        return Value.of(name + " ".repeat(8 - name.length()));
    }

    /** Null where there is no such constant; in any case of letters. */
    static Value find(String name) {
        String folded = name.toUpperCase(Locale.ROOT);
        Value format = FORMATS.get(folded);
        return format == null ? VALUES.get(folded) : format;
    }
}
