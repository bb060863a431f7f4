package io.millrace.parsers;

import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A message that is right, and what is done with it once it was damaged: all that programs do with
 * messages.
 *
 * @param name for reports
 */
record MutationSample(String name, byte[] bytes, Use use) {

    /** What is done; whatever is wrong with a message must be a MillraceException. */
    interface Use {
        /** Whether the message was taken as a whole, damaged as it is. */
        boolean with(Bytes message);
    }

    /** Small enough that what takes more than it should is seen at once. */
    static final Limits LIMITS =
            Limits.builder()
                    .messageBytes(1 << 20)
                    .treeDepth(200)
                    .treeElements(50_000)
                    .nameLength(4_096)
                    .expansionBytes(1 << 16)
                    .build();

    private static final int MAX_PATHS = 12;

    /** A body. */
    static MutationSample body(
            String name, byte[] bytes, Parser parser, MessageTemplate template, int ccsid) {
        return body(name, bytes, parser, template, ccsid, 273);
    }

    static MutationSample body(
            String name,
            byte[] bytes,
            Parser parser,
            MessageTemplate template,
            int ccsid,
            int encoding) {
        ParseOptions lazy = options(template, ccsid, encoding, ON_DEMAND);
        ParseOptions complete = options(template, ccsid, encoding, COMPLETE);
        WriteOptions write = WriteOptions.of(template, ccsid, encoding);
        List<Names> paths = paths(parser, Bytes.of(bytes), lazy);
        return new MutationSample(
                name,
                bytes,
                message -> {
                    boolean taken = attempt(() -> walk(parser.parse(message, complete)));
                    attempt(() -> answers(parser.parse(message, lazy), paths));
                    attempt(() -> again(parser.parse(message, lazy)));
                    attempt(() -> untouched(parser, message, lazy, write));
                    attempt(() -> changed(parser, message, lazy, write, paths));
                    attempt(() -> parser.write(parser.parse(message, lazy).deepCopy(), write));
                    return taken;
                });
    }

    private static ParseOptions options(
            MessageTemplate template, int ccsid, int encoding, ParseTiming timing) {
        return new ParseOptions(template, ccsid, encoding, timing, Set.of(), LIMITS);
    }

    /** A header with something behind it. */
    static MutationSample header(HeaderParser parser, byte[] bytes) {
        return new MutationSample(
                "header " + parser.domain(),
                bytes,
                message -> {
                    boolean taken =
                            attempt(() -> walk(parser.parse(message, 819, 273, LIMITS).folder()));
                    attempt(
                            () -> {
                                Element folder = parser.parse(message, 819, 273, LIMITS).folder();
                                parser.following(folder);
                                parser.write(folder, 819, 273, null, LIMITS);
                            });
                    attempt(
                            () -> {
                                Element folder =
                                        parser.parse(message, 819, 546, LIMITS).folder().deepCopy();
                                parser.following(folder);
                                parser.write(folder, 37, 785, null, LIMITS);
                            });
                    return taken;
                });
    }

    /** What is wrong with a message is an answer, and the next question may have another. */
    private static boolean attempt(Runnable step) {
        try {
            step.run();
            return true;
        } catch (MillraceException refused) {
            return false;
        }
    }

    /** The domain; all headers are of one kind. */
    String kind() {
        return name.split(" ")[0];
    }

    private static void walk(Element top) {
        walk(top, e -> {});
    }

    private static void walk(Element top, Consumer<Element> met) {
        Element e = top;
        while (e != null) {
            met.accept(e);
            e.type();
            e.value();
            e.fieldValue();
            Element next = e.firstChild();
            while (next == null && e != top) {
                next = e.next();
                e = next == null ? e.parent() : e;
            }
            e = next;
        }
    }

    /**
     * Who looks once more at what is damaged finds the same. The first may find less: an element
     * and damage right behind it are met in one go.
     */
    private static void again(Element body) {
        damage(body);
        String once = damage(body);
        String twice = damage(body);
        if (!once.equals(twice)) {
            throw new AssertionError("it was: " + once + ", then: " + twice);
        }
    }

    /** How many elements there are up to the damage, and what it is. */
    private static String damage(Element body) {
        int[] elements = {0};
        try {
            walk(body, e -> elements[0]++);
            return elements[0] + " elements";
        } catch (MillraceException refused) {
            return elements[0] + " elements, " + refused.getMessage();
        }
    }

    private static void untouched(
            Parser parser, Bytes message, ParseOptions options, WriteOptions write) {
        Element body = parser.parse(message, options);
        walk(body);
        if (!parser.write(body, write).equals(message)) {
            throw new AssertionError("what nobody changed was written otherwise");
        }
    }

    private static void answers(Element body, List<Names> paths) {
        for (Names path : paths) {
            attempt(() -> ChildSearch.readDirect(body, path, 0, 1));
            attempt(() -> ChildSearch.readDirect(body, path, 0, 3));
        }
        for (Names path : paths) {
            attempt(
                    () -> {
                        Element e = body;
                        for (int i = 0; i < path.length() && e != null; i++) {
                            e = e.child(path.namespace(i), path.name(i));
                        }
                        if (e != null) {
                            e.value();
                        }
                    });
        }
    }

    private static void changed(
            Parser parser,
            Bytes message,
            ParseOptions options,
            WriteOptions write,
            List<Names> paths) {
        Element body = parser.parse(message, options);
        Element copy = body.copy();
        for (Names path : paths) {
            attempt(
                    () -> {
                        Element field = copy.at(path.names.toArray(String[]::new));
                        if (field != null && field.value() != null) {
                            field.value(field.value());
                        }
                    });
        }
        attempt(() -> parser.write(copy, write));
        attempt(
                () -> {
                    Element last = copy.lastChild();
                    if (last != null) {
                        last.remove();
                    }
                    parser.write(copy, write);
                });
        parser.write(body, write);
    }

    /** Ways to fields of the message as it is. */
    private static List<Names> paths(Parser parser, Bytes message, ParseOptions options) {
        var paths = new ArrayList<Names>();
        attempt(
                () -> {
                    Element body = parser.parse(message, options);
                    Element e = body.firstChild();
                    while (e != null && paths.size() < MAX_PATHS) {
                        boolean named =
                                !e.name().isEmpty()
                                        && ElementType.kind(e.type()) != ElementType.VALUE;
                        if (named) {
                            paths.add(Names.to(e, body));
                        }
                        Element next = e.firstChild();
                        while (next == null && e != body) {
                            next = e.next();
                            e = next == null ? e.parent() : e;
                        }
                        e = next;
                    }
                });
        return paths;
    }

    /** A path of names alone. */
    private record Names(List<String> namespaces, List<String> names) implements NamePath {
        static Names to(Element field, Element top) {
            var namespaces = new ArrayList<String>();
            var names = new ArrayList<String>();
            for (Element e = field; e != top; e = e.parent()) {
                namespaces.addFirst(e.namespace());
                names.addFirst(e.name());
            }
            return new Names(namespaces, names);
        }

        @Override
        public int length() {
            return names.size();
        }

        @Override
        public String namespace(int step) {
            return namespaces.get(step);
        }

        @Override
        public String name(int step) {
            return names.get(step);
        }

        @Override
        public long index(int step) {
            return 1;
        }
    }
}
