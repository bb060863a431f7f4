package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.Participant;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;
import io.millrace.store.xa.XaParticipant;
import io.millrace.testing.FaultProxy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Coordinated units whose resources decide alone, or are lost while they commit. */
class HeuristicOutcomesTest {

    @TempDir Path home;

    private PostgresServer server;
    private FaultProxy proxy;
    private DyingUnit.Parts parts;

    @BeforeEach
    void open() throws Exception {
        server = PostgresServer.shared();
        server.run("CREATE TABLE PART (ID VARCHAR(20))");
        proxy = new FaultProxy(server.port());
        parts = DyingUnit.Parts.open(home, PostgresServer.url(proxy.port()));
        parts.queues().create(QueueDefinition.named("OUT"));
    }

    @AfterEach
    void close() throws IOException {
        parts.close();
        proxy.close();
    }

    private int rows() throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(), "postgres", "");
                ResultSet row =
                        connection.createStatement().executeQuery("SELECT COUNT(*) FROM PART")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** A row, a message, and a participant that does something before the others commit. */
    private UnitOfWork unit(Decider decider) {
        UnitOfWork unit = new UnitOfWork(parts.coordinator());
        unit.enlist(decider);
        DatabaseSession stock = parts.stock().open(unit);
        stock.update("INSERT INTO PART VALUES ('order')", List.of());
        QueueSession session = parts.queues().session(unit);
        session.put("OUT", new QueueMessage(new Mqmd().persistence(1), Bytes.utf8("order")), true);
        return unit;
    }

    private static MillraceException failure(UnitOfWork unit) {
        return catchThrowableOfType(MillraceException.class, unit::commit);
    }

    @Test
    void aSingleResourceThatIsLostWhileItCommitsIsAway() throws Exception {
        UnitOfWork unit = new UnitOfWork(parts.coordinator());
        DatabaseSession stock = parts.stock().open(unit);
        stock.update("INSERT INTO PART VALUES ('order')", List.of());
        proxy.refuse(true);
        proxy.cut();
        MillraceException failure = failure(unit);
        assertThat(failure.code()).isEqualTo(ErrorCode.UNIT_OF_WORK_FAILED);
        assertThat(failure).hasMessageContaining("so the outcome is unknown");
        assertThat(UnitOfWork.isPassing(failure)).isTrue();
        assertThat(parts.coordinator().damaged()).isEmpty();
        proxy.refuse(false);
        stock.update("INSERT INTO PART VALUES ('again')", List.of());
        unit.commit();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aSingleResourceThatRefusesToCommitIsNotAway() throws Exception {
        server.run("ALTER TABLE PART ADD CONSTRAINT ONE UNIQUE (ID) DEFERRABLE INITIALLY DEFERRED");
        UnitOfWork unit = new UnitOfWork(parts.coordinator());
        DatabaseSession stock = parts.stock().open(unit);
        stock.update("INSERT INTO PART VALUES ('order'), ('order')", List.of());
        MillraceException failure = failure(unit);
        assertThat(failure.code()).isEqualTo(ErrorCode.UNIT_OF_WORK_FAILED);
        assertThat(UnitOfWork.isPassing(failure)).isFalse();
        assertThat(parts.coordinator().damaged()).isEmpty();
    }

    @Test
    void aResourceThatRefusesToPrepareUndoesTheUnitEverywhere() throws Exception {
        server.run(
                "ALTER TABLE PART ADD CONSTRAINT ONE UNIQUE (ID) DEFERRABLE INITIALLY DEFERRED",
                "INSERT INTO PART VALUES ('order')");
        MillraceException failure = failure(unit(new Decider(() -> {})));
        assertThat(failure.code()).isEqualTo(ErrorCode.UNIT_OF_WORK_FAILED);
        assertThat(failure).hasMessageContaining("data source STOCK");
        assertThat(UnitOfWork.isPassing(failure)).isFalse();
        assertThat(rows()).isEqualTo(1);
        assertThat(parts.queues().status("OUT").depth()).isZero();
        assertThat(parts.coordinator().damaged()).isEmpty();
    }

    @Test
    void aBranchThatAPersonRolledBackDamagesTheUnit() throws Exception {
        UnitOfWork unit =
                unit(
                        new Decider(
                                () -> {
                                    InDoubtBranch branch = parts.stock().inDoubt().getFirst();
                                    parts.stock().end(branch.id(), false);
                                }));
        MillraceException failure = failure(unit);
        assertThat(failure.code()).isEqualTo(ErrorCode.UNIT_OF_WORK_DAMAGED);
        assertThat(failure).hasMessageContaining("data source STOCK");
        assertThat(rows()).isZero();
        assertThat(parts.queues().status("OUT").depth()).isEqualTo(1);
        assertThat(parts.coordinator().damaged()).hasSize(1);
        assertThat(parts.stock().inDoubt()).isEmpty();
        assertThat(parts.queues().inDoubt()).isEmpty();
        parts.close();
        String damaged = uow("list");
        assertThat(damaged).contains("data source STOCK");
        Matcher shown = Pattern.compile("(?m)^(0:\\S+) +data source STOCK").matcher(damaged);
        assertThat(shown.find()).as(damaged).isTrue();
        assertThat(failure).hasMessageContaining(shown.group(1));
        assertThat(uow("show", shown.group(1))).contains("correct the differences");
        assertThat(uow("forget", shown.group(1), "--yes")).contains("forgot");
        assertThat(uow("list")).doesNotContain("damaged");
    }

    private String uow(String... arguments) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of("uow"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--home", home.toString()));
        Millrace.run(new Console(text, text, false), all.toArray(String[]::new));
        return text.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aBranchWhoseConnectionIsLostAfterTheDecisionIsCommittedLater() throws Exception {
        UnitOfWork unit =
                unit(
                        new Decider(
                                () -> {
                                    proxy.refuse(true);
                                    proxy.cut();
                                }));
        unit.commit();
        assertThat(parts.queues().status("OUT").depth()).isEqualTo(1);
        assertThat(rows()).isZero();
        proxy.refuse(false);
        parts.coordinator().recover();
        assertThat(rows()).isEqualTo(1);
        assertThat(parts.coordinator().damaged()).isEmpty();
    }

    /** A participant that does something when it is told to commit. */
    private static final class Decider implements XAResource, XaParticipant {

        /** What is done. */
        private interface Action {
            void run() throws Exception;
        }

        private final Action action;

        Decider(Action action) {
            this.action = action;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            try {
                action.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public XAResource resource() {
            return this;
        }

        @Override
        public String label() {
            return "decider";
        }

        @Override
        public String resourceName() {
            return label();
        }

        @Override
        public Optional<MillraceException> passing(XAException error) {
            return Optional.empty();
        }

        @Override
        public Participant.Kind kind() {
            return Participant.Kind.DATABASE;
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public int prepare(Xid xid) {
            return XA_OK;
        }

        @Override
        public void start(Xid xid, int flags) {}

        @Override
        public void end(Xid xid, int flags) {}

        @Override
        public void forget(Xid xid) {}

        @Override
        public Xid[] recover(int flag) {
            return new Xid[0];
        }

        @Override
        public void rollback(Xid xid) {}

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }

        @Override
        public int getTransactionTimeout() {
            return 0;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) {
            return false;
        }
    }
}
