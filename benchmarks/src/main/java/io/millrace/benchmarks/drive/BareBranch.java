package io.millrace.benchmarks.drive;

import javax.transaction.xa.Xid;

/** The id of a branch of a bare unit. */
record BareBranch(byte[] unit, byte[] branch) implements Xid {

    private static final int FORMAT = 0x4241;

    @Override
    public int getFormatId() {
        return FORMAT;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return unit;
    }

    @Override
    public byte[] getBranchQualifier() {
        return branch;
    }
}
