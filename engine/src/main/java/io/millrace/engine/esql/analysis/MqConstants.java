package io.millrace.engine.esql.analysis;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The constants of MQ headers that programs can use as names (MQ constants reference). */
final class MqConstants {

    private static final Map<String, Value> ALL = new HashMap<>();

    static {
        add(
                """
                    MQMT_REQUEST 1
                    MQMT_REPLY 2
                    MQMT_REPORT 4
                    MQMT_DATAGRAM 8
                    MQMT_APPL_FIRST 65536
                    MQMT_APPL_LAST 999999999
                    MQPER_NOT_PERSISTENT 0
                    MQPER_PERSISTENT 1
                    MQPER_PERSISTENCE_AS_Q_DEF 2
                    MQPRI_PRIORITY_AS_Q_DEF -1
                    MQEI_UNLIMITED -1
                    MQFB_NONE 0
                    MQFB_QUIT 256
                    MQFB_EXPIRATION 258
                    MQFB_COA 259
                    MQFB_COD 260
                    MQFB_PAN 275
                    MQFB_NAN 276
                    MQFB_APPL_FIRST 65536
                    MQCCSI_DEFAULT 0
                    MQCCSI_Q_MGR 0
                    MQCCSI_INHERIT -2
                    MQCCSI_EMBEDDED -1
                    MQENC_NATIVE 0x111
                    MQENC_INTEGER_NORMAL 1
                    MQENC_INTEGER_REVERSED 2
                    MQENC_DECIMAL_NORMAL 0x10
                    MQENC_DECIMAL_REVERSED 0x20
                    MQENC_FLOAT_IEEE_NORMAL 0x100
                    MQENC_FLOAT_IEEE_REVERSED 0x200
                    MQENC_FLOAT_S390 0x300
                    MQRO_NONE 0
                    MQRO_EXCEPTION 0x01000000
                    MQRO_EXCEPTION_WITH_DATA 0x03000000
                    MQRO_EXCEPTION_WITH_FULL_DATA 0x07000000
                    MQRO_EXPIRATION 0x00200000
                    MQRO_EXPIRATION_WITH_DATA 0x00600000
                    MQRO_EXPIRATION_WITH_FULL_DATA 0x00E00000
                    MQRO_COA 0x100
                    MQRO_COA_WITH_DATA 0x300
                    MQRO_COA_WITH_FULL_DATA 0x700
                    MQRO_COD 0x800
                    MQRO_COD_WITH_DATA 0x1800
                    MQRO_COD_WITH_FULL_DATA 0x3800
                    MQRO_PAN 1
                    MQRO_NAN 2
                    MQRO_ACTIVITY 4
                    MQRO_NEW_MSG_ID 0
                    MQRO_COPY_MSG_ID_TO_CORREL_ID 0
                    MQRO_PASS_CORREL_ID 0x40
                    MQRO_PASS_MSG_ID 0x80
                    MQRO_PASS_DISCARD_AND_EXPIRY 0x4000
                    MQRO_DEAD_LETTER_Q 0
                    MQRO_DISCARD_MSG 0x08000000
                    MQMF_NONE 0
                    MQMF_SEGMENTATION_INHIBITED 0
                    MQMF_SEGMENTATION_ALLOWED 1
                    MQMF_SEGMENT 2
                    MQMF_LAST_SEGMENT 4
                    MQMF_MSG_IN_GROUP 8
                    MQMF_LAST_MSG_IN_GROUP 16
                    MQMD_VERSION_1 1
                    MQMD_VERSION_2 2
                    MQMD_CURRENT_VERSION 2
                    MQRFH_VERSION_1 1
                    MQRFH_VERSION_2 2
                    MQRFH_NONE 0
                    MQRFH_NO_FLAGS 0
                """,
                text -> Value.of(Integer.decode(text)));
        // Formats have eight characters.
        add(
                """
                    MQFMT_NONE -
                    MQFMT_STRING MQSTR
                    MQFMT_RF_HEADER MQHRF
                    MQFMT_RF_HEADER_1 MQHRF
                    MQFMT_RF_HEADER_2 MQHRF2
                    MQFMT_CICS MQCICS
                    MQFMT_IMS MQIMS
                    MQFMT_IMS_VAR_STRING MQIMSVS
                    MQFMT_DEAD_LETTER_HEADER MQDEAD
                    MQFMT_MD_EXTENSION MQHMDE
                    MQFMT_ADMIN MQADMIN
                    MQFMT_PCF MQPCF
                    MQFMT_EVENT MQEVENT
                    MQFMT_TRIGGER MQTRIG
                    MQFMT_CHANNEL_COMPLETED MQCHCOM
                    MQFMT_COMMAND_1 MQCMD1
                    MQFMT_COMMAND_2 MQCMD2
                    MQFMT_DIST_HEADER MQHDIST
                    MQFMT_EMBEDDED_PCF MQHEPCF
                    MQFMT_REF_MSG_HEADER MQHREF
                    MQFMT_SAP MQHSAP
                    MQFMT_WORK_INFO_HEADER MQHWIH
                    MQFMT_XMIT_Q_HEADER MQXMIT
                """,
                text -> Value.of(String.format("%-8s", text.equals("-") ? "" : text)));
        // Identifiers that consist of zero bytes, with their lengths in bytes.
        add(
                """
                    MQMI_NONE 24
                    MQCI_NONE 24
                    MQGI_NONE 24
                    MQACT_NONE 32
                """,
                text -> Value.of(Bytes.of(new byte[Integer.parseInt(text)])));
    }

    private MqConstants() {}

    private static void add(String constants, Function<String, Value> value) {
        constants
                .lines()
                .map(line -> line.strip().split(" "))
                .forEach(pair -> ALL.put(pair[0], value.apply(pair[1])));
    }

    /** Returns the value of a constant, ignoring case; null if the constant does not exist. */
    static @Nullable Value find(String name) {
        return ALL.get(name.toUpperCase(Locale.ROOT));
    }
}
