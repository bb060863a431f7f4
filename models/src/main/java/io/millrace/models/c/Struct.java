package io.millrace.models.c;

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
    record Member(String name, CType type, long offset, Token token, String documentation) {

        boolean isOpen() {
            return type instanceof Array array && array.count() == Array.OPEN;
        }

        long end() {
            return offset + type.bytes();
        }
    }

    final boolean isUnion;
    final Token token;

    /** Name from a typedef, otherwise the tag; empty if it has neither. */
    String name;

    /** Text of the comment before it. */
    final String documentation;

    /** Offset of a packed member that has not been placed. */
    private static final long PACKED = -1;

    private final List<Member> members = new ArrayList<>();
    private boolean complete;
    private long bytes;
    private int alignment = 1;

    Struct(boolean isUnion, String tag, Token token, String documentation) {
        this.isUnion = isUnion;
        this.name = tag;
        this.token = token;
        this.documentation = documentation;
    }

    /**
     * Adds a member, which has no offset yet.
     *
     * @param isPacked whether it has no alignment
     */
    void add(String memberName, CType type, boolean isPacked, Token at, String doc) {
        members.add(new Member(memberName, type, isPacked ? PACKED : 0, at, doc));
    }

    /** Ends the list of members and computes their layout. */
    void complete(int pack) {
        List<Member> all = List.copyOf(members);
        members.clear();
        for (Member member : all) {
            int most = member.offset == PACKED ? 1 : pack;
            int aligned = Math.min(member.type.alignment(), most);
            long offset = isUnion ? 0 : roundUp(bytes, aligned);
            members.add(
                    new Member(
                            member.name, member.type, offset, member.token, member.documentation));
            bytes = Math.max(bytes, offset + member.type.bytes());
            alignment = Math.max(alignment, aligned);
        }
        bytes = roundUp(bytes, alignment);
        complete = true;
    }

    private static long roundUp(long value, int multiple) {
        return (value + multiple - 1) / multiple * multiple;
    }

    boolean isComplete() {
        return complete;
    }

    List<Member> members() {
        return members;
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
