package io.millrace.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.setting.LimitUse;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.util.List;

class OpenUnitsTest {

    private static final long SECOND = 1_000_000_000L;

    private final OpenUnits units = new OpenUnits(new UnitLimits(4, 60_000));
    private final OpenUnits.Unit unit = units.of("eg/flow/in/1", "this process");

    private static void assertCode(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MillraceException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aUnitIsOpenFromItsFirstMessageToItsEnd() {
        assertThat(units.list()).isEmpty();
        unit.got(10);
        unit.put(5);
        OpenUnit open = units.list().getFirst();
        assertThat(open.owner()).isEqualTo("eg/flow/in/1");
        assertThat(open.messages()).isEqualTo(2);
        assertThat(open.bytes()).isEqualTo(15);
        unit.ended();
        assertThat(units.list()).isEmpty();
        unit.put(1);
        assertThat(units.list().getFirst().id()).isNotEqualTo(open.id());
    }

    @Test
    void theLargestUnitsAreKeptThoseOfAnOwnLimitSeparately() {
        unit.got(1);
        unit.put(1);
        assertThat(units.largest())
                .containsExactly(LimitUse.count("messages of a unit of work", "", 2, 4));
        unit.ended();
        OpenUnits.Unit other = units.of("batch", "a client", 1_000);
        other.put(1);
        other.ended();
        other.close();
        OpenUnits.Unit next = units.of("batch", "a client", 1_000);
        assertThat(units.largest())
                .containsExactly(
                        LimitUse.count("messages of a unit of work", "", 0, 4).raised(2),
                        LimitUse.count("messages of a unit of work", "batch", 0, 1_000).raised(1));
        next.close();
        unit.got(1);
        assertThat(units.largest().getFirst().current()).isEqualTo(1);
    }

    @Test
    void aUnitBeyondItsLimitCanOnlyBeRolledBack() {
        unit.got(1);
        assertThat(unit.hasRoom()).isTrue();
        unit.put(1);
        assertThat(unit.hasRoom()).isFalse();
        unit.put(1);
        unit.put(1);
        unit.check();
        assertThatThrownBy(() -> unit.put(1))
                .hasMessageContaining("eg/flow/in/1 exceeds maxUncommittedMessages 4")
                .hasMessageContaining("1 messages got and 4 put");
        assertCode(ErrorCode.UNIT_TOO_LARGE, unit::check);
        unit.ended();
        unit.check();
    }

    @Test
    void aUserMayHaveALimitOfHisOwn() {
        OpenUnits.Unit small = units.of("bob", "a client", 1);
        small.put(1);
        assertCode(ErrorCode.UNIT_TOO_LARGE, () -> small.put(1));
    }

    @Test
    void anOperatorHasTheUnitBackedOutThatHeNames() {
        unit.got(1);
        String id = units.list().getFirst().id();
        assertThat(units.backOut("none")).isFalse();
        assertThat(units.backOut(id)).isTrue();
        assertCode(ErrorCode.UNIT_BACKED_OUT, () -> unit.put(1));
        assertCode(ErrorCode.UNIT_BACKED_OUT, unit::check);
        unit.ended();
        unit.got(1);
        assertThat(units.backOut(id)).as("it has ended").isFalse();
        unit.check();
    }

    @Test
    void aLongUnitIsReportedOnceAndAgainAtDoublingIntervals() {
        Logger logger = (Logger) LoggerFactory.getLogger(OpenUnits.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Level before = logger.getLevel();
        logger.setLevel(Level.WARN);
        logger.addAppender(log);
        try {
            unit.got(10);
            unit.put(7);
            long start = System.nanoTime();
            for (int second = 1; second <= 500; second++) {
                units.report(start + second * SECOND);
            }
            List<String> said = log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
            assertThat(said).hasSize(4);
            assertThat(said.getFirst())
                    .startsWith("MR5013 unit of work ")
                    .contains("of eg/flow/in/1 (this process) has been open for 60")
                    .endsWith("it contains 1 messages got and 1 put, 17 bytes");
            unit.ended();
            units.report(start + 1_000 * SECOND);
            assertThat(log.list).hasSize(4);
        } finally {
            logger.detachAppender(log);
            logger.setLevel(before);
        }
    }
}
