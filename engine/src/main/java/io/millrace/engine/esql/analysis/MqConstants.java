package io.millrace.engine.esql.analysis;

import static java.util.Map.entry;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;

import java.util.Locale;
import java.util.Map;

/**
 * The constants of MQ headers that programs use as names (MQ constants reference; formats have
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
                    entry("MQFMT_TRIGGER", format("MQTRIG")),
                    entry("MQFMT_CHANNEL_COMPLETED", format("MQCHCOM")),
                    entry("MQFMT_COMMAND_1", format("MQCMD1")),
                    entry("MQFMT_COMMAND_2", format("MQCMD2")),
                    entry("MQFMT_DIST_HEADER", format("MQHDIST")),
                    entry("MQFMT_EMBEDDED_PCF", format("MQHEPCF")),
                    entry("MQFMT_REF_MSG_HEADER", format("MQHREF")),
                    entry("MQFMT_SAP", format("MQHSAP")),
                    entry("MQFMT_WORK_INFO_HEADER", format("MQHWIH")),
                    entry("MQFMT_XMIT_Q_HEADER", format("MQXMIT")));

    private static final Map<String, Value> NONES =
            Map.ofEntries(
                    entry("MQMI_NONE", Value.of(Bytes.of(new byte[24]))),
                    entry("MQCI_NONE", Value.of(Bytes.of(new byte[24]))),
                    entry("MQGI_NONE", Value.of(Bytes.of(new byte[24]))),
                    entry("MQACT_NONE", Value.of(Bytes.of(new byte[32]))));

    private static final Map<String, Integer> NUMBERS =
            Map.ofEntries(
                    entry("MQMT_REQUEST", 1),
                    entry("MQMT_REPLY", 2),
                    entry("MQMT_REPORT", 4),
                    entry("MQMT_DATAGRAM", 8),
                    entry("MQMT_APPL_FIRST", 65536),
                    entry("MQMT_APPL_LAST", 999999999),
                    entry("MQPER_NOT_PERSISTENT", 0),
                    entry("MQPER_PERSISTENT", 1),
                    entry("MQPER_PERSISTENCE_AS_Q_DEF", 2),
                    entry("MQPRI_PRIORITY_AS_Q_DEF", -1),
                    entry("MQEI_UNLIMITED", -1),
                    entry("MQFB_NONE", 0),
                    entry("MQFB_QUIT", 256),
                    entry("MQFB_EXPIRATION", 258),
                    entry("MQFB_COA", 259),
                    entry("MQFB_COD", 260),
                    entry("MQFB_PAN", 275),
                    entry("MQFB_NAN", 276),
                    entry("MQFB_APPL_FIRST", 65536),
                    entry("MQCCSI_DEFAULT", 0),
                    entry("MQCCSI_Q_MGR", 0),
                    entry("MQCCSI_INHERIT", -2),
                    entry("MQCCSI_EMBEDDED", -1),
                    entry("MQENC_NATIVE", 0x111),
                    entry("MQENC_INTEGER_NORMAL", 1),
                    entry("MQENC_INTEGER_REVERSED", 2),
                    entry("MQENC_DECIMAL_NORMAL", 0x10),
                    entry("MQENC_DECIMAL_REVERSED", 0x20),
                    entry("MQENC_FLOAT_IEEE_NORMAL", 0x100),
                    entry("MQENC_FLOAT_IEEE_REVERSED", 0x200),
                    entry("MQENC_FLOAT_S390", 0x300),
                    entry("MQRO_NONE", 0),
                    entry("MQRO_EXCEPTION", 0x01000000),
                    entry("MQRO_EXCEPTION_WITH_DATA", 0x03000000),
                    entry("MQRO_EXCEPTION_WITH_FULL_DATA", 0x07000000),
                    entry("MQRO_EXPIRATION", 0x00200000),
                    entry("MQRO_EXPIRATION_WITH_DATA", 0x00600000),
                    entry("MQRO_EXPIRATION_WITH_FULL_DATA", 0x00E00000),
                    entry("MQRO_COA", 0x100),
                    entry("MQRO_COA_WITH_DATA", 0x300),
                    entry("MQRO_COA_WITH_FULL_DATA", 0x700),
                    entry("MQRO_COD", 0x800),
                    entry("MQRO_COD_WITH_DATA", 0x1800),
                    entry("MQRO_COD_WITH_FULL_DATA", 0x3800),
                    entry("MQRO_PAN", 1),
                    entry("MQRO_NAN", 2),
                    entry("MQRO_ACTIVITY", 4),
                    entry("MQRO_NEW_MSG_ID", 0),
                    entry("MQRO_COPY_MSG_ID_TO_CORREL_ID", 0),
                    entry("MQRO_PASS_CORREL_ID", 0x40),
                    entry("MQRO_PASS_MSG_ID", 0x80),
                    entry("MQRO_PASS_DISCARD_AND_EXPIRY", 0x4000),
                    entry("MQRO_DEAD_LETTER_Q", 0),
                    entry("MQRO_DISCARD_MSG", 0x08000000),
                    entry("MQMF_NONE", 0),
                    entry("MQMF_SEGMENTATION_INHIBITED", 0),
                    entry("MQMF_SEGMENTATION_ALLOWED", 1),
                    entry("MQMF_SEGMENT", 2),
                    entry("MQMF_LAST_SEGMENT", 4),
                    entry("MQMF_MSG_IN_GROUP", 8),
                    entry("MQMF_LAST_MSG_IN_GROUP", 16),
                    entry("MQMD_VERSION_1", 1),
                    entry("MQMD_VERSION_2", 2),
                    entry("MQMD_CURRENT_VERSION", 2),
                    entry("MQRFH_VERSION_1", 1),
                    entry("MQRFH_VERSION_2", 2),
                    entry("MQRFH_NONE", 0),
                    entry("MQRFH_NO_FLAGS", 0));

    private MqConstants() {}

    private static Value format(String name) {
        return Value.of(name + " ".repeat(8 - name.length()));
    }

    /** Returns the value of a constant, ignoring case; null if the constant does not exist. */
    static Value find(String name) {
        String folded = name.toUpperCase(Locale.ROOT);
        Integer number = NUMBERS.get(folded);
        return number != null ? Value.of(number) : FORMATS.getOrDefault(folded, NONES.get(folded));
    }
}
