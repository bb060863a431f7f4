package io.millrace.projects.mqsc;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import org.junit.jupiter.api.Test;

class MqscImportTest {

    private static final String STANDARD =
            "maxDepth: 5000, maxMessageBytes: 4194304, persistent: false, priority: 0";

    private final Problems problems = new Problems();

    private String convert(String mqsc) {
        return MqscImport.convert(new Source("q.mqsc", mqsc), problems);
    }

    private String reported() {
        StringBuilder all = new StringBuilder();
        problems.all()
                .forEach(
                        p ->
                                all.append(p.place().line())
                                        .append(' ')
                                        .append(p.severity())
                                        .append(' ')
                                        .append(p.text())
                                        .append(" | ")
                                        .append(p.hint())
                                        .append('\n'));
        return all.toString();
    }

    @Test
    void aLocalQueueGetsTheDefaultsOfMq() {
        assertThat(convert("DEFINE QLOCAL(A.B)")).isEqualTo("queues:\n  A.B: {" + STANDARD + "}\n");
        assertThat(reported()).isEmpty();
    }

    @Test
    void allAttributesWithAnEquivalentAreConverted() {
        String yaml =
                convert(
                        """
                        * queues of orders
                        def ql('orders.in') replace +
                            descr('It''s "new": orders') maxdepth(100) -
                        maxmsgl(2000) DEFPSIST(YES) DEFPRTY(7) NOSHARE +
                           BOTHRESH(3) BOQNAME('orders.bo') CAPEXPRY(25) PUT(DISABLED) GET(enabled) +
                           INDXTYPE(CORRELID) USAGE(NORMAL) MSGDLVSQ(PRIORITY) NOTRIGGER
                        DEFINE QLOCAL('orders.bo'); DEFINE QALIAS(ORDERS) TARGET('orders.in') PUT(DISABLED)
                        """);
        assertThat(yaml)
                .isEqualTo(
                        """
                        queues:
                          orders.in: {description: "It's \\"new\\": orders", maxDepth: 100, \
                        maxMessageBytes: 2000, persistent: true, priority: 7, backoutThreshold: 3, \
                        backoutQueue: orders.bo, index: correlId, expiryCap: 2.5, inhibitPut: true, \
                        shareable: false}
                          orders.bo: {%s}
                          ORDERS: {alias: orders.in, inhibitPut: true}
                        """
                                .formatted(STANDARD));
        assertThat(reported()).isEmpty();
    }

    @Test
    void depthEventsAreConvertedToMessagesIfTheyAreEnabled() {
        String yaml =
                convert(
                        """
                        DEFINE QLOCAL(A) MAXDEPTH(1000) QDEPTHHI(90) QDEPTHLO(10) QDPHIEV(ENABLED)
                        DEFINE QLOCAL(B) MAXDEPTH(1000) QDPHIEV(ENABLED) QDPLOEV(DISABLED)
                        DEFINE QLOCAL(C) MAXDEPTH(1000) QDEPTHHI(90) QDEPTHLO(10) QDPHIEV(DISABLED)
                        DEFINE QLOCAL(D) MAXDEPTH(1) QDPHIEV(ENABLED)
                        """);
        assertThat(yaml)
                .containsPattern("A: .* depthHigh: 900, depthLow: 100}")
                .containsPattern("B: .* depthHigh: 800, depthLow: 200}")
                .containsPattern("D: .* depthHigh: 1}")
                .doesNotContainPattern("C: .* depth(High|Low)");
        assertThat(reported()).isEmpty();
    }

    @Test
    void attributesWithoutEquivalentAreReportedWithAdvice() {
        convert(
                """
                DEFINE QLOCAL(A) +
                  TRIGGER +
                  QSVCIEV(HIGH) CLUSTER('') CLUSTER(C1) MAXDEPHT(4)
                """);
        assertThat(reported())
                .isEqualTo(
                        """
                        2 WARNING the attribute TRIGGER has no equivalent | flows read their queues without triggering
                        3 WARNING the attribute QSVCIEV(HIGH) has no equivalent | use the attribute oldMessageAfter
                        3 WARNING the attribute CLUSTER(C1) has no equivalent | Millrace has no clusters of queue managers
                        3 ERROR the attribute MAXDEPHT(4) is unknown | did you mean MAXDEPTH?
                        """);
    }

    @Test
    void remoteQueuesAndOtherCommandsAreReported() {
        String yaml =
                convert(
                        """
                        DEFINE QREMOTE(R) RNAME(TARGET.Q) RQMNAME(QM2) XMITQ(X)
                        DEFINE CHANNEL(C) CHLTYPE(SVRCONN)
                        SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) AUTHADD(PUT)
                        """);
        assertThat(yaml)
                .isEqualTo("queues:\n  R: {description: for TARGET.Q on QM2, " + STANDARD + "}\n");
        assertThat(reported())
                .contains("1 WARNING the remote queue R becomes a local queue")
                .contains("2 WARNING the object CHANNEL(C) is not converted")
                .contains("3 WARNING the command SET is not converted | write the rights");
    }

    @Test
    void modelQueuesAreConvertedWithTheirType() {
        String yaml =
                convert(
                        """
                        DEFINE QMODEL(REPLY.MODEL) MAXDEPTH(100) NOSHARE
                        DEF QM(KEPT) DEFTYPE(PERMDYN) DEFPSIST(YES) DESCR('kept')
                        DEFINE QMODEL(A.NAME.OF.THIRTY.FIVE.CHARACTERS.XX) DEFTYPE(TEMPDYN)
                        """);
        assertThat(yaml)
                .isEqualTo(
                        """
                        queues:
                          REPLY.MODEL: {maxDepth: 100, maxMessageBytes: 4194304, \
                        persistent: false, priority: 0, shareable: false, model: temporary}
                          KEPT: {description: kept, maxDepth: 5000, maxMessageBytes: 4194304, \
                        persistent: true, priority: 0, model: permanent}
                          A.NAME.OF.THIRTY.FIVE.CHARACTERS.XX: {%s, model: temporary, \
                        dynamicPrefix: A.NAME.OF.THIRTY.FIVE.CHARACTERS}
                        """
                                .formatted(STANDARD));
        assertThat(reported()).isEmpty();
    }

    @Test
    void wrongAttributesOfModelQueuesAreReported() {
        String yaml =
                convert(
                        """
                        DEFINE QMODEL(M) DEFPSIST(YES) TRIGGER
                        DEFINE QMODEL(N) DEFTYPE(PREDEFINED)
                        DEFINE QMODEL(O) DEFTYPE(SHAREDYN)
                        DEFINE QLOCAL(P) DEFTYPE(PERMDYN)
                        """);
        assertThat(yaml).containsPattern("M: .* persistent: false.* model: temporary");
        assertThat(yaml).containsPattern("O: .* model: permanent");
        assertThat(reported())
                .contains("1 WARNING the attribute TRIGGER has no equivalent")
                .contains("1 ERROR DEFPSIST must be NO for the model M with DEFTYPE(TEMPDYN)")
                .contains("2 ERROR DEFTYPE must be TEMPDYN, PERMDYN or SHAREDYN (found PREDEFINED)")
                .contains("3 WARNING the attribute DEFTYPE(SHAREDYN) has no equivalent")
                .contains("4 WARNING the attribute DEFTYPE(PERMDYN) has no equivalent");
    }

    @Test
    void likeCopiesTheAttributesOfAnEarlierDefinitionOfTheSameKind() {
        String yaml =
                convert(
                        """
                        DEFINE QMODEL(M) DEFTYPE(PERMDYN) MAXDEPTH(10) PUT(DISABLED) TRIGGER
                        DEFINE QMODEL(N) LIKE(M) MAXDEPTH(20) PUT(ENABLED)
                        DEFINE QLOCAL(A) LIKE(SYSTEM.DEFAULT.LOCAL.QUEUE) BOTHRESH(3)
                        DEFINE QLOCAL(B) LIKE(A) DESCR(b)
                        DEFINE QLOCAL(C) LIKE(M)
                        """);
        assertThat(yaml)
                .contains(
                        "  N: {maxDepth: 20, maxMessageBytes: 4194304, persistent: false,"
                                + " priority: 0, model: permanent}\n")
                .contains("  B: {description: B, " + STANDARD + ", backoutThreshold: 3}\n");
        assertThat(reported())
                .isEqualTo(
                        """
                        1 WARNING the attribute TRIGGER has no equivalent | flows read their queues without triggering
                        5 ERROR the QLOCAL M of LIKE is not defined before in this file | add its definition, or write its attributes
                        """);
    }

    @Test
    void aSecondDefinitionIsUsedOnlyWithReplace() {
        String yaml =
                convert(
                        """
                        DEFINE QLOCAL(A) MAXDEPTH(1)
                        DEFINE QLOCAL(A) MAXDEPTH(2)
                        DEFINE QMODEL(M) MAXDEPTH(1) BOTHRESH(4)
                        DEFINE QMODEL(M) REPLACE MAXDEPTH(2)
                        """);
        assertThat(yaml)
                .containsPattern("A: \\{maxDepth: 1,")
                .containsPattern("M: \\{maxDepth: 2,");
        assertThat(yaml).doesNotContain("backoutThreshold");
        assertThat(reported())
                .isEqualTo(
                        "2 WARNING the queue A is defined twice | the first definition is used, as"
                                + " in MQ; add REPLACE for the last one\n");
    }

    @Test
    void wrongValuesAreReportedWithTheirLine() {
        convert(
                """
                DEFINE QLOCAL(A B)
                DEFINE QLOCAL(A) MAXDEPTH(many) PUT(MAYBE)
                DEFINE QALIAS(B)
                DEFINE QLOCAL(C) DESCR('no end
                DEFINE QLOCAL(D) MAXDEPTH(2000000) INDXTYPE(MSGID) BOQNAME(OTHER)
                ) stray
                """);
        assertThat(reported())
                .contains(
                        "1 ERROR QLOCAL must have the name of a queue in parentheses (found 'A B')")
                .contains("2 ERROR MAXDEPTH must be 0 to 999999999 (found MANY)")
                .contains("2 ERROR PUT must be DISABLED or ENABLED (found MAYBE)")
                .contains("3 ERROR the alias B has no TARGET")
                .contains("4 ERROR the value of DESCR has no closing quotation mark")
                .contains("5 WARNING the index of D requires a MAXDEPTH of 1 to 1000000")
                .contains("5 WARNING the backout queue OTHER is not defined in this file")
                .contains("6 ERROR unexpected )");
    }

    @Test
    void aFileWithoutStatementsGivesAnEmptyList() {
        assertThat(convert("* nothing\n\n")).isEqualTo("queues: {}\n");
        assertThat(reported()).isEmpty();
    }
}
