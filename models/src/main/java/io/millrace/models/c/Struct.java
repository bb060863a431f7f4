package io.millrace.models.c;

import static java.lang.Math.max;
import static java.lang.Math.min;

import java.util.ArrayList;
import java.util.List;

/**
 * A structure or union. It has no size until its members are known. The offset of a member is a
 * multiple of the alignment of the member, which packing can reduce. The alignment of the structure
 * is the largest alignment of its members, and its size is a multiple of its alignment (System V
 * ABI, "Aggregates and Unions"; the same with Microsoft's compiler).
 */
final class Struct implements CType {

    /**
     * A member.
     *
     * @param name name; empty for an anonymous structure or union with members that belong to the
     *     enclosing structure
     * @param documentation text of the comment next to the member; empty if there is none
     */
    record Member(String name, CType type, long offset, Token token, String documentation) {}

    final boolean isUnion;
    final Token token;

    /** Name from a typedef, otherwise the tag; empty if there is neither. */
    String name;

    /** Text of the comment before the structure. */
    final String documentation;

    /** Placeholder for the offset of a packed member before the layout is computed. */
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
     * Adds a member without an offset.
     *
     * @param isPacked whether the member is packed and therefore has no alignment
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

    /** Computes the layout. Must be called after all members have been added. */
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
