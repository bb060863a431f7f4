package io.millrace.benchmarks.record;

/** Work on a record: a read access, or from bytes to bytes. */
public enum RecordWork {
    READ_NONE(Access.NONE),
    READ_FIRST(Access.FIRST),
    READ_FIRST_AND_LAST(Access.FIRST_AND_LAST),
    READ_ALL(Access.ALL),
    /** One number is changed, and the record is written. */
    CHANGE(null),
    /** All values are read, and a new record is written. */
    REWRITE(null);

    final Access access;

    RecordWork(Access access) {
        this.access = access;
    }

    /** Whether a peer can do it: Cobrix only reads. */
    public boolean isDoneBy(RecordPeer peer) {
        return access != null || peer != RecordPeer.CWF_COBRIX;
    }
}
