package io.millrace.store.xa;

import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.CoordinatorProvider;
import io.millrace.store.journal.FileLedger;

import java.nio.file.Files;
import java.nio.file.Path;

/** A provider of the coordinator of the process; found by ServiceLoader. */
public final class NarayanaProvider implements CoordinatorProvider {

    @Override
    public Coordinator open(Path folder) {
        return NarayanaCoordinator.open(folder);
    }

    @Override
    public boolean wasUsed(Path folder) {
        return Files.exists(folder.resolve(NarayanaCoordinator.NODE))
                || Files.exists(folder.resolve(FileLedger.FILE));
    }
}
