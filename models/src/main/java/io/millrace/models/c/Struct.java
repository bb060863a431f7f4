package io.millrace.models.c;

import static java.lang.Math.max;
import static java.lang.Math.min;

import java.util.ArrayList;
import java.util.List;

/**
 * A structure or union. It has no size until its members are known. Members are at multiples of
 * their alignment, which packing reduces. The alignment of the whole is that of its widest member,
 * and its size is a multiple of that (System V ABI, "Aggregates and Unions"; the same with
 * Microsoft's compiler).
 */
final class Struct implements CType {

    /**
     * A member.
     *
     * @param name empty for a structure or union whose members belong to the outer one
     * @param documentation text of the comment next to it; empty for none
     */
    record Member(String name, CType type, long offset, Token token, String documentation) {}

    final boolean isUnion;
    final Token token;

    /** Name from a typedef, otherwise the tag; empty if it has neither. */
    String name;

    /** Text of the comment before it. */
    final String documentation;

    /** Offset of a packed member that has not been placed. */
    private static final long PACKED = -1;

    final List<Member> members = new ArrayList<>();
    private boolean complete;
    private long bytes;
    private int alignment = 1;

    Struct(boolean isUnion, String tag, Token token, String documentation) {
        this.isUnion = isUnion;
        name = tag;
        this.token = token;
        this.documentation = documentation;
    }

    /**
     * Adds a member, which has no offset yet.
     *
     * @param isPacked whether it has no alignment
     */
    void add(String memberName, CType type, boolean isPacked, Token at, String doc) {
        String what =
                switch (type.innermost()) {
                    case Struct inner when !inner.complete ->
                            inner.label() + ", whose members are not known";
                    case Nothing nothing -> nothing.written();
                    default -> null;
                };
        if (what != null) {
            throw new CSyntaxException(
                    at, "found %s of the type %s, expected a type with a size", memberName, what);
        }
        members.add(new Member(memberName, type, isPacked ? PACKED : 0, at, doc));
    }

    /** Specifies that all members are there, and lays them out. */
    void complete(int pack) {
        members.replaceAll(
                member -> {
                    int most = member.offset == PACKED ? 1 : pack;
                    int aligned = min(member.type.alignment(), most);
                    long offset = isUnion ? 0 : roundUp(bytes, aligned);
                    bytes = max(bytes, offset + member.type.bytes());
                    alignment = max(alignment, aligned);
                    return new Member(
                            member.name, member.type, offset, member.token, member.documentation);
                });
        bytes = roundUp(bytes, alignment);
        complete = true;
    }

    private static long roundUp(long value, int multiple) {
        return (value + multiple - 1) / multiple * multiple;
    }

    boolean isComplete() {
        return complete;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public int alignment() {
        return alignment;
    }

    /** Returns a label for problems. */
    String label() {
        return (isUnion ? "union" : "struct") + (name.isEmpty() ? "" : " " + name);
    }
}
